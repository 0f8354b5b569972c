import { expect, test } from 'vitest';
import type { IndexQuery } from '../../src/search/format/types.js';
import { bitmapFrom } from '../support/bitmaps.js';
import { filings, open, query } from './model/sample.js';

/** Filing 1 has three industries, filing 3 two, filing 0 none. */
const input = {
  ...filings,
  facets: [
    ...filings.facets,
    {
      name: 'sic',
      values: new Map([
        ['1000', bitmapFrom([1, 4])],
        ['2000', bitmapFrom([1, 3])],
        ['3000', bitmapFrom([1, 2, 3])],
      ]),
    },
  ],
  valueSets: [['form'], ['sic']],
};
const counted = [{ facet: 'form' }, { facet: 'sic' }];

test.each([
  ['common sets', 65_535, 1_000],
  ['sets of which all are rare', 0, 1_000],
  ['sets of which one is common', 1, 1_000],
  ['sets that were counted at the build', 65_535, 0],
  ['both', 0, 0],
])('values are counted by %s', (_, commonAtMost, countedFrom) => {
  const index = open(input, { commonAtMost, countedFrom, broadFrom: 0 }, 0);
  const counts = (text: string, more: Partial<IndexQuery> = {}) =>
    index.search(query(text, { counted, ...more })).counts;
  // Filings 0, 1, 2, 3 and 4; then those of John Doe, 1 and 3.
  expect(counts('acme')).toEqual(
    new Map([
      [
        'form',
        new Map([
          ['10-K', 3],
          ['4', 2],
        ]),
      ],
      [
        'sic',
        new Map([
          ['1000', 2],
          ['2000', 2],
          ['3000', 3],
        ]),
      ],
    ]),
  );
  expect(counts('john doe')).toEqual(
    new Map([
      ['form', new Map([['4', 2]])],
      [
        'sic',
        new Map([
          ['1000', 1],
          ['2000', 2],
          ['3000', 2],
        ]),
      ],
    ]),
  );
  // All but filing 4: a set that is nearly that of all.
  const ranges = [{ column: 'filed', from: 30, to: null }];
  expect(counts('acme', { ranges }).get('form')).toEqual(
    new Map([
      ['10-K', 2],
      ['4', 2],
    ]),
  );
  // Filings 0 and 2: those of a form in some stretches, without filing 4, which has the same form.
  const filters = [{ facet: 'form', values: ['10-K'] }];
  expect(counts('acme', { ranges, filters }).get('sic')).toEqual(new Map([['3000', 1]]));
});
