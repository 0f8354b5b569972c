import zlib from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { textOf } from '../../../src/gateway/answer-text.js';
import { encodeOnce, WorkQueue } from '../../../src/http/compress.js';
import { type Service, startService } from '../support/service.js';

const LONG = 'Café, and so on. '.repeat(5_000);
let service: Service | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

test('a document is compressed once for each coding, however many ask at once', async () => {
  const pack = encodeOnce(textOf(LONG));
  const br = await Promise.all(Array.from({ length: 50 }, () => pack('gzip, br')));
  expect(new Set(br).size).toBe(1);
  expect(br[0]?.coding).toBe('br');
  const [gzip, plain, plainAgain] = await Promise.all([pack('gzip'), pack(undefined), pack('identity')]);
  expect([gzip?.coding, plain?.coding]).toEqual(['gzip', undefined]);
  expect(plain).toBe(plainAgain);
  for (const { body, bytes } of [gzip, plain, ...br]) expect(Buffer.byteLength(body)).toBe(bytes);
});

test('each coding unpacks to the document', async () => {
  service = await startService({ documents: [{ path: '/docs', type: 'text/plain', body: LONG }] });
  for (const coding of ['br', 'gzip', 'identity']) {
    const response = await service.get('/docs', { headers: { 'accept-encoding': coding } });
    expect(response.headers.get('content-encoding')).toBe(coding === 'identity' ? null : coding);
    expect(await response.text()).toBe(LONG);
  }
});

test('zstd is chosen where Node has it', async () => {
  const { zstdDecompressSync: unpack } = zlib as { zstdDecompressSync?: (body: Buffer) => Buffer };
  const { coding, body } = await encodeOnce(textOf(LONG))('zstd');
  expect(coding).toBe(unpack ? 'zstd' : undefined);
  expect(String(unpack && Buffer.isBuffer(body) ? unpack(body) : body)).toBe(LONG);
});

test('so many works run at a time, and what waits gets its turn', async () => {
  const places = new WorkQueue(2, 3);
  let running = 0;
  let max = 0;
  const ends: (() => void)[] = [];
  const work = async () => {
    running += 1;
    max = Math.max(max, running);
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
  };
  const all = Array.from({ length: 5 }, () => places.run(work));
  expect(places.hasRoom).toBe(false);
  const failing = expect(places.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  while (ends.length > 0 || running > 0) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(all);
  await failing;
  expect([max, running, places.hasRoom]).toEqual([2, 0, true]);
});
