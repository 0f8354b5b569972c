import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RoaringBitmap32 } from '../../../src/platform/internals/roaring.js';
import { DenseBitmapBuilder } from '../../../src/search/sets/croaring/dense-bitmap-builder.js';
import { budget } from '../../support/effort.js';

test('marks become the same bitmap as the numbers, byte by byte, one after the other', () => {
  const limit = 300_000;
  const marks = new DenseBitmapBuilder(limit);
  const number = fc.integer({ min: 0, max: limit - 1 });
  const dense = fc
    .tuple(number, fc.integer({ min: 0, max: 70_000 }))
    .map(([from, count]) => Array.from({ length: count }, (_, at) => (from + at) % limit));
  const some = fc.array(number, { maxLength: 40 });
  fc.assert(
    fc.property(fc.array(fc.oneof(dense, some), { maxLength: 4 }), (runs) => {
      for (const run of runs) marks.addRun(Uint32Array.from([7, ...run, 9]), 1, run.length + 1);
      const taken = marks.take();
      const expected = new RoaringBitmap32(runs.flat());
      expect(taken.isEqual(expected)).toBe(true);
      expect(Buffer.compare(taken.serialize('portable'), expected.serialize('portable'))).toBe(0);
    }),
    { numRuns: budget(60) },
  );
});
