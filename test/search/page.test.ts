import fc from 'fast-check';
import { expect, test } from 'vitest';
import { page } from '../../src/search/sets/number-set.js';
import { bitmapFrom } from '../support/bitmaps.js';
import { budget } from '../support/effort.js';

/** Few members are listed, many are cut out of the bitmap: both, and far apart, over several of its chunks. */
const members = fc
  .record({ count: fc.integer({ min: 0, max: 1_500 }), step: fc.integer({ min: 1, max: 200 }) })
  .map(({ count, step }) => Uint32Array.from({ length: count }, (_, at) => at * step + (at % step)));

test('a page is the members from the offset on, wherever it begins', () => {
  const place = fc.integer({ min: 0, max: 1_600 });
  fc.assert(
    fc.property(members, place, place, (all, offset, limit) => {
      const expected = all.slice(offset, offset + limit);
      expect(page(bitmapFrom(all), offset, limit)).toEqual(expected);
      expect(page(all, offset, limit)).toEqual(expected);
    }),
    { numRuns: budget(500) },
  );
});
