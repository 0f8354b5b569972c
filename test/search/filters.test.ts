import { describe, expect, test } from 'vitest';
import { NONE } from '../../src/search/format/types.js';
import type { BuildOptions, IndexQuery, LexiconInput, SearchIndex } from '../../src/search/index.js';
import { FEW } from '../../src/search/sets/number-set.js';
import { bitmapFrom } from '../support/bitmaps.js';
import { open, query } from './model/sample.js';

const COUNT = 300;
const FORMS = 12;
const documents = Array.from({ length: COUNT }, (_, at) => at);
const keys = BigUint64Array.from(documents, BigInt);

/** Name `of k only` is borne by k documents, every third one and then the others. */
const SIZES = [1, 2, 3, 10, 100, 200, COUNT];
const bearers = [...documents.filter((at) => at % 3 === 1), ...documents.filter((at) => at % 3 !== 1)];
const lexicon: LexiconInput = {
  name: 'current',
  owners: 'documents',
  by: 'words',
  entries: () =>
    SIZES.flatMap((size) => bearers.slice(0, size).map((at) => [`of ${size} only`, at] as const)),
};

function withFiled(values: readonly number[], options: BuildOptions, few: number) {
  const columns = [{ name: 'filed', values: Int32Array.from(values) }];
  return open({ documentKeys: keys, lexicons: [lexicon], facets: [], columns }, options, few);
}

const ORDERS: readonly (readonly [string, readonly number[]])[] = [
  ['fall', documents.map((at) => 1_000 - 3 * Math.floor(at / 4))],
  ['fall, with unknown ones last', documents.map((at) => (at < 280 ? 1_000 - 3 * Math.floor(at / 4) : NONE))],
  ['rise', documents.map((at) => 3 * Math.floor(at / 4))],
  ['go up and down', documents.map((at) => (at % 5 === 0 ? NONE : (at * 37) % 1_000))],
  ['are all the same', documents.map(() => 500)],
  ['are all unknown', documents.map(() => NONE)],
];

describe.each(ORDERS)('days that %s', (_, values) => {
  const ends = [null, 0, 1, 498, 499, 500, 501, 791, 999, 1_000, 1_001];
  const within = (from: number | null, to: number | null) => (at: number) => {
    const value = values[at] as number;
    return value !== NONE && value >= (from ?? value) && value <= (to ?? value);
  };

  test.each([
    ['runs', 'lists', {}, FEW],
    ['runs', 'bitmaps', {}, 0],
    ['bits', 'lists', { runsAtMost: 0 }, FEW],
    ['bits', 'bitmaps', { runsAtMost: 0 }, 0],
  ])(
    'kept as %s, of %s: a range has those between its ends, of all and of those with a name',
    (_, __, options, few) => {
      const index = withFiled(values, options, few);
      for (const from of ends) {
        for (const to of ends) {
          const request = { ranges: [{ column: 'filed', from, to }], limit: COUNT, order: 'rank' } as const;
          expect(found(index, query(null, request))).toEqual(documents.filter(within(from, to)));
          for (const size of SIZES) {
            const named = bearers.slice(0, size).sort((one, other) => one - other);
            expect(found(index, query(`of ${size} only`, request))).toEqual(named.filter(within(from, to)));
          }
        }
      }
    },
  );
});

function found(index: SearchIndex, request: IndexQuery): number[] {
  return index.search(request).hits.map(({ document }) => document);
}

test.each([FEW, 0])(
  'several forms together, of few documents and of many, up to %i of them as lists',
  (few) => {
    const forms = Array.from({ length: FORMS }, (_, form) => documents.filter((at) => at % FORMS === form));
    const values = new Map(forms.map((of, form) => [`F${form}`, bitmapFrom(of)] as const));
    const facets = [{ name: 'form', values }];
    const index = open({ documentKeys: keys, lexicons: [lexicon], facets, columns: [] }, {}, few);
    for (const size of SIZES) {
      for (let last = 0; last < FORMS; last++) {
        const names = Array.from({ length: last + 1 }, (_, form) => `F${form}`);
        const request = query(`of ${size} only`, {
          filters: [{ facet: 'form', values: names }],
          limit: COUNT,
        });
        const passes = (at: number) => at % FORMS <= last;
        const named = bearers.slice(0, size).sort((one, other) => one - other);
        expect(found(index, request)).toEqual(named.filter(passes));
        expect(index.search(request).total).toBe(named.filter(passes).length);
      }
    }
  },
);

test('two forms together, whichever were asked for together before', () => {
  const forms = Array.from({ length: FORMS }, (_, form) => documents.filter((at) => at % (form + 2) === 0));
  const values = new Map(forms.map((of, form) => [`F${form}`, bitmapFrom(of)] as const));
  const index = open({ documentKeys: keys, lexicons: [], facets: [{ name: 'form', values }], columns: [] });
  const pairs = forms.flatMap((_, one) => forms.map((_, other) => [one, other] as const));
  for (const [one, other] of [...pairs, ...pairs.reverse()]) {
    const filters = [{ facet: 'form', values: [`F${one}`, `F${other}`] }];
    const { total, hits } = index.search(query(null, { filters, limit: COUNT }));
    const expected = documents.filter((at) => at % (one + 2) === 0 || at % (other + 2) === 0);
    expect(total).toBe(expected.length);
    expect(hits.map(({ document }) => document)).toEqual(expected);
  }
});
