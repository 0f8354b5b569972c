import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readIndex } from '../../src/indexing/files/read-index.js';
import { buildIndex, IndexFormatError } from '../../src/search/index.js';
import { input } from '../search/model/arbitraries.js';
import { budget } from '../support/effort.js';

const path = join(mkdtempSync(join(tmpdir(), 'dossier-read-index-')), 'some.idx');
const chunkBytes = fc.integer({ min: 1, max: 4_000 });

test('an index is read as it was written, in chunks of whatever size, to where threads share it', async () => {
  await fc.assert(
    fc.asyncProperty(input, chunkBytes, async (of, chunk) => {
      const written = Buffer.concat(buildIndex(of));
      writeFileSync(path, written);
      const read = await readIndex(path, chunk);
      expect(read.equals(written)).toBe(true);
      expect(read.buffer).toBeInstanceOf(SharedArrayBuffer);
    }),
    { numRuns: budget(30) },
  );
});

test('one that was changed in any byte, or cut, is refused', async () => {
  await fc.assert(
    fc.asyncProperty(input, chunkBytes, fc.nat(), fc.boolean(), async (of, chunk, place, isCut) => {
      const written = Buffer.concat(buildIndex(of));
      const at = place % written.length;
      written[at] = (written[at] ?? 0) ^ 1;
      writeFileSync(path, isCut ? written.subarray(0, at) : written);
      await expect(readIndex(path, chunk)).rejects.toThrow(IndexFormatError);
    }),
    { numRuns: budget(60) },
  );
});
