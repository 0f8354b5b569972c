import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FileDigest } from '../../../../src/ingest/read/archive/file-digest.js';
import { openInputs } from '../../../../src/ingest/read/archive/input.js';
import type { ReadFile } from '../../../../src/ingest/read/support/context.js';
import { budget } from '../../../support/effort.js';
import { newContext, put } from '../support.js';
import { zipOf } from './zip-writer.js';

const TEXT = Buffer.from(Array.from({ length: 30_000 }, (_, n) => `${n * 7919},ACME ${n} LLC\n`).join(''));
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** All that is told of the files. Members whose name holds `left` are not read. */
async function read(paths: readonly string[]): Promise<readonly ReadFile[]> {
  const reported: ReadFile[] = [];
  for await (const file of openInputs(paths, { ...newContext(), onFile: (one) => reported.push(one) })) {
    if (file.name.includes('left')) continue;
    for await (const _ of file.chunks());
  }
  return reported;
}

test.each([
  ['plain', TEXT],
  ['empty', Buffer.alloc(0)],
  ['gzip', gzipSync(TEXT)],
  ['two gzip files in one', Buffer.concat([gzipSync(TEXT), gzipSync('end\n')])],
  [
    'a zip',
    zipOf([
      { name: 'a', content: TEXT },
      { name: 'b', content: TEXT, method: 0 },
    ]),
  ],
  [
    'a zip of which little is read',
    zipOf([
      { name: 'left', content: TEXT },
      { name: 'b', content: TEXT },
      { name: 'left2', content: TEXT },
    ]),
  ],
])('the SHA-256 of a file is that of its bytes on disk: %s', async (_, content) => {
  const path = put('file', content);
  expect(await read([path])).toEqual([
    {
      path,
      name: 'file',
      bytes: content.length,
      modifiedAt: expect.any(Number),
      sha256: sha256(readFileSync(path)),
    },
  ]);
});

test('each of several files has its own', async () => {
  const paths = [put('a', TEXT), put('b', gzipSync(TEXT))];
  expect((await read(paths)).map((file) => file.sha256)).toEqual(
    paths.map((path) => sha256(readFileSync(path))),
  );
});

test('pieces in any order, twice and with gaps make the digest of the whole', () => {
  const piece = fc.record({ from: fc.nat(2_000), length: fc.nat(700) });
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 2_000 }),
      fc.array(piece, { maxLength: 12 }),
      (content, pieces) => {
        const bytes = Buffer.from(content);
        const file = {
          size: bytes.length,
          read: (at: number, length: number) => bytes.subarray(at, at + length),
        };
        const digest = new FileDigest(file);
        for (const { from, length } of pieces) {
          const taken = bytes.subarray(from, from + length);
          if (taken.length > 0) digest.take(from, taken);
        }
        expect(digest.finish()).toBe(sha256(bytes));
      },
    ),
    { numRuns: budget(500) },
  );
});
