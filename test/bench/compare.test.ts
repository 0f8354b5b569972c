import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CompareDocument, compareDocuments } from '../../bench/compare/documents.js';
import { Fts5 } from '../../bench/compare/fts5.js';
import { questionOf } from '../../bench/compare/question.js';
import type { IndexInput, IndexQuery } from '../../src/search/format/types.js';
import { bitmapFrom } from '../support/bitmaps.js';

/** Three filers and four filings; the second filing has the first two filers, who share its words between them. */
const INPUT: IndexInput = {
  documentKeys: BigUint64Array.of(10n, 11n, 12n, 13n),
  groups: {
    keys: Float64Array.of(1, 2, 3),
    offsets: Uint32Array.of(0, 2, 3, 5),
    documents: Uint32Array.of(0, 1, 1, 2, 3),
  },
  lexicons: [
    {
      name: 'name',
      owners: 'groups',
      by: 'words',
      entries: () => [
        ['north river inc', 0],
        ['south bank', 1],
        ['northern star', 2],
      ],
    },
    { name: 'former', owners: 'groups', by: 'words', entries: () => [['old star river', 2]] },
    { name: 'ticker', owners: 'groups', by: 'whole', entries: () => [['sbk', 1]] },
    {
      name: 'description',
      owners: 'documents',
      by: 'words',
      entries: () => [0, 1, 2, 3].map((document) => ['4 ownership report', document] as const),
    },
  ],
  facets: [
    {
      name: 'form',
      values: new Map([
        ['SC 13G/A', bitmapFrom([0, 2])],
        ['4', bitmapFrom([1, 3])],
      ]),
    },
  ],
  columns: [{ name: 'filed', values: Int32Array.of(40, 30, 20, 10) }],
};
const FIELDS = { names: ['name', 'former'], whole: ['ticker'], described: ['description'], column: 'filed' };

describe('the other engines', () => {
  let folder: string;
  let engine: Fts5;
  let documents: CompareDocument[];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-compare-'));
    engine = new Fts5(folder);
    documents = [...compareDocuments(INPUT, FIELDS)];
    await engine.load(documents, () => {});
  });
  afterAll(async () => {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = (text: string, more: Partial<IndexQuery> = {}) =>
    engine.ask(
      questionOf({ text, tiers: [], filters: [], ranges: [], order: 'tiers', offset: 0, limit: 10, ...more }),
    );

  it.each([
    ['river', [0, 1, 2, 3], 'a word, also of a former name'],
    ['north', [0, 1, 2, 3], 'the beginning of a name, where it is no word of it'],
    ['north river', [0, 1], 'two words of one name'],
    ['river north', [0, 1], 'in any order'],
    ['river bank', [], 'never words scattered over two filers'],
    ['star inc', [], 'nor over two names'],
    ['sbk', [1], 'a ticker, whole'],
    ['sb', [], 'a ticker never by its beginning'],
    ['report', [0, 1, 2, 3], 'a word of a description'],
    ['ownership river', [], 'never words of a name and a description together'],
  ])('find for "%s" %j: %s', async (text, expected) => {
    const { total, page } = await ask(text);
    expect(page).toEqual(expected);
    expect(total).toBe(expected.length);
  });

  it('filter by facet and range, and page in rank order with the whole total', async () => {
    const filters = [{ facet: 'form', values: ['SC 13G/A', '5'] }];
    expect((await ask('river', { filters })).page).toEqual([0, 2]);
    const ranges = [{ column: 'filed', from: 20, to: 30 }];
    expect((await ask('river', { ranges })).page).toEqual([1, 2]);
    expect(await ask('river', { offset: 1, limit: 2 })).toMatchObject({ total: 4, page: [1, 2] });
  });

  it('keep texts apart only where a document has several', () => {
    expect(documents.map(({ texts }) => texts !== null)).toEqual([false, true, true, true]);
  });
});
