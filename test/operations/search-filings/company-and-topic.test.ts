import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundFiling } from '../../../src/contract/filing-search.js';
import type { SecFact } from '../../../src/domain/sec/sec.js';
import { startService, type TestService } from '../../support/service.js';

const FILERS = [
  { cik: 1, name: 'Quillback Motors, Inc.', tickers: ['QBM'], former: 'Heron Carriages Inc', sic: '3711' },
  { cik: 2, name: 'Heron Lake Software Corp', tickers: ['HLS'] },
  { cik: 3, name: 'Departure Airlines Inc' },
  { cik: 4, name: 'HLS Cybersecurity LLC' },
  { cik: 5, name: 'JOHNSON & JOHNSON' },
];
const FILINGS = [
  { n: 1, cik: 1, form: '10-K' },
  { n: 2, cik: 1, form: '8-K', items: '5.02,9.01' },
  { n: 3, cik: 1, form: '8-K', items: '1.03' },
  { n: 4, cik: 2, form: '8-K', items: '5.02' },
  { n: 5, cik: 2, form: '8-K', items: '1.05' },
  { n: 6, cik: 2, form: '10-K', description: 'ANNUAL REPORT ON CLOUDS' },
  { n: 7, cik: 3, form: '10-Q' },
  { n: 8, cik: 4, form: '10-Q' },
  { n: 9, cik: 5, form: '10-Q' },
];

let service: TestService;
beforeAll(async () => {
  const filers = FILERS.map(({ former, ...filer }): SecFact => {
    const formerNames = former === undefined ? [] : [{ name: former, from: null, to: null }];
    return { kind: 'filer', ...filer, formerNames };
  });
  const filings = FILINGS.map(
    ({ n, ...filing }): SecFact => ({
      ...{ kind: 'filing', accession: `0000000001-20-00000${n}`, filed: `2020-0${n}-01` },
      ...filing,
    }),
  );
  service = await startService({ sec: { us_sec_submissions: [...filers, ...filings] } });
});
afterAll(() => service.close());

const search = (query: string) =>
  service.get<FoundFiling[]>(`/api/v1/sec/search?${query.replaceAll(' ', '+')}`);
const numbers = async (query: string) =>
  (await search(query)).data.map(({ accessionNumber }) => Number(accessionNumber.slice(-1)));

describe('a company and a topic', () => {
  it.each([
    ['q=quillback motors departure of directors', [2]],
    ['q=departure of directors quillback motors', [2]],
    ['q=heron lake software cybersecurity', [5]],
    ['q=QBM 10-K', [1]],
    ['q=quillback motors annual report', [1]],
    ['q=heron carriages item 1.03', [3]],
    ['q=hls 5.02', [4]],
    ['company=quillback&about=5.02', [2]],
    ['company=heron lake&about=clouds', [6]],
    ['about=departure of directors', [4, 2]],
    ['about=form 10-K', [6, 1]],
    ['company=QBM', [3, 2, 1]],
  ])('%s: both narrow', async (query, expected) => {
    expect(await numbers(query)).toEqual(expected);
  });

  it('of one word is a name first, then a topic', async () => {
    expect(await numbers('q=departure')).toEqual([7, 4, 2]);
  });

  it('finds nothing if the company has no filing on the topic, and shows no other company', async () => {
    expect(await numbers('q=departure airlines bankruptcy')).toEqual([]);
    expect(await numbers('company=departure&about=bankruptcy')).toEqual([]);
  });

  it.each([
    // The name, whole or in part, of a company that has no such filing; other companies have one.
    'q=heron carriages&forms=10-Q',
    'q=departure airlines&forms=8-K',
    'q=hls cybersecurity&forms=8-K',
    'q=departure air&forms=8-K',
    'q=quillback motors&year=2021',
    'q=quillback motors&cik=3',
    'q=quillback&start_date=2020-06-01',
    // A topic of the company, and no such filing in that time.
    'q=quillback motors 10-K&start_date=2020-02-01',
    'q=QBM 10-K&year=2021',
    // A misspelt name.
    'q=quilback motors&forms=10-Q',
  ])('%s: finds nothing, and is read in no other way because of the filters', async (query) => {
    const { data, meta } = await search(query);
    expect(data).toEqual([]);
    expect(meta).not.toHaveProperty('suggestions');
  });

  it('takes q or the two of them', async () => {
    const { status, body } = await search('q=heron&about=10-K');
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ parameter: 'about', message: 'cannot be combined with q.' }] });
  });
});

