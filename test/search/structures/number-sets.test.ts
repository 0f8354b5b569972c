import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countMinus, lessPostings, minus, postingsOf } from '../../../src/search/query/tier-documents.js';
import type { Bitmap } from '../../../src/search/sets/bitmap/bitmap.js';
import { FrozenForm, openFrozen } from '../../../src/search/sets/bitmap/frozen.js';
import { thoseIn, thoseNotIn } from '../../../src/search/sets/marked.js';
import {
  both,
  countBelow,
  hasNumber,
  less,
  listOf,
  type NumberSet,
  nth,
  sizeOf,
  united,
} from '../../../src/search/sets/number-set.js';
import { bitmapFrom } from '../../support/bitmaps.js';
import { budget } from '../../support/effort.js';

/** Five chunks of a bitmap, the last of them the last there is. */
const CHUNKS = [0, 1, 2, 7, 65_535];
const lower = fc.oneof(fc.integer({ min: 0, max: 65_535 }), fc.constantFrom(0, 1, 65_534, 65_535));
/** A chunk kept as a list, as runs and as bits. */
const inChunk = fc.oneof(
  fc.array(lower, { maxLength: 40 }),
  fc
    .integer({ min: 1, max: 4_000 })
    .map((count) => Array.from({ length: count }, (_, at) => (at * 16_381) % 65_536)),
  fc
    .array(fc.tuple(lower, fc.integer({ min: 1, max: 900 })), { maxLength: 6 })
    .map((runs) =>
      runs.flatMap(([from, count]) => Array.from({ length: count }, (_, at) => Math.min(from + at, 65_535))),
    ),
  fc
    .integer({ min: 4_097, max: 9_000 })
    .map((count) => Array.from({ length: count }, (_, at) => (at * 7) % 65_536)),
);
const numbers = fc
  .array(fc.tuple(fc.constantFrom(...CHUNKS), inChunk), { maxLength: 4 })
  .map((chunks) => new Set(chunks.flatMap(([chunk, own]) => own.map((one) => chunk * 65_536 + one))));

const KINDS = ['list', 'bitmap', 'stored'] as const;
const set = fc.record({ kind: fc.constantFrom(...KINDS), numbers });

interface Drawn {
  readonly kind: (typeof KINDS)[number];
  readonly numbers: ReadonlySet<number>;
}

function made({ kind, numbers }: Drawn): NumberSet {
  if (kind === 'list') return Uint32Array.from(numbers).sort();
  const bitmap = bitmapFrom(numbers);
  return kind === 'bitmap' ? bitmap : stored(bitmap);
}

/** As it is in an index file. */
function stored(bitmap: Bitmap): Bitmap {
  const frozen = new FrozenForm(bitmap);
  const bytes = new Uint8Array(new SharedArrayBuffer(frozen.byteLength));
  frozen.write(bytes);
  return openFrozen(bytes);
}

function ascending(numbers: Iterable<number>): number[] {
  return [...numbers].sort((one, other) => one - other);
}

const members = (of: NumberSet) => [...listOf(of)];

describe('sets of numbers, few as a list and many as a bitmap', () => {
  test('are alike in size, members and places', () => {
    fc.assert(
      fc.property(set, fc.constantFrom(...CHUNKS), lower, (drawn, chunk, one) => {
        const of = made(drawn);
        const all = ascending(drawn.numbers);
        const number = chunk * 65_536 + one;
        expect(members(of)).toEqual(all);
        expect(sizeOf(of)).toBe(all.length);
        expect(hasNumber(of, number)).toBe(drawn.numbers.has(number));
        expect(countBelow(of, number)).toBe(all.filter((other) => other < number).length);
        for (const place of [0, 3, all.length - 1, all.length]) {
          if (place >= 0) expect(nth(of, place)).toBe(all[place]);
        }
      }),
      { numRuns: budget(150) },
    );
  });

  test('have in common, take away and unite the same, and change nothing', () => {
    fc.assert(
      fc.property(set, set, set, (one, other, third) => {
        const [first, second, last] = [made(one), made(other), made(third)];
        const inBoth = ascending(one.numbers).filter((number) => other.numbers.has(number));
        const left = ascending(one.numbers).filter((number) => !other.numbers.has(number));
        expect(members(both(first, second))).toEqual(inBoth);
        expect(members(less(first, second))).toEqual(left);
        const of = [first, second, last];
        for (let count = 0; count <= of.length; count++) {
          const expected = new Set(
            [one, other, third].slice(0, count).flatMap(({ numbers }) => [...numbers]),
          );
          expect(members(united(of.slice(0, count)))).toEqual(ascending(expected));
        }
        expect(members(first)).toEqual(ascending(one.numbers));
        expect(members(second)).toEqual(ascending(other.numbers));
      }),
      { numRuns: budget(150) },
    );
  });

  test('what several of them hold beyond others is counted without being made, and made', () => {
    const sets = fc.array(set, { maxLength: 3 });
    fc.assert(
      fc.property(sets, sets, (some, others) => {
        const [found, seen] = [some, others].map((drawn) => postingsOf(drawn.map(made)));
        if (found === undefined || seen === undefined) throw new Error('two were made');
        const out = new Set(others.flatMap(({ numbers }) => [...numbers]));
        const all = new Set(some.flatMap(({ numbers }) => [...numbers]));
        const expected = ascending([...all].filter((number) => !out.has(number)));
        expect(countMinus(found, seen)).toBe(expected.length);
        expect(
          minus(found, seen)
            .flatMap(members)
            .sort((a, b) => a - b),
        ).toEqual(expected);
        for (const { kind, numbers } of some) {
          const own = kind === 'list' ? Uint32Array.from(numbers).sort() : bitmapFrom(numbers);
          const left = ascending(numbers).filter((number) => !out.has(number));
          expect(members(lessPostings(own, seen))).toEqual(left);
        }
      }),
      { numRuns: budget(150) },
    );
  });

  test('numbers are looked for in bitmaps as they stand in a file', () => {
    fc.assert(
      fc.property(numbers, fc.array(set, { minLength: 1, maxLength: 3 }), (request, drawn) => {
        const list = Uint32Array.from(request).sort();
        const sets = drawn.map(({ numbers }) => ({ numbers, set: stored(bitmapFrom(numbers)) }));
        const isIn = (number: number) => sets.some(({ numbers }) => numbers.has(number));
        const found = thoseIn(
          sets.map(({ set }) => set),
          list,
        );
        expect([...found]).toEqual([...list].filter(isIn));
        for (const { numbers, set } of sets) {
          expect([...thoseNotIn(set, list)]).toEqual([...list].filter((number) => !numbers.has(number)));
        }
      }),
      { numRuns: budget(300) },
    );
  });
});
