import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FilingItem } from '../../../src/contract/records/filing.js';
import type { FilerFact, FilingFact } from '../../../src/domain/sec/sec.js';
import { startService, type TestService } from '../../support/service.js';

const filing = (
  accession: string,
  cik: number,
  form: string,
  filed: string,
  more: Partial<FilingFact> = {},
): FilingFact => ({
  kind: 'filing',
  accession,
  cik,
  form,
  filed,
  ...more,
});
const filer = (cik: number, name: string, more: Partial<FilerFact> = {}): FilerFact => ({
  kind: 'filer',
  cik,
  name,
  ...more,
});

let service: TestService;
beforeAll(async () => {
  service = await startService({
    sec: {
      us_sec_submissions: [
        filer(100, 'Acme Motors, Inc.', {
          tickers: ['ACM'],
          sic: '3711',
          city: 'D/FW AIRPORT',
          place: 'TX',
          incorporationState: 'DE',
          formerNames: [{ name: 'ZENITH CARRIAGE CO', from: '1999-01-01', to: '2005-01-01' }],
        }),
        filer(200, 'ACME MOTORS FINANCE LLC', { sic: '6189' }),
        filer(300, 'Friends of Acme Motors'),
        filer(400, 'Doe Jane'),
        filing('0000000100-20-000001', 100, '10-K', '2020-02-01', {
          period: '2019-12-31',
          description: 'ANNUAL REPORT',
        }),
        filing('0000000100-21-000001', 100, '10-K', '2021-02-01', {
          period: '2020-12-31',
          description: '10-K',
        }),
        filing('0000000100-21-000002', 100, '10-K/A', '2021-03-01'),
        filing('0000000100-21-000003', 100, '8-K', '2021-03-02', { items: '2.02,9.01' }),
        filing('0000000200-22-000001', 200, '10-D', '2022-05-05'),
        filing('0000000300-22-000001', 300, 'D', '2022-06-06', { items: '06b' }),
        filing('0000000400-22-000001', 400, '4', '2022-07-07'),
        filing('0000000400-22-000001', 100, '4', '2022-07-07'),
        filing('0000000500-24-000001', 100, 'SC 13D/A', '2024-11-01'),
        filing('0000000500-24-000001', 400, 'SC TO-T/A', '2024-11-01'),
        filing('0000000500-24-000002', 100, 'SCHEDULE 13D', '2024-12-01'),
        filer(500, 'SAME DAY INC'),
        filing('0000000700-25-000009', 500, '4', '2025-03-03'),
        filing('0000000600-25-000011', 500, '8-K', '2025-03-03'),
        filing('0000000700-25-000010', 500, '4', '2025-03-03'),
      ],
      us_sec_full_index: [
        filing('0000000100-20-000001', 100, '10-K', '2020-02-01', { name: 'ACME BUGGIES INC' }),
      ],
    },
  });
});
afterAll(() => service.close());

const search = (query: string) => service.get<FilingItem[]>(`/api/v1/sec/search?${query}`);
const accessions = async (query: string) =>
  (await search(query)).data.map((item) => item.accessionNumber.slice(7));
const OF_ACME = [
  '500-24-000002',
  '500-24-000001',
  '400-22-000001',
  '100-21-000003',
  '100-21-000002',
  '100-21-000001',
  '100-20-000001',
];