describe('a name beside the other name of the company', () => {
  it.each([
    ['q=Quillback Motors, formerly known as Heron Carriages', [3, 2, 1]],
    ['q=Heron Carriages (now known as Quillback Motors)', [3, 2, 1]],
    ['q=Quillback Motors formerly Heron Carriages Inc', [3, 2, 1]],
    ['q=Quillback Motors fka Smew Carriages', [3, 2, 1]],
    ['q=formerly known as Heron Carriages', [3, 2, 1]],
    ['q=Smew Motors formerly known as Smew Carriages', []],
    ['q=Smew Motors now known as', []],
    ['q=P%26G', []],
  ])('%s', async (query, expected) => {
    expect(await numbers(query)).toEqual(expected);
  });
});

describe('match of a filing', () => {
  it.each([
    ['q=quillback motors', 'name', 'Quillback Motors, Inc.', 'exact'],
    ['q=quillb', 'name', 'Quillback Motors, Inc.', 'prefix'],
    ['q=software', 'name', 'Heron Lake Software Corp', 'words'],
    ['q=heron carriages', 'former_name', 'Heron Carriages Inc', 'former'],
    ['q=HLS', 'ticker', 'HLS', 'exact'],
    ['q=CIK0000000002', 'cik', '2', 'exact'],
    ['q=1.05', 'item', '1.05', 'exact'],
    ['q=clouds', 'description', '10-K ANNUAL REPORT ON CLOUDS', 'words'],
    ['q=J%26J', 'name', 'JOHNSON & JOHNSON', 'known_as'],
    ['q=quilback motors', 'name', 'Quillback Motors, Inc.', 'typo'],
  ])('%s: the %s', async (query, field, value, kind) => {
    const { data } = await search(query);
    expect(data[0]?.match).toMatchObject({ field, value, kind });
  });

  it('is null without a text', async () => {
    expect((await search('cik=3')).data[0]?.match).toBeNull();
  });

  it('of exact=true is the whole name only', async () => {
    expect(await numbers('q=quillback&exact=true')).toEqual([]);
    expect(await numbers('q=quillback motors incorporated&exact=true')).toEqual([3, 2, 1]);
    expect(await numbers('q=heron carriages&exact=true')).toEqual([3, 2, 1]);
  });
});

describe('a company with a word for its industry behind it', () => {
  it('is that company, and the word is left out', async () => {
    expect(await numbers('q=quillback motors cars')).toEqual([3, 2, 1]);
    expect(await numbers('q=quillback motors car company')).toEqual([]);
    expect(await numbers('q=quillback motors auto parts')).toEqual([3, 2, 1]);
    expect(await numbers('q=quillback motors auto parts maker')).toEqual([3, 2, 1]);
    expect(await numbers('q=quillback motors home improvement')).toEqual([]);
    expect(await numbers('q=quillback motors cars company')).toEqual([3, 2, 1]);
    const { data, meta } = await search('q=quillback motors cars&forms=10-K');
    expect(meta.removedWords).toEqual(['cars']);
    expect(data[0]?.match?.why).toContain('without “cars”');
  });

  it('is none if its SIC code is of another industry, or if all words are to match', async () => {
    expect(await numbers('q=quillback motors airlines')).toEqual([]);
    expect(await numbers('q=quillback motors cars&words=all')).toEqual([]);
  });
});

describe('a company that has no filing on the topic', () => {
  it('is suggested as that', async () => {
    for (const q of ['quillback motors zeppelins', 'zeppelins quillback motors']) {
      const { data, meta } = await search(`q=${q}`);
      expect(data).toEqual([]);
      expect(meta.suggestions).toEqual([
        expect.objectContaining({ why: 'None of its filings matches “zeppelins”.', topic: 'zeppelins' }),
      ]);
    }
  });
});

describe('a name that no filer has', () => {
  it('finds nothing, and lists similar names', async () => {
    const { data, meta } = await search('q=heron lake breweries');
    expect(data).toEqual([]);
    expect(meta).toMatchObject({
      totalCount: 0,
      suggestions: [{ id: '0000000002', name: 'Heron Lake Software Corp', why: 'Lacks “breweries”.' }],
    });
  });

  it('finds the similar ones for words=some, and lists none for words=all', async () => {
    expect((await search('q=heron lake breweries&words=some')).meta).toMatchObject({
      totalCount: 3,
      removedWords: ['breweries'],
    });
    const { data, meta } = await search('q=heron lake breweries&words=all');
    expect(data).toEqual([]);
    expect(meta).not.toHaveProperty('suggestions');
  });
});
