import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Bitmap } from '../../../src/search/sets/bitmap/bitmap.js';
import { difference } from '../../../src/search/sets/bitmap/difference.js';
import { FrozenForm, openFrozen } from '../../../src/search/sets/bitmap/frozen.js';
import { countCommon, intersection } from '../../../src/search/sets/bitmap/intersection.js';
import { bitmapOfNumbers, bitmapOfRanges } from '../../../src/search/sets/bitmap/make.js';
import { unionOf } from '../../../src/search/sets/bitmap/union.js';
import { bitmapFrom, expectSame } from '../../support/bitmaps.js';
import { budget } from '../../support/effort.js';

/** The first two chunks, some between, and the last. */
const KEYS = [0, 1, 7, 32_768, 65_535];
const lower = fc.oneof(fc.integer({ min: 0, max: 65_535 }), fc.constantFrom(0, 1, 31, 32, 65_534, 65_535));
const range = fc
  .tuple(lower, fc.integer({ min: 1, max: 3_000 }))
  .map(([from, count]) => Array.from({ length: count }, (_, at) => Math.min(from + at, 65_535)));
/** Members of one chunk: few, some ranges, all, nearly all, and about as many as a list may have. */
const inChunk = fc.oneof(
  fc.array(lower, { maxLength: 40 }),
  fc.array(range, { maxLength: 6 }).map((ranges) => ranges.flat()),
  fc.constant(Array.from({ length: 65_536 }, (_, at) => at)),
  lower.map((left) => Array.from({ length: 65_536 }, (_, at) => at).filter((one) => one !== left)),
  fc
    .tuple(fc.integer({ min: 4_090, max: 4_102 }), fc.constantFrom(1, 3, 7, 16_381))
    .map(([count, step]) => Array.from({ length: count }, (_, at) => (at * step) % 65_536)),
);
const members = fc
  .array(fc.tuple(fc.constantFrom(...KEYS), inChunk), { maxLength: 4 })
  .map((chunks) => new Set(chunks.flatMap(([key, own]) => own.map((one) => key * 65_536 + one))));

/** As it is made of numbers, as it is in a file, and as an operation leaves it, with chunks that are kept otherwise and not counted. */
const FORMS: Readonly<Record<string, (all: ReadonlySet<number>) => Bitmap>> = {
  made: bitmapFrom,
  stored: (all) => stored(bitmapFrom(all)),
  united: (all) => {
    const halves = [...all].map((one, at) => [one, at % 2] as const);
    return unionOf(
      [0, 1].map((half) => bitmapFrom(halves.flatMap(([one, own]) => (own === half ? one : [])))),
    );
  },
  cut: (all) => {
    const more = unionOf([
      bitmapFrom(all),
      bitmapOfRanges(KEYS.map((key) => [key * 65_536, key * 65_536 + 9_000])),
    ]);
    return difference(more, bitmapFrom(more.toUint32Array().filter((one) => !all.has(one))));
  },
};
const drawn = fc
  .record({ form: fc.constantFrom(...Object.keys(FORMS)), all: members })
  .map(({ form, all }) => ({ all, bitmap: FORMS[form]?.(all) as Bitmap }));

function stored(bitmap: Bitmap): Bitmap {
  const frozen = new FrozenForm(bitmap);
  const bytes = new Uint8Array(new SharedArrayBuffer(frozen.byteLength));
  frozen.write(bytes);
  return openFrozen(bytes);
}

function ascending(all: Iterable<number>): Uint32Array {
  return Uint32Array.from(all).sort();
}

