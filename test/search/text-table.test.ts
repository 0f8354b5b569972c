import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildIndex, openIndex, type SearchIndex, TextTableBuilder } from '../../src/search/index.js';
import { filings } from './sample.js';

function tableOf(texts: readonly string[], most = texts.length): SearchIndex {
  const builder = new TextTableBuilder(most);
  for (const [at, text] of texts.entries()) builder.add(text, at);
  const tables = [
    { name: 'other', texts: new TextTableBuilder(0) },
    { name: 'ids', texts: builder },
  ];
  return openIndex(Buffer.concat(buildIndex({ ...filings, tables })));
}

test('every text is found under the number it was given, however full the table', () => {
  const texts = fc.uniqueArray(fc.string({ unit: 'grapheme' }), { maxLength: 200 });
  fc.assert(
    fc.property(texts, (all) => {
      const index = tableOf(all);
      expect(all.map((text) => index.numberOf('ids', text))).toEqual(all.map((_, at) => at));
    }),
  );
});

test('of texts that are not in it hardly one seems to be', () => {
  const index = tableOf(Array.from({ length: 20_000 }, (_, at) => `CO:${20_001_000_000 + at}`));
  const others = Array.from({ length: 50_000 }, (_, at) => `CT:${20_001_000_000 + at}`);
  expect(others.filter((text) => index.numberOf('ids', text) !== undefined).length).toBeLessThan(10);
});

test('an empty table, an unknown one and an index without any give no number', () => {
  expect(tableOf(['a']).numberOf('other', 'a')).toBeUndefined();
  expect(tableOf(['a']).numberOf('unknown', 'a')).toBeUndefined();
  expect(openIndex(Buffer.concat(buildIndex(filings))).numberOf('ids', 'a')).toBeUndefined();
});

test('more texts than it was made for are refused', () => {
  expect(() => tableOf(['a', 'b'], 1)).toThrow(RangeError);
});
