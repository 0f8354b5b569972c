import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Bitset } from '../../src/collections/bitset.js';

it('holds what a Set holds, beyond its first room too', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 100_000 })), fc.nat({ max: 100_000 }), (numbers, request) => {
      const bits = new Bitset();
      const model = new Set<number>();
      for (const number of [...numbers, ...numbers.slice(0, 3)]) {
        expect(bits.add(number)).toBe(!model.has(number));
        model.add(number);
      }
      expect(bits.size).toBe(model.size);
      for (const number of [...model, ...numbers.map((one) => one + 1), request]) {
        expect(bits.has(number)).toBe(model.has(number));
      }
    }),
  );
});
