import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FilingItem } from '../../../src/contract/records/filing.js';
import type { SecFact } from '../../../src/domain/sec/sec.js';
import { parseFilingFilter, parseFilingSearch } from '../../../src/operations/search-filings/request.js';
import { startService, type TestService } from '../../support/service.js';

/** CIK n filed one report, in the n-th month: the higher, the newer. */
const FILERS: readonly { readonly name: string; readonly tickers?: string[]; readonly former?: string }[] = [
  { name: 'J P MORGAN CHASE & CO', tickers: ['JPM'] },
  { name: 'AT&T INC.', tickers: ['T'] },
  { name: 'Macy\u2019s, Inc.', tickers: ['M'] },
  { name: '3M CO', tickers: ['MMM'] },
  { name: 'Nestl\u00e9 S.A.' },
  { name: 'BERKSHIRE HATHAWAY INC', tickers: ['BRK-A', 'BRK-B'] },
  { name: 'MORGAN STANLEY', tickers: ['MS'] },
  { name: 'UNITED STATES STEEL CORP', tickers: ['X'] },
  { name: '1-800-FLOWERS.COM INC', tickers: ['FLWS'] },
  { name: 'Meta Platforms, Inc.', tickers: ['META'], former: 'Facebook Inc' },
  { name: 'TEAM INC', tickers: ['TISI'] },
  { name: 'ATLASSIAN CORP', tickers: ['TEAM'] },
];

let service: TestService;
beforeAll(async () => {
  const facts = FILERS.flatMap(({ name, tickers = [], former }, at): SecFact[] => [
    {
      kind: 'filer',
      cik: at + 1,
      name,
      tickers,
      formerNames: former ? [{ name: former, from: null, to: null }] : [],
    },
    {
      kind: 'filing',
      accession: `0000000001-20-${String(at + 1).padStart(6, '0')}`,
      cik: at + 1,
      form: '10-Q',
      filed: `2020-${String(at + 1).padStart(2, '0')}-01`,
    },
  ]);
  service = await startService({ sec: { us_sec_submissions: facts } });
});
afterAll(() => service.close());

const search = (text: string) =>
  service.get<FilingItem[]>(`/api/v1/sec/search?q=${encodeURIComponent(text)}`);
const ciks = async (text: string) => (await search(text)).data.map((item) => Number(item.cik));

describe('q of GET /api/v1/sec/search', () => {
  it.each([
    [['NYSE:T', 'nyse: t', '(NYSE: T)', '[NYSE:T]', 'T:NYSE', 'XNYS:T'], 2],
    [['T:US', '$T', 'T US', 'T US Equity', 'AT&T Inc. (NYSE: T)'], 2],
    [['NYSE: BRK.B', 'NYSE:BRK-B', 'NYSE: BRK B', 'NYSE American: BRK/B'], 6],
    [['NASDAQ:TEAM', 'NasdaqGS: TEAM', 'OTC: TEAM', 'OTC Pink: TEAM', 'OTCQX:TEAM'], 11],
  ])('an exchange beside a ticker is left out: %j', async (texts, cik) => {
    for (const text of texts) expect([text, (await ciks(text))[0]]).toEqual([text, cik]);
  });

  it('says which words of an exchange were left out', async () => {
    expect((await search('NYSE:T')).meta.removedWords).toEqual(['nyse']);
    expect((await search('T')).meta.removedWords).toBeUndefined();
  });

  it.each([
    ['&', ['AT&T', 'at & t', 'AT AND T', 'at&t inc'], [2]],
    ['initials', ['J P MORGAN', 'J.P. Morgan', 'j.p.morgan chase', 'JP Morgan Chase & Co.'], [1]],
    ['apostrophes', ['macys', 'Macy\u2019s', "MACY'S", 'macy`s inc'], [3]],
    ['punctuation', ['united-states steel', 'UNITED STATES, STEEL', '(united) states/steel!'], [8]],
    ['digits', ['3m', '3M Co'], [4]],
    ['digits in groups', ['1-800-flowers', '1 800 FLOWERS.COM', '800'], [9]],
    ['diacritics', ['nestle', 'NESTL\u00c9', 'nestle\u0301 sa'], [5]],
    ['tickers', ['meta', 'META'], [10]],
    ['tickers of several parts', ['BRK-A', 'brk.b', 'brk a'], [6]],
    ['former names', ['facebook', 'FACEBOOK, INC.', 'face'], [10]],
    ['prefixes while typing', ['berk', 'berkshire h', 'berkshire hathaway i'], [6]],
    ['a word typed in part behind whole ones', ['hathaway berk'], [6]],
    ['misspellings', ['berkshre', 'brekshire hathaway', 'berkshires'], [6]],
  ])('finds the filer: %s', async (_, texts, expected) => {
    for (const text of texts) expect([text, await ciks(text)]).toEqual([text, expected]);
  });

  it.each([
    ['a legal form alone finds all that bear it, newest first', 'inc', [11, 10, 9, 6, 3, 2]],
    ['whose whole name it is stands before whose ticker it is', 'TEAM', [11, 12]],
    ['the same in small letters', 'team', [11, 12]],
    ['a ticker of another name', 'tisi', [11]],
    ['the bearer of a ticker stands before names that begin so', 'm', [3, 10, 7]],
    ['names that begin so stand before names that hold the word', 'morgan', [7, 1]],
    ['one character that begins no word', 'w', []],
    ['one digit', '3', [4]],
    ['words of two filers', 'morgan steel', []],
    ['a word with no neighbour', 'zzzzzz', []],
    ['a word as often as 500 characters hold it', 'steel '.repeat(83).trim(), [8]],
    ['one word of 500 characters', 'a'.repeat(500), []],
    ['500 one-letter words', 'a '.repeat(250).trim(), []],
  ])('%s', async (_, text, expected) => {
    expect(await ciks(text)).toEqual(expected);
  });

  it('says what a misspelt text was taken for, and says nothing of a word still being typed', async () => {
    expect((await search('berkshre')).meta.correctedQuery).toBe('berkshire');
    expect((await search('hathaway berk')).meta).not.toHaveProperty('correctedQuery');
  });

  it('refuses more than 500 characters, and a text without letter and digit', async () => {
    expect((await search('a'.repeat(501))).status).toBe(400);
    expect((await search('(-!)')).status).toBe(400);
  });
});

it.each([['T'], ['NYSE:T'], ['nyse: brk.b'], ['tesla'], ['NYSE: Tesla']])(
  'an export reads %s as a ticker if the search does',
  (q) => {
    expect(parseFilingFilter({ q }).isTicker).toBe(parseFilingSearch({ q }).isTicker);
    expect(parseFilingSearch({ q }).isTicker).toBe(!/tesla/i.test(q));
  },
);
