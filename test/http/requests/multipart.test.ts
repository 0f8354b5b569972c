import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { readMultipart } from '../../../src/http/multipart.js';

const LONG = 'x'.repeat(100_000);
const headOf = (more: string) => `--b\r\nContent-Disposition: form-data; name="list"${more}\r\n\r\n`;
const FILE = headOf('; filename="list.csv"');
const read = (text: string) =>
  readMultipart({ 'content-type': 'multipart/form-data; boundary=b' }, Buffer.from(text));

test('a form with a field and a file is read whole', async () => {
  const form = await read(`${headOf('')}one\r\n${FILE}${LONG}\r\n--b--\r\n`);
  expect([...form.fields]).toEqual([['list', 'one']]);
  expect(form.file).toEqual({ name: 'list.csv', bytes: Buffer.from(LONG) });
});

test('a form that is cut inside a file is refused, and nothing is left unheeded', async () => {
  const unheeded: unknown[] = [];
  const heed = (reason: unknown) => unheeded.push(reason);
  process.on('unhandledRejection', heed);
  onTestFinished(() => void process.off('unhandledRejection', heed));
  await expect(read(`${FILE}name\nA`)).rejects.toThrow('must be a complete form of a page');
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
  expect(unheeded).toEqual([]);
});

test.each([
  ['a second file', `${FILE}name\r\n${FILE}${LONG}\r\n--b--\r\n`, 'has more fields than'],
  [
    'one field too many',
    `${`${headOf('')}\r\n`.repeat(1_101)}${headOf('')}${LONG}\r\n--b--`,
    'has more fields than',
  ],
  ['a part without a name', `--b\r\n\r\n${LONG}\r\n--b--\r\n`, 'must be a complete form of a page'],
  [
    'a part that is attached',
    `--b\r\nContent-Disposition: attachment\r\n\r\n${LONG}\r\n--b--\r\n`,
    'must be a complete form of a page',
  ],
])('%s of 100 KB is refused, and not waited for', async (_what, text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});