describe('GET /api/v1/sec/search', () => {
  it('shows every key of a filing', async () => {
    const { data, meta } = await search('cik=100&forms=10-K&end_date=2020-12-31');
    expect(data).toEqual([
      {
        accessionNumber: '0000000100-20-000001',
        formType: '10-K',
        fileDate: '2020-02-01',
        periodEnding: '2019-12-31',
        filer: 'ACME BUGGIES INC  (ACM)  (CIK 0000000100)',
        cik: '0000000100',
        sicCode: '3711',
        description: 'ANNUAL REPORT',
        businessLocation: 'D/fw Airport, TX',
        businessState: 'TX',
        incorporationState: 'DE',
        filingUrl:
          'https://www.sec.gov/Archives/edgar/data/100/000000010020000001/0000000100-20-000001-index.htm',
        formTitle: 'Annual report',
        sicTitle: 'MOTOR VEHICLES & PASSENGER CAR BODIES',
        items: [],
        itemTitles: [],
        match: null,
      },
    ]);
    expect(meta).toMatchObject({
      totalCount: 1,
      offset: 0,
      limit: 25,
      hasMore: false,
      source: 'SEC EDGAR',
      creditsUsed: 2,
    });
  });

  it('puts the company that bears the name first, newest first, then names that start so, then all words', async () => {
    expect(await accessions('q=acme+motors')).toEqual([...OF_ACME, '200-22-000001', '300-22-000001']);
  });

  it.each([
    ['q=acm', [...OF_ACME, '200-22-000001'], 'ticker'],
    ['q=zenith+carriage', OF_ACME, 'former name'],
    ['q=acme+buggies', OF_ACME, 'name as filed'],
    ['cik=0000000100', OF_ACME, 'padded key'],
    ['q=annual', ['100-20-000001'], 'description'],
    ['q=2.02', ['100-21-000003'], '8-K item'],
    ['q=results+of+operations', ['100-21-000003'], 'the title of an 8-K item'],
    ['q=operation+result', ['100-21-000003'], 'its words in the singular'],
    ['cik=CIK0000000100', OF_ACME, 'key as EDGAR writes it'],
    ['cik=100&forms=8K', ['100-21-000003'], 'form without a dash'],
    ['q=06b', [], 'codes in the items column of other forms'],
    ['q=acme+jane', [], 'words of two names'],
    ['sic=3711', OF_ACME, 'industry code'],
    ['cik=100&sic=6189', [], 'both filters'],
    [
      'q=acme+motors&sort=date',
      [
        '500-24-000002',
        '500-24-000001',
        '400-22-000001',
        '300-22-000001',
        '200-22-000001',
        '100-21-000003',
        '100-21-000002',
        '100-21-000001',
        '100-20-000001',
      ],
      'date alone',
    ],
    [
      'cik=100&forms=10-K',
      ['100-21-000002', '100-21-000001', '100-20-000001'],
      'a root form with its amendments',
    ],
    ['cik=100&forms=10-K/A', ['100-21-000002'], 'an amendment alone'],
    [
      'cik=100&forms=10-k,8-k&forms=4',
      ['400-22-000001', '100-21-000003', '100-21-000002', '100-21-000001', '100-20-000001'],
      'several forms',
    ],
    ['cik=100&forms=SC+13D', ['500-24-000002', '500-24-000001'], 'a renamed form'],
    ['cik=100&forms=SC+TO-T', ['500-24-000001'], 'the second form of a filing'],
    ['cik=100&forms=NO-SUCH', [], 'a form nobody filed'],
    [
      'cik=100&start_date=2021-03-01&end_date=2021-03-02',
      ['100-21-000003', '100-21-000002'],
      'both boundary days',
    ],
    ['q=acme+motors&limit=2&offset=6', ['100-20-000001', '200-22-000001'], 'pages across tiers'],
    ['cik=999', [], 'an unknown filer'],
  ])('finds by %s', async (query, expected) => {
    expect(await accessions(query)).toEqual(expected);
  });

  it('puts of one day the later filing of an agent first, by relevance and by date', async () => {
    const day = 'start_date=2025-03-03&end_date=2025-03-03';
    const expected = ['700-25-000010', '700-25-000009', '600-25-000011'];
    expect(await accessions(`q=same+day&${day}`)).toEqual(expected);
    expect(await accessions(`q=same+day&sort=date&${day}`)).toEqual(expected);
    expect(await accessions(`cik=500&${day}&offset=1&limit=1`)).toEqual(expected.slice(1, 2));
  });

  it('counts a filing with several filers once and shows the one that was asked for', async () => {
    const shown = async (query: string) =>
      (await search(query)).data.find((item) => item.formType === '4')?.cik;
    expect(await shown('q=doe+jane')).toBe('0000000400');
    expect(await shown('cik=400')).toBe('0000000400');
    expect(await shown('q=acme+motors')).toBe('0000000100');
    expect(await shown('sic=3711')).toBe('0000000100');
  });

  it('takes blank forms for none', async () => {
    const { data } = await search('cik=100');
    expect((await search('cik=100&forms=+,&forms=')).data).toEqual(data);
    expect(data.length).toBeGreaterThan(1);
  });

  it('shows the form that matched', async () => {
    expect((await search('cik=100&forms=SC+TO-T/A')).data[0]?.formType).toBe('SC TO-T/A');
    expect((await search('cik=100&forms=SCHEDULE+13D/A')).data[0]?.formType).toBe('SC 13D/A');
  });

  it('has null where nothing is held, never a fallback', async () => {
    expect((await search('cik=400')).data[0]).toMatchObject({
      periodEnding: null,
      sicCode: null,
      description: null,
      businessLocation: null,
      businessState: null,
      incorporationState: null,
    });
  });

  it('says when more follow, and applies a limit above 100 as 100', async () => {
    expect((await search('q=acme+motors&limit=2')).meta).toMatchObject({
      totalCount: 9,
      hasMore: true,
      limit: 2,
    });
    expect((await search('q=acme+motors&limit=9')).meta).toMatchObject({ hasMore: false });
    expect((await search('q=acme&limit=101')).meta.limit).toBe(100);
  });
});
