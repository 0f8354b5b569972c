import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergedPage, storedSlice } from '../../../src/operations/search-entities/query.js';
import { budget } from '../../support/effort.js';

const list = (name: string) =>
  fc
    .array(fc.integer({ min: 0, max: 3 }), { maxLength: 30 })
    .map((tiers) => tiers.sort((a, b) => a - b).map((tier, at) => ({ tier, id: `${name}${at}` })));

describe('a page of what is loaded and what was read live', () => {
  it('is the page of the one list that is ordered by tier, loaded first, wherever it begins', () => {
    fc.assert(
      fc.property(
        list('held'),
        list('live'),
        fc.nat(70),
        fc.integer({ min: 1, max: 20 }),
        (held, live, offset, limit) => {
          const all = [...held, ...live].sort((a, b) => a.tier - b.tier);
          const page = { offset, limit };
          const stretch = storedSlice(page, live.length);
          const found = held.slice(stretch.offset, stretch.offset + stretch.limit);
          expect(mergedPage(page, found, live)).toEqual(all.slice(offset, offset + limit));
        },
      ),
      { numRuns: budget(2_000) },
    );
  });

  it('needs no more of the loaded hits than the page and the live ones together', () => {
    expect(storedSlice({ offset: 5, limit: 10 }, 3)).toEqual({ offset: 2, limit: 13 });
    expect(storedSlice({ offset: 0, limit: 10 }, 300)).toEqual({ offset: 0, limit: 10 });
  });
});
