import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DenseBitmapBuilder } from '../../../src/search/sets/bitmap/dense-bitmap-builder.js';
import { expectSame } from '../../support/bitmaps.js';
import { budget } from '../../support/effort.js';

test('numbers ticked off in any order become their bitmap, one after the other', () => {
  const limit = 300_000;
  const builder = new DenseBitmapBuilder(limit);
  const number = fc.integer({ min: 0, max: limit - 1 });
  const dense = fc
    .tuple(number, fc.integer({ min: 0, max: 70_000 }))
    .map(([from, count]) => Array.from({ length: count }, (_, at) => (from + at) % limit));
  const some = fc.array(number, { maxLength: 40 });
  fc.assert(
    fc.property(fc.array(fc.oneof(dense, some), { maxLength: 4 }), (runs) => {
      for (const run of runs) builder.addRun(Uint32Array.from([7, ...run, 9]), 1, run.length + 1);
      const expected = new Set(runs.flat());
      const taken = builder.take();
      expect(taken.size).toBe(expected.size);
      expectSame(taken.toUint32Array(), Uint32Array.from(expected).sort());
    }),
    { numRuns: budget(60) },
  );
});
