import fc from 'fast-check';
import { expect, it } from 'vitest';
import { filterInPlace } from '../../../src/search/sets/sorted-lists.js';

it('gives what a filter gives, in the memory of the numbers themselves', () => {
  fc.assert(
    fc.property(fc.uint32Array(), fc.integer({ min: 1, max: 5 }), (numbers, divisor) => {
      const passes = (number: number) => number % divisor === 0;
      const expected = numbers.filter(passes);
      const kept = filterInPlace(numbers, passes);
      expect([...kept]).toEqual([...expected]);
      expect(kept.buffer).toBe(numbers.buffer);
    }),
  );
});
