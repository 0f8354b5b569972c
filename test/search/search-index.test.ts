import { describe, expect, test } from 'vitest';
import { NONE } from '../../src/search/format/types.js';
import { filings, found, open, query, TIERS } from './model/sample.js';

const index = open(filings);

describe('what is a hit', () => {
  test('all words in one name, in any order', () => {
    expect(found(index, query('inc acme'))).toBe('0:3 1:3 2:3 3:3 4:3');
    expect(found(index, query('inc holdings'))).toBe('2:3 3:3');
  });

  test('words of two filers of one filing are no hit', () => {
    expect(index.search(query('john inc')).total).toBe(0);
  });

  test('words of a current and a former name of one filer are no hit', () => {
    expect(index.search(query('acme widget')).total).toBe(0);
  });

  test('a prefix may end within a word', () => {
    expect(found(index, query('acme hol'))).toBe('2:2 3:2');
  });

  test('a ticker is met by its whole text only, whatever the tier', () => {
    const tiers = [{ how: 'prefix', lexicons: ['ticker'] }] as const;
    expect(found(index, query('acm', { tiers }))).toBe('0:0 1:0 4:0');
    expect(index.search(query('ac', { tiers })).total).toBe(0);
  });

  test('no words, no hits', () => {
    expect(index.search(query('')).total).toBe(0);
    expect(index.search(query('  ')).total).toBe(0);
  });

  test('no text: all documents that pass, with tier -1', () => {
    expect(found(index, query(null))).toBe('0:-1 1:-1 2:-1 3:-1 4:-1');
  });
});

describe('order and counting', () => {
  test('bearers of the whole name come first, then names that begin with it', () => {
    expect(found(index, query('acme'))).toBe('0:2 1:2 2:2 3:2 4:2');
    expect(found(index, query('acme inc'))).toBe('0:0 1:0 4:0 2:3 3:3');
  });

  test('a document stands in its first tier and counts once', () => {
    expect(index.search(query('acme inc')).total).toBe(5);
  });

  test('by rank alone, each hit still tells its tier', () => {
    expect(found(index, query('acme inc', { order: 'rank' }))).toBe('0:0 1:0 2:3 3:3 4:0');
  });

  test('a page goes on from one tier into the next', () => {
    expect(found(index, query('acme inc', { offset: 2, limit: 2 }))).toBe('4:0 2:3');
  });

  test('beyond the last hit the page is empty and the total the same', () => {
    expect(index.search(query('acme', { offset: 2 ** 40 }))).toMatchObject({ total: 5, hits: [] });
  });

  test('limit 0 counts', () => {
    expect(index.search(query('acme', { limit: 0 }))).toMatchObject({ total: 5, hits: [] });
  });

  test('a hit carries the key of its document', () => {
    expect(index.search(query('john doe')).hits[0]).toEqual({ document: 1, key: 101n, tier: 0 });
  });
});

test('names that bear all words are counted, of all lexicons of the tier', () => {
  const words = { how: 'words', lexicons: ['current', 'former', 'agent'] } as const;
  // Two current names and a former one.
  expect(index.countNames('acme', words)).toBe(2);
  expect(index.countNames('widget', words)).toBe(1);
  expect(index.countNames('acme inc', words)).toBe(2);
  expect(index.countNames('acme nobody', words)).toBe(0);
  expect(index.countNames('acme', { ...words, form: () => null })).toBe(0);
});

describe('filters', () => {
  test('any of the values, all of the filters', () => {
    expect(found(index, query('acme', { filters: [{ facet: 'form', values: ['4'] }] }))).toBe('1:2 3:2');
    expect(
      found(index, query('acme', { filters: [{ facet: 'form', values: ['4', '10-K'] }], limit: 2 })),
    ).toBe('0:2 1:2');
    const both = ['4', '10-K'].map((value) => ({ facet: 'form', values: [value] }));
    expect(index.search(query('acme', { filters: both })).total).toBe(0);
  });

  test('what the index does not hold matches nothing', () => {
    expect(index.search(query(null, { filters: [{ facet: 'form', values: ['13F'] }] })).total).toBe(0);
    expect(index.search(query(null, { filters: [{ facet: 'colour', values: ['4'] }] })).total).toBe(0);
    expect(index.search(query(null, { ranges: [{ column: 'height', from: null, to: null }] })).total).toBe(0);
    expect(index.search(query(null, { group: 99 })).total).toBe(0);
    expect(index.search(query('acme', { tiers: [{ how: 'exact', lexicons: ['agent'] }] })).total).toBe(0);
  });

  test('both ends of a range are inside', () => {
    expect(found(index, query(null, { ranges: [{ column: 'filed', from: 30, to: 40 }] }))).toBe(
      '1:-1 2:-1 3:-1',
    );
  });

  test('of many documents the same pass as of few', () => {
    const count = 2_000;
    const many = open({
      documentKeys: BigUint64Array.from({ length: count }, (_, at) => BigInt(at)),
      lexicons: [
        {
          name: 'name',
          owners: 'documents',
          by: 'words',
          entries: () =>
            Array.from({ length: count }, (_, at) => [at % 20 === 0 ? 'few' : 'many', at] as const),
        },
      ],
      facets: [],
      columns: [
        {
          name: 'filed',
          values: Int32Array.from({ length: count }, (_, at) => (at % 7 === 0 ? NONE : count - at)),
        },
      ],
    });
    const tiers = [{ how: 'words', lexicons: ['name'] }] as const;
    const ranges = [{ column: 'filed', from: 500, to: 1_500 }];
    const expected = (isFew: boolean) =>
      Array.from({ length: count }, (_, at) => at).filter(
        (at) => (at % 20 === 0) === isFew && at % 7 !== 0 && at >= 500 && at <= 1_500,
      );
    for (const text of ['few', 'many']) {
      const { total, hits } = many.search(query(text, { tiers, ranges, limit: count }));
      expect(hits.map(({ document }) => document)).toEqual(expected(text === 'few'));
      expect(total).toBe(expected(text === 'few').length);
    }
  });

  test('one filer', () => {
    expect(found(index, query(null, { group: 22 }))).toBe('2:-1 3:-1');
    expect(found(index, query('john doe', { group: 22 }))).toBe('3:0');
  });
});

describe('which filer was meant', () => {
  test('the first tier that its own names meet', () => {
    const { tierOfGroup } = index.search(query('acme inc'));
    expect([11, 22, 33, 99].map(tierOfGroup)).toEqual([0, 3, undefined, undefined]);
  });

  test('an answer keeps telling it after the next search', () => {
    const first = index.search(query('acme inc'));
    index.search(query('john doe'));
    expect(first.tierOfGroup(22)).toBe(3);
  });
});

test('statistics count names and words', () => {
  expect(index.statistics()).toMatchObject({
    documents: 5,
    groups: 3,
    lexicons: [
      { name: 'current', names: 3, words: 5 },
      { name: 'former', names: 1, words: 2 },
      { name: 'ticker', names: 1, words: 0 },
    ],
  });
});

test('an index of nothing answers', () => {
  const empty = open({ documentKeys: new BigUint64Array(0), lexicons: [], facets: [], columns: [] });
  expect(empty.search(query('acme', { tiers: TIERS }))).toMatchObject({ total: 0, hits: [] });
  expect(empty.search(query(null))).toMatchObject({ total: 0, hits: [] });
});
