import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortNumbers } from '../../../src/search/sets/sorted-lists.js';
import { budget } from '../../support/effort.js';

/** Lengths on both sides of where another way of sorting begins. */
const length = fc.oneof(fc.integer({ min: 0, max: 600 }), fc.constantFrom(384, 385, 8_192, 8_193, 20_000));
const limit = fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.constantFrom(65_536, 20_000_000, 2 ** 32 - 1));

it('sorts as the engine does, whatever the length and the largest number', () => {
  fc.assert(
    fc.property(length, limit, fc.integer(), (length, limit, seed) => {
      const numbers = Uint32Array.from(
        { length },
        (_, at) => (Math.imul(at + seed, 0x9e3779b1) >>> 0) % limit,
      );
      const expected = [...numbers].sort((a, b) => a - b);
      expect([...sortNumbers(numbers, new Uint32Array(length + 3), limit)]).toEqual(expected);
    }),
    {
      numRuns: budget(60),
      examples: [
        [50_000, 20_000_000, 0],
        [50_000, 2 ** 32 - 1, 0],
        [8_000, 2 ** 32 - 1, 0],
        [9_000, 1, 0],
      ],
    },
  );
});
