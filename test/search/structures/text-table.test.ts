import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildIndex, openIndex, type SearchIndex, TextTableBuilder } from '../../../src/search/index.js';
import { filings } from '../model/sample.js';

function tableOf(texts: readonly string[], max = texts.length): SearchIndex {
  const builder = new TextTableBuilder(max);
  for (const [at, text] of texts.entries()) builder.add(text, at);
  const tables = [
    { name: 'other', texts: new TextTableBuilder(0) },
    { name: 'ids', texts: builder },
  ];
  return openIndex(Buffer.concat(buildIndex({ ...filings, tables })));
}

test('every text gets a number of the table, and on its own the one it was given', () => {
  const texts = fc.uniqueArray(fc.string({ unit: 'grapheme' }), { maxLength: 200 });
  fc.assert(
    fc.property(texts, (all) => {
      const index = tableOf(all);
      for (const text of all) expect(index.numberOf('ids', text)).toBeLessThan(all.length);
      for (const text of all.slice(0, 1)) expect(tableOf([text]).numberOf('ids', text)).toBe(0);
    }),
  );
});

test('nearly every text gets its own number, however full the table, and hardly one that is not in it gets any', () => {
  const texts = Array.from({ length: 20_000 }, (_, at) => `CO:${20_001_000_000 + at}`);
  const index = tableOf(texts);
  expect(texts.filter((text, at) => index.numberOf('ids', text) !== at).length).toBeLessThan(5);
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
