import { expect, test } from 'vitest';
import { RoaringBitmap32 } from '../../src/search/index.js';
import { NONE } from '../../src/search/types.js';
import { open, query } from './sample.js';

const COUNT = 300;
const FORMS = 12;
const documents = Array.from({ length: COUNT }, (_, at) => at);
const keys = BigUint64Array.from(documents, BigInt);

function withFiled(values: readonly number[]) {
  const columns = [{ name: 'filed', values: Int32Array.from(values) }];
  return open({ documentKeys: keys, lexicons: [], facets: [], columns });
}

const ORDERS: readonly (readonly [string, readonly number[]])[] = [
  ['fall', documents.map((at) => 1_000 - 3 * Math.floor(at / 4))],
  ['fall, with unknown ones last', documents.map((at) => (at < 280 ? 1_000 - 3 * Math.floor(at / 4) : NONE))],
  ['rise', documents.map((at) => 3 * Math.floor(at / 4))],
  ['go up and down', documents.map((at) => (at % 5 === 0 ? NONE : (at * 37) % 1_000))],
  ['are all the same', documents.map(() => 500)],
  ['are all unknown', documents.map(() => NONE)],
];

test.each(ORDERS)('days that %s: a range has those between its ends', (_, values) => {
  const index = withFiled(values);
  const ends = [null, 0, 1, 498, 499, 500, 501, 791, 999, 1_000, 1_001];
  for (const from of ends) {
    for (const to of ends) {
      const expected = documents.filter((at) => {
        const value = values[at] as number;
        return value !== NONE && value >= (from ?? value) && value <= (to ?? value);
      });
      const { hits } = index.search(
        query(null, { ranges: [{ column: 'filed', from, to }], limit: COUNT, order: 'rank' }),
      );
      expect(hits.map(({ document }) => document)).toEqual(expected);
    }
  }
});

test('two forms together, whichever were asked for together before', () => {
  const forms = Array.from({ length: FORMS }, (_, form) => documents.filter((at) => at % (form + 2) === 0));
  const values = new Map(forms.map((of, form) => [`F${form}`, new RoaringBitmap32(of)] as const));
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
