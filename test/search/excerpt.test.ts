import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buildDelta,
  buildIndex,
  Excerpt,
  IndexFormatError,
  type IndexQuery,
  openIndex,
  openMainIndex,
} from '../../src/search/index.js';
import { budget } from '../support/effort.js';
import { input, keysOf, options, query } from './model/arbitraries.js';
import { filings } from './model/sample.js';

/** As it is made of a file that is read in pieces. */
function excerptOf(file: Buffer, request: IndexQuery, pieceBytes: number): Buffer {
  const headLength = Excerpt.headLength(file.subarray(0, 32), file.length);
  const excerpt = new Excerpt(file.subarray(0, headLength), file.length, request);
  for (let at = headLength; at < file.length; at += pieceBytes) {
    excerpt.take(file.subarray(at, Math.min(at + pieceBytes, file.length)));
  }
  excerpt.finish();
  return excerpt.bytes;
}

const request = input.chain((of) =>
  fc.record({
    of: fc.constant(of),
    options,
    one: query(of).map((made): IndexQuery => ({ ...made, guess: 'none' })),
    piece: fc.integer({ min: 1, max: 3_000 }),
  }),
);

describe('an excerpt of an index', () => {
  test('counts and names the documents of its query as the whole does', () => {
    fc.assert(
      fc.property(request, ({ of, options, one, piece }) => {
        const file = Buffer.concat(buildIndex(of, options));
        const whole = openIndex(file);
        const part = openIndex(excerptOf(file, one, piece), { verified: true });
        expect(part.search({ ...one, counted: [], limit: 0 }).total).toBe(whole.search(one).total);
        expect(keysOf(part, one)).toEqual(keysOf(whole, one));
      }),
      { numRuns: budget(200) },
    );
  });

  test('takes the changes beside the whole', () => {
    const file = Buffer.concat(buildIndex(filings));
    const [gone = 0n, again = 0n] = filings.documentKeys;
    const index = {
      ...filings,
      documentKeys: BigUint64Array.from(filings.documentKeys, (key) => key + 1_000n),
    };
    const touched = new Set([gone, again, ...index.documentKeys]);
    const delta = buildDelta(openMainIndex(file), { index, touched, isBefore: () => false });
    const changes = Buffer.concat(delta);
    const one: IndexQuery = {
      ...{ text: null, tiers: [], filters: [], ranges: [], order: 'rank', offset: 0, limit: 0 },
    };
    const whole = openIndex(file, { changes });
    const part = openIndex(excerptOf(file, one, 100), { verified: true, changes });
    expect(keysOf(part, one)).toEqual(keysOf(whole, one));
    expect(keysOf(part, one)).not.toContain(gone);
  });

  test('holds little where no text is asked', () => {
    const file = Buffer.concat(buildIndex(filings));
    const one: IndexQuery = {
      ...{ text: null, tiers: [], filters: [], ranges: [], order: 'rank', offset: 0, limit: 0 },
    };
    const part = openIndex(excerptOf(file, one, 100), { verified: true });
    expect(part.statistics().lexicons).toEqual([]);
    expect(part.documentCount).toBe(filings.documentKeys.length);
  });

  test('of a file that was changed in any byte, or cut, is refused', () => {
    fc.assert(
      fc.property(request, fc.nat(), fc.boolean(), ({ of, one }, place, isCut) => {
        const file = Buffer.concat(buildIndex(of));
        const at = place % file.length;
        file[at] = (file[at] ?? 0) ^ 1;
        expect(() => excerptOf(isCut ? file.subarray(0, at) : file, one, 1_000)).toThrow(IndexFormatError);
      }),
      { numRuns: budget(100) },
    );
  });
});
