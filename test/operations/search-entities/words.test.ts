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
  { key: '8', name: 'Aaron Chapter', otherNames: [{ name: 'Teal College', kind: 'sort' }] },
  { key: '9', name: 'Abel Trading LLC', otherNames: [{ name: 'Teal College', kind: 'assumed' }] },
  { key: '10', name: 'TEAL COLLEGE INC', activity: 'inactive' },
  { key: '11', name: 'The Teal College Corporation', activity: 'active' },
  {
    key: '12',
    name: 'WAL-MART 24 STORES CO',
    registeredAgent: { name: 'C T Corporation System', address: null },
  },
  { key: '13', name: 'VIST ORELBEAU DE PARIS LLC' },
  { key: '14', name: 'Vistorelbeau Holdings LLC' },
  { key: '15', name: 'Smewworkers 2176 Union' },
  { key: '16', name: 'Gullworkers Union 00318 Local' },
  { key: '18', name: 'NATIONAL PUBLIC RADIO CORP' },
  { key: '19', name: 'National Public Radio Club of Smews' },
  { key: '17', name: 'Søndergård Weiß ApS' },
  { key: '20', name: 'Gadwall Savings of New York' },
  { key: '21', name: 'Shoveler Motor Works LLC' },
  { key: '22', name: 'Young Mens Christian Association of Scaup' },
  { key: '23', name: 'YWCA Scaup Region' },
  {
    ...{ key: '24', name: 'Benevolent & Protective Order of Elks of the USA' },
    otherNames: [{ name: 'Benevolent & Protective Order of Elks of the USA 0240 Whimbrel', kind: 'sort' }],
  },
  { key: '25', name: 'Trustees of Godwit College' },
  { key: '26', name: 'Godwit College Alumni Club' },
  { key: '27', name: 'Southern California Shrike' },
  { key: '28', name: 'Society of Dunlin Clubs of Knot' },
  {
    ...{ key: '29', name: 'International Association of Fire Fighters' },
    otherNames: [{ name: 'International Association of Fire Fighters L2722 Whimbrel', kind: 'sort' }],
  },
  { key: '30', name: 'Consolidated Edison Co' },
  { key: '31', name: 'NFL Players Association Benefit Plan' },
  { key: '32', name: 'National Football League Players Association' },
  { key: '33', name: 'Universal Godwit Services' },
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
    [
      'legal forms',
      ['Quillback Outfitters Limited Liability Company', 'The Quillback Outfitters, L.L.C.'],
      [5],
    ],
    ['joined and split words', ['walmart 24 stores', 'wal mart24stores company', 'walmart'], [12]],
    ['joined words of which another name is one', ['vistorelbeau paris', 'paris vistorelbeau'], [13]],
    ['abbreviations', ['walmart 24 stores company'], [12]],
    ['former names', ['heron', 'Heron Supply, Inc.', 'heron sup'], [5]],
    ['prefixes while typing', ['quillb', 'quillback out'], [5]],
    ['a word typed in part behind whole ones', ['outfitters quillb'], [5]],
    ['a whole number', ['smewworkers 2176', 'smew workers 2176', 'smewworkers 02176'], [15]],
    [
      'a number with zeros before it',
      ['gullworkers union 318', 'gullworkers union 00318', 'gullworkers local 318'],
      [16],
    ],
    ['letters of other alphabets', ['sondergard weiss', 'S\u00d8NDERGARD', 'søndergård weiß'], [17]],
    ['what people call it', ['NPR', 'npr', 'N.P.R.'], [18]],
    ['the code of a state within a name', ['gadwall savings of ny', 'gadwall ny'], [20]],
    ['an abbreviation of three letters', ['shoveler mtr works'], [21]],
    ['initials behind a place', ['scaup ymca'], [22]],
    [
      'the number of a local body',
      ['elks whimbrel', 'elks lodge whimbrel', 'elks lodge 240', 'order of elks local no 240'],
      [24],
    ],
    ['the number of a local body behind an L', ['iaff local 2722', 'iaff local union no 2722'], [29]],
    ['a nickname without spaces', ['con ed', 'coned'], [30]],
    ['a name that begins with a nickname', ['nfl players association'], [32, 31]],
    ['an abbreviation of several words, one of which is usual', ['univ godwit svcs'], [33]],
    ['two abbreviations', ['so cal shrike'], [27]],
    ['a word in the singular', ['dunlin club knot'], [28]],
    ['misspellings', ['quilback', 'quillbcak outfitters'], [5]],
  ])('finds the record: %s', async (_, texts, expected) => {
    for (const text of texts) expect([text, await keys(text)]).toEqual([text, expected]);
  });

  it.each([
    ['a legal form alone finds all that bear it, by name, former bearers last', 'inc', [4, 2, 7, 10, 5]],
    ['bearers of the whole name stand before names that begin so', 'quill', [6, 5]],
    ['the governors of a college stand for it', 'godwit college', [26, 25]],
    ['the beginning of a number', 'smewworkers 217', []],
    ['the beginning of a number behind joined words', 'smew workers 217', []],
    ['a number that ends so', 'smewworkers 176', []],
    ['a number with zeros behind it', 'gullworkers union 3180', []],
    ['what people call another that is not there', 'AFSCME', []],
    ['one character', 'z', [7]],
    ['words of two records, one of them a name', 'quill towing', []],
    ['words of two records, neither of them a name', 'outfitters towing', []],
    ['words of a current and a former name', 'heron quillback', []],
    ['a word as often as 500 characters hold it', 'towing '.repeat(71).trim(), [4]],
    ['one word of 500 characters', 'a'.repeat(500), []],
  ])('%s', async (_, text, expected) => {
    expect(await keys(text)).toEqual(expected);
  });

  it('puts own names before others, active records before dissolved ones, and says where the name stands', async () => {
    const { data } = await search('teal college');
    expect(data.map(({ id, match }) => [id, match?.field, match?.kind])).toEqual([
      ['CO:11', 'name', 'exact'],
      ['CO:10', 'name', 'exact'],
      ['CO:8', 'sort_name', 'exact'],
      ['CO:9', 'other_name', 'exact'],
    ]);
    const inc = await search('Teal College, Incorporated');
    expect(inc.data.map(({ id, match }) => [id, match?.kind])).toEqual([
      ['CO:10', 'exact'],
      ['CO:8', 'exact'],
      ['CO:9', 'exact'],
      ['CO:11', 'other_form'],
    ]);
  });

  it('finds an agent whose form and initials are spelt otherwise', async () => {
    const found = await service.get<EntityItem[]>('/api/v1/search?agent=CT+Corp.+System');
    expect(found.data.map(({ id }) => id)).toEqual(['CO:12']);
  });

  it.each(['ATVI', 'wlmt', 'WLMT.B'])(
    'takes no other word for what looks like a ticker: %s',
    async (text) => {
      expect(await search(text)).toMatchObject({ data: [], meta: { total: 0 } });
    },
  );

  it('says which words were left out to find anything, and calls no such result the whole name', async () => {
    const { data, meta } = await service.get<EntityItem[]>('/api/v1/search?name=quill+towing&words=some');
    expect(meta).toMatchObject({ totalCount: 2, removedWords: ['towing'] });
    expect(data[0]?.match).toMatchObject({ field: 'name', value: 'Quill LLC', kind: 'words' });
    expect((await search('quill')).meta).not.toHaveProperty('removedWords');
  });

  it('lists similar names beside the results, never among them', async () => {
    const { data, meta } = await search('quill towing');
    expect(data).toEqual([]);
    expect(meta).toMatchObject({
      totalCount: 0,
      suggestions: [
        { id: 'CO:6', name: 'Quill LLC', why: 'Lacks “towing”.' },
        { id: 'CO:5', name: 'Quillback Outfitters LLC', why: 'Lacks “towing”.' },
      ],
    });
    expect((await search('quill')).meta).not.toHaveProperty('suggestions');
  });

  it('corrects and leaves out nothing for words=all', async () => {
    const { data, meta } = await service.get<EntityItem[]>('/api/v1/search?name=quilback&words=all');
    expect(data).toEqual([]);
    expect(meta).not.toHaveProperty('correctedQuery');
    expect(meta).not.toHaveProperty('suggestions');
  });

  it('refuses more than 500 characters, and a text without letter and digit', async () => {
    expect((await search('a'.repeat(501))).status).toBe(400);
    expect((await search('(-!)')).status).toBe(400);
  });
});