describe('a bitmap', () => {
  test('has the members, ranks and places of the set', () => {
    const number = fc.tuple(fc.constantFrom(...KEYS, 2), lower).map(([key, own]) => key * 65_536 + own);
    fc.assert(
      fc.property(drawn, number, fc.nat(70_000), fc.nat(70_000), ({ all, bitmap }, one, offset, limit) => {
        const list = ascending(all);
        expectSame(bitmap.toUint32Array(), list);
        expect([bitmap.size, bitmap.isEmpty]).toEqual([all.size, all.size === 0]);
        expect(bitmap.has(one)).toBe(all.has(one));
        expect(bitmap.countBelow(one)).toBe(list.filter((other) => other < one).length);
        expect(bitmap.at(offset)).toBe(list[offset]);
        expectSame(bitmap.slice(offset, limit), list.slice(offset, offset + limit));
        expectSame(bitmap.slice(offset, limit, new Uint32Array(limit)), list.slice(offset, offset + limit));
        if (all.size > 0) expect([bitmap.minimum, bitmap.maximum]).toEqual([list.at(0), list.at(-1)]);
      }),
      { numRuns: budget(40) },
    );
  });

  test('is combined as sets are, and the operands stay as they are', () => {
    fc.assert(
      fc.property(drawn, drawn, drawn, (...sets) => {
        const [one, other] = sets;
        const lists = sets.map(({ all }) => ascending(all));
        const [list = new Uint32Array()] = lists;
        const inBoth = list.filter((number) => other.all.has(number));
        const bitmaps = sets.map(({ bitmap }) => bitmap);
        expectSame(intersection(one.bitmap, other.bitmap).toUint32Array(), inBoth);
        expect(intersection(one.bitmap, other.bitmap).size).toBe(inBoth.length);
        expect(countCommon(one.bitmap, other.bitmap)).toBe(inBoth.length);
        const left = list.filter((number) => !other.all.has(number));
        expectSame(difference(one.bitmap, other.bitmap).toUint32Array(), left);
        const united = new Set<number>();
        expectSame(unionOf([]).toUint32Array(), ascending(united));
        for (const [at, { all }] of sets.entries()) {
          for (const number of all) united.add(number);
          expectSame(unionOf(bitmaps.slice(0, at + 1)).toUint32Array(), ascending(united));
        }
        for (const [at, bitmap] of bitmaps.entries())
          expectSame(bitmap.toUint32Array(), lists[at] ?? new Uint32Array());
      }),
      { numRuns: budget(25) },
    );
  });

  test('is the same after it was written and opened, and takes no more bytes than any of its forms', () => {
    fc.assert(
      fc.property(drawn, ({ all, bitmap }) => {
        const opened = stored(bitmap);
        expectSame(opened.toUint32Array(), ascending(all));
        expect(new FrozenForm(opened).byteLength).toBe(new FrozenForm(bitmap).byteLength);
      }),
      { numRuns: budget(40) },
    );
  });

  test('of ranges has the numbers of them all', () => {
    const gaps = fc.array(fc.tuple(fc.integer({ min: 1, max: 90_000 }), fc.nat(140_000)), { maxLength: 12 });
    fc.assert(
      fc.property(gaps, (steps) => {
        let next = 0;
        const ranges = steps.map(([gap, length]) => {
          const from = next + gap;
          next = from + length;
          return [from, next] as const;
        });
        const expected = ranges.flatMap(([from, to]) =>
          Array.from({ length: to - from }, (_, at) => from + at),
        );
        expectSame(bitmapOfRanges(ranges).toUint32Array(), Uint32Array.from(expected));
      }),
      { numRuns: budget(20) },
    );
  });

  test('is made of ascending numbers alone', () => {
    expect([...bitmapOfNumbers(Uint32Array.of(1, 1, 2))]).toEqual([1, 2]);
    expect(() => bitmapOfNumbers(Uint32Array.of(2, 1))).toThrow(RangeError);
  });
});

test('a bitmap that CRoaring 4.5 wrote is read: bits, runs and a list', () => {
  const all = [
    ...Array.from({ length: 9_000 }, (_, at) => 7 * at),
    ...Array.from({ length: 5_000 }, (_, at) => 65_536 + 100 + at),
    ...[200_000, 200_003, 4_294_967_295],
  ];
  // The bits; then a run, a list, keys, counts, kinds and header, as the library wrote them.
  const end = Buffer.from('64008713400d430dffff000001000300ffff272301000100000001030202c6350200', 'hex');
  const bytes = new Uint8Array(new SharedArrayBuffer(8_192 + end.length));
  for (const number of all.slice(0, 9_000))
    bytes[number >>> 3] = (bytes[number >>> 3] as number) | (1 << (number & 7));
  bytes.set(end, 8_192);
  expect([...openFrozen(bytes)]).toEqual(all);
  const frozen = new FrozenForm(bitmapFrom(all));
  const written = new Uint8Array(frozen.byteLength);
  frozen.write(written);
  expect(Buffer.compare(written, bytes)).toBe(0);
});
