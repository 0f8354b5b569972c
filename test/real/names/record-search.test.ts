import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContractItem } from '../../../src/contract/records/award.js';
import type { LobbyingItem } from '../../../src/contract/records/lobbying.js';
import { runIngest } from '../../../src/ingest/run/run.js';
import { DATASETS } from '../../../src/sources/datasets.js';
import { realFile, withoutRealData } from '../../support/real-data.js';
import { startService, type TestService } from '../../support/service.js';

const FILES: Readonly<Record<string, readonly string[]>> = {
  us_usaspending_contracts: [
    'usaspending/contracts_prime_award_summaries_sample.csv',
    'usaspending/contracts_prime_transactions_sample.csv',
  ],
  us_lda_filings: ['lda/lda_filings_2026_q1_sample.json'],
};

const skip = withoutRealData('searches for contracts and lobbying on real files');

describe.skipIf(skip)('searches over records, on real files', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({
      load: async ({ catalog }, folder) => {
        for (const source of DATASETS.filter(({ id }) => id in FILES)) {
          const paths = (FILES[source.id] ?? []).map((path) => realFile('federal', path));
          const options = { source, paths, catalog, folder: folder.path, clock: Date.now };
          const report = await runIngest({ ...options, publishedAt: null });
          expect(report, source.id).toMatchObject({ error: null, outcome: 'done' });
        }
      },
    });
  });
  afterAll(() => service?.close());

  const contracts = (query: string) => service.get<ContractItem[]>(`/api/v1/contracts/search?${query}`);
  const lobbying = (query: string) => service.get<LobbyingItem[]>(`/api/v1/lobbying/search?${query}`);

  test('the awards of Leidos are found by name, agency and industry, each with its total', async () => {
    const { data, meta } = await contracts('recipient=leidos+inc&agency=defense&naics=541512');
    expect(meta.totalCount).toBe(2);
    expect(data[0]).toEqual({
      awardId: '0001',
      uniqueAwardKey: 'CONT_AWD_0001_9700_N0003915D0044_9700',
      parentAwardId: 'N0003915D0044',
      url: 'https://www.usaspending.gov/award/CONT_AWD_0001_9700_N0003915D0044_9700',
      recipientName: 'LEIDOS, INC.',
      recipientUei: 'UE9QJD4KK1L6',
      entityId: null,
      amount: 205_608_849.66,
      awardingAgency: 'Department of Defense',
      awardingSubAgency: 'Defense Health Agency',
      startDate: '2015-07-29',
      endDate: '2021-03-31',
      awardType: 'DELIVERY ORDER',
      description: 'SOLUTION INTEGRATION&CONFIGURATION',
      naicsCode: '541512',
      naicsDescription: 'COMPUTER SYSTEMS DESIGN SERVICES',
      pscCode: '7030',
    });
    expect(data[1]).toMatchObject({ awardId: '0041', amount: 951_240, startDate: '2015-06-05' });
    expect((await contracts('agency=army')).data.map(({ awardId }) => awardId)).toEqual(['0041']);
  });

  test('awards known by their actions alone are found by date and amount', async () => {
    const { data } = await contracts('start_date=2023-05-10&min_amount=62100');
    expect(data).toMatchObject([
      { awardId: '73351023P0025', amount: 62_100, endDate: '2023-05-26', pscCode: 'U008' },
    ]);
    const { data: battelle } = await contracts('recipient=battelle');
    expect(battelle).toMatchObject([{ startDate: '2011-08-01', endDate: '2007-01-31', awardType: 'PO' }]);
  });

  test('lobbying of Boeing and Lockheed Martin is found by client, registrant, issue and type', async () => {
    const { data, meta } = await lobbying('client_name=lockheed+martin');
    expect(meta.totalCount).toBe(1);
    expect(data[0]).toEqual({
      filingId: 'dedc9bd7-5168-4cad-8973-aece07645b9f',
      filingDate: '2026-04-02',
      filingType: 'Q1',
      filingTypeDisplay: '1st Quarter - Report',
      filingYear: 2026,
      filingPeriod: 'first_quarter',
      filingPeriodDisplay: '1st Quarter (Jan 1 - Mar 31)',
      entityId: null,
      registrant: { name: 'PENN AVENUE PARTNERS', id: 400918672, entityId: null },
      client: {
        name: 'LOCKHEED MARTIN CORPORATION',
        id: 196195,
        entityId: null,
        generalDescription: 'Global security and aerospace company.',
      },
      income: 50_000,
      expenses: null,
      lobbyingActivities: [
        {
          issueCode: 'BUD',
          issueDescription: 'Budget/Appropriations',
          description: 'Defense Appropriations.',
        },
      ],
      documentUrl: 'https://lda.senate.gov/filings/public/filing/dedc9bd7-5168-4cad-8973-aece07645b9f/print/',
    });
    expect((await lobbying('registrant_name=boeing')).data).toMatchObject([
      { income: null, expenses: 2_450_000 },
    ]);
    expect((await lobbying('issue_code=bud')).meta.totalCount).toBe(2);
    expect((await lobbying('filing_type=rr')).data).toMatchObject([
      { client: { name: 'CITY OF SOMERTON (AZ)' }, income: null, expenses: null },
    ]);
    expect((await lobbying('filing_year=2026')).meta.totalCount).toBe(3);
  });

  test('nobody who lobbies, posts or can be called is told', async () => {
    const text = JSON.stringify((await lobbying('filing_year=2026')).body);
    expect(text).not.toMatch(/ROSENBAUM|Hannegan|256-|telephone/i);
  });
});
