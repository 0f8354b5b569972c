import { expect, test } from 'vitest';
import { RoaringBitmap32 } from '../../src/search/index.js';
import type { IndexQuery } from '../../src/search/types.js';
import { filings, open, query } from './model/sample.js';

/** Filing 1 has three industries, filing 3 two, filing 4 none. */
const input = {
  ...filings,
  facets: [
    ...filings.facets,
    {
      name: 'sic',
      values: new Map([
        ['1000', new RoaringBitmap32([0, 1])],
        ['2000', new RoaringBitmap32([1, 3])],
        ['3000', new RoaringBitmap32([1, 2, 3])],
      ]),
    },
  ],
  valueSets: [['form'], ['sic']],
};
const counted = [{ facet: 'form' }, { facet: 'sic' }];

test.each([
  ['sets', 65_536, 1_000],
  ['pairs and lists', 0, 1_000],
  ['sets that were counted at the build', 65_536, 0],
  ['both', 0, 0],
])('values are counted by %s', (_, setsAtMost, countedFrom) => {
  const index = open(input, { setsAtMost, countedFrom, broadFrom: 0 }, 0);
  const counts = (text: string, ranges: IndexQuery['ranges'] = []) =>
    index.search(query(text, { counted, ranges })).counts;
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
  const since = [{ column: 'filed', from: 30, to: null }];
  expect(counts('acme', since).get('form')).toEqual(
    new Map([
      ['10-K', 2],
      ['4', 2],
    ]),
  );
});
