import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EntityItem } from '../../../src/contract/entity-search.js';
import type { EntityDraft } from '../../../src/domain/entity.js';
import { startService, type TestService } from '../../support/service.js';

const RECORDS: readonly EntityDraft[] = [
  { key: '1', name: 'J.P. Invented & Co.' },
  { key: '2', name: 'D&G Trading, Inc.' },
  { key: '3', name: 'Fern\u2019s Caf\u00e9 LLC' },
  { key: '4', name: '24-7 Towing Inc' },
  { key: '5', name: 'Quillback Outfitters LLC', otherNames: [{ name: 'Heron Supply Inc', kind: 'former' }] },
  { key: '6', name: 'Quill LLC' },
  { key: '7', name: 'Z Inc' },
];

let service: TestService;
beforeAll(async () => {
  service = await startService({ entities: { us_co_business_entities: RECORDS } });
});
afterAll(() => service.close());

const search = (text: string) => service.get<EntityItem[]>(`/api/v1/search?name=${encodeURIComponent(text)}`);
const keys = async (text: string) => (await search(text)).data.map(({ id }) => Number(id.replace('CO:', '')));

describe('name of GET /api/v1/search', () => {
  it.each([
    ['&', ['d & g', 'D AND G', 'd&g trading'], [2]],
    ['initials', ['J P INVENTED', 'J.P. Invented', 'jp invented & co'], [1]],
    ['apostrophes and diacritics', ['ferns cafe', 'FERN\u2019S CAF\u00c9', "fern's cafe\u0301"], [3]],
    ['digits and punctuation', ['24-7', '24/7 towing', '24 7', 'towing 24'], [4]],
    ['former names', ['heron', 'Heron Supply, Inc.', 'heron sup'], [5]],
    ['prefixes while typing', ['quillb', 'quillback out'], [5]],
    ['a word typed in part behind whole ones', ['outfitters quillb'], [5]],
    ['misspellings', ['quilback', 'quillbcak outfitters'], [5]],
  ])('finds the record: %s', async (_, texts, expected) => {
    for (const text of texts) expect([text, await keys(text)]).toEqual([text, expected]);
  });

  it.each([
    ['a legal form alone finds all that bear it, by name, former bearers last', 'inc', [4, 2, 7, 5]],
    ['bearers of the whole name stand before names that begin so', 'quill', [6, 5]],
    ['one character', 'z', [7]],
    ['words of two records find the one whose whole name is there', 'quill towing', [6, 5]],
    ['words of two records, neither of them a name', 'outfitters towing', []],
    ['words of a current and a former name', 'heron quillback', []],
    ['a word as often as 500 characters hold it', 'towing '.repeat(71).trim(), [4]],
    ['one word of 500 characters', 'a'.repeat(500), []],
  ])('%s', async (_, text, expected) => {
    expect(await keys(text)).toEqual(expected);
  });

  it('says which words were left out to find anything, and calls no such result the whole name', async () => {
    const { data, meta } = await search('quill towing');
    expect(meta).toMatchObject({ totalCount: 2, removedWords: ['towing'] });
    expect(data[0]?.match).toEqual({ field: 'name', value: 'Quill LLC', kind: 'words' });
    expect((await search('quill')).meta).not.toHaveProperty('removedWords');
  });

  it('refuses more than 500 characters, and a text without letter and digit', async () => {
    expect((await search('a'.repeat(501))).status).toBe(400);
    expect((await search('(-!)')).status).toBe(400);
  });
});
