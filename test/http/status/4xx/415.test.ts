import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { readJsonBody } from '../../../../src/http/body.js';
import { HttpError } from '../../../../src/http/errors.js';

const post = (type: string) => ({
  request: { headers: { 'content-type': type } } as unknown as IncomingMessage,
  holdBody: () => undefined,
});
const faultOf = async (type: string) =>
  readJsonBody(post(type)).catch((error: unknown) => (error instanceof HttpError ? error.code : 'read'));

test.each([
  'application/json',
  'application/json;charset=utf-8',
  'Application/JSON ; Charset="UTF-8"',
  'application/json;',
])('%j is JSON in UTF-8', async (type) => expect(await faultOf(type)).not.toBe('unsupported_media_type'));

test.each(['', 'application/jsonx', 'text/json', 'application/json; charset=latin1', 'application/json x'])(
  '%j is a 415',
  async (type) => expect(await faultOf(type)).toBe('unsupported_media_type'),
);

test('a type of 16 KB of blanks is refused in time that grows with its length alone', async () => {
  const timeOf = async (blanks: number) => {
    const type = `application/json${' '.repeat(blanks)}x`;
    const before = process.cpuUsage();
    for (let times = 0; times < 20; times += 1) expect(await faultOf(type)).toBe('unsupported_media_type');
    return process.cpuUsage(before).user / 20;
  };
  await timeOf(1_000);
  // A check of quadratic time takes 100,000 µs.
  expect(await timeOf(15_000)).toBeLessThan(10_000);
});
