import { expect, test } from 'vitest';
import type { IndexQuery } from '../../../src/search/index.js';
import { bitmapFrom } from '../../support/bitmaps.js';
import { open, query } from '../model/sample.js';

test.each([
  ['near to each other', [0, 1, 2, 5, 8]],
  ['all in a row', [3, 4, 5, 6, 7]],
  ['far apart', [7, 4_000_000_000, 9_007_199_254_740_991]],
  ['of which one is negative', [-3, 1, 2]],
  ['of which one is no whole number', [1, 1.5, 2]],
])('groups whose keys are %s are found by them, and no others', (_, keys) => {
  const index = open({
    documentKeys: BigUint64Array.from(keys, (_, at) => BigInt(at)),
    groups: {
      keys: Float64Array.from(keys),
      offsets: Uint32Array.from({ length: keys.length + 1 }, (_, at) => at),
      documents: Uint32Array.from(keys, (_, at) => at),
    },
    ...{ lexicons: [], facets: [], columns: [] },
  });
  const found = (group: number) => index.search(query(null, { group })).hits.map(({ document }) => document);
  for (const [at, key] of keys.entries()) {
    expect(found(key)).toEqual([at]);
    for (const other of [key - 1, key + 1, key + 0.5, -key - 10]) {
      expect(found(other)).toEqual(keys.includes(other) ? [keys.indexOf(other)] : []);
    }
  }
});

test.each([16_384, 16_385, 40_000])('the %i documents of a busy group are narrowed and paged', (count) => {
  const documents = Uint32Array.from({ length: count }, (_, at) => 2 * at);
  const third = bitmapFrom(documents.filter((_, at) => at % 3 === 0));
  const index = open({
    documentKeys: BigUint64Array.from({ length: 2 * count }, (_, at) => BigInt(at)),
    groups: { keys: Float64Array.of(7), offsets: Uint32Array.of(0, count), documents },
    facets: [{ name: 'form', values: new Map([['4', third]]) }],
    ...{ lexicons: [], columns: [] },
  });
  const found = (filters: IndexQuery['filters']) => {
    const { total, hits } = index.search(query(null, { group: 7, filters, offset: 5_000, limit: 2 }));
    return [total, ...hits.map(({ document }) => document)];
  };
  expect(found([])).toEqual([count, 10_000, 10_002]);
  expect(found([{ facet: 'form', values: ['4'] }])).toEqual([Math.ceil(count / 3), 30_000, 30_006]);
});
