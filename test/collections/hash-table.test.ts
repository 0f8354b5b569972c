import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HashTable } from '../../src/collections/hash-table.js';

/** Few low halves, so that keys stand in each other's way; of either sign, as hashes come. */
const key = fc.tuple(fc.integer({ min: -900, max: 900 }), fc.integer({ min: -6, max: 6 }));
const kept = fc.record({ key, first: fc.nat(0xffffffff), last: fc.integer({ min: 1, max: 0xffffffff }) });

it('holds what a Map holds, while it grows too', () => {
  fc.assert(
    fc.property(fc.array(kept, { maxLength: 3_000, size: 'max' }), fc.array(key), (all, others) => {
      const table = new HashTable(2);
      const model = new Map<string, readonly [number, number]>();
      const numbersOf = ([high, low]: readonly [number, number]) => {
        const found = table.find(high, low);
        return [table.number(found, 0), table.number(found, 1)];
      };
      for (const { key, first, last } of all) {
        expect(numbersOf(key)).toEqual(model.get(`${key}`) ?? [0, 0]);
        table.set(table.find(...key), ...key, first, last);
        model.set(`${key}`, [first, last]);
      }
      expect(table.size).toBe(model.size);
      for (const key of [...all.map((one) => one.key), ...others]) {
        expect(numbersOf(key)).toEqual(model.get(`${key}`) ?? [0, 0]);
      }
    }),
    { numRuns: 40 },
  );
});
