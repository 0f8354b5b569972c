import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ChunkedUint32 } from '../../src/collections/chunked-uint32.js';
import { GrowableUint16, GrowableUint32, GrowableUint64 } from '../../src/collections/growable.js';

/** More than the first room, so that every list grows. */
const lists = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 6_000, size: 'max' });
const uint32 = fc.nat({ max: 0xffffffff });
const all = <Value>(list: { readonly length: number; at(index: number): Value }): Value[] =>
  Array.from({ length: list.length }, (_, index) => list.at(index));

it('a list of 32-bit numbers holds what an array holds', () => {
  fc.assert(
    fc.property(lists(uint32), fc.nat(), uint32, fc.nat(), fc.nat(), (values, place, replaced, from, to) => {
      const list = new GrowableUint32();
      const model = [...values];
      for (const value of values) list.push(value);
      if (model.length > 0) {
        list.set(place % model.length, replaced);
        model[place % model.length] = replaced;
      }
      const [start, end] = [from % (model.length + 1), to % (model.length + 1)];
      expect(all(list)).toEqual(model);
      expect([...list.view()]).toEqual(model);
      expect([...list.view(start, Math.max(start, end))]).toEqual(model.slice(start, end));
      expect(list.at(model.length)).toBe(0);
      list.clear();
      list.push(replaced);
      expect(all(list)).toEqual([replaced]);
    }),
    { numRuns: 60 },
  );
});

it('a list of 16-bit numbers holds what an array holds, and refuses a greater number', () => {
  fc.assert(
    fc.property(lists(fc.nat({ max: 0xffff })), (values) => {
      const list = new GrowableUint16();
      for (const value of values) list.push(value);
      expect(all(list)).toEqual(values);
      expect(() => list.push(0x10000)).toThrow(RangeError);
    }),
    { numRuns: 60 },
  );
});

it('a list of 64-bit numbers holds what an array holds', () => {
  fc.assert(
    fc.property(lists(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })), (values) => {
      const list = new GrowableUint64();
      for (const value of values) list.push(value);
      expect(all(list)).toEqual(values);
      list.clear();
      list.push(7n);
      expect(all(list)).toEqual([7n]);
    }),
    { numRuns: 60 },
  );
});

it('a list in chunks holds what an array holds, across the edge of a chunk', () => {
  fc.assert(
    fc.property(fc.nat({ max: 5 }), uint32, (beyond, seed) => {
      const list = new ChunkedUint32();
      const length = 2 ** 20 + beyond;
      const valueAt = (index: number) => Math.imul(index ^ seed, 0x9e3779b1) >>> 0;
      for (let index = 0; index < length; index++) list.push(valueAt(index));
      let wrong = 0;
      for (let index = 0; index < length; index++) if (list.at(index) !== valueAt(index)) wrong++;
      expect([list.length, wrong]).toEqual([length, 0]);
    }),
    { numRuns: 4 },
  );
});
