import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkId } from '../../../src/domain/ids.js';
import { type ReportDocument, reportsOf } from '../../../src/domain/records/report-document.js';
import { usIrsForm990 } from '../../../src/sources/us/irs/form-990.js';
import { readTexts } from '../../datasets/read-dataset.js';
import { startService, type TestService } from '../../support/service.js';
import { openStore } from '../../support/store.js';

const EIN = '010000001';
const CIK = '9990001';

interface Made {
  readonly year: number;
  readonly madeAt: string;
  readonly revenue: string;
  readonly amended?: boolean;
}

const xml = ({ year, madeAt, revenue, amended }: Made) => `<?xml version="1.0"?>
<Return xmlns="http://www.irs.gov/efile"><ReturnHeader><ReturnTs>${madeAt}T10:00:00-05:00</ReturnTs>
<TaxPeriodEndDt>${year}-12-31</TaxPeriodEndDt><ReturnTypeCd>990</ReturnTypeCd>
<TaxPeriodBeginDt>${year}-01-01</TaxPeriodBeginDt><Filer><EIN>${EIN}</EIN><BusinessName>
<BusinessNameLine1Txt>INVENTED FUND</BusinessNameLine1Txt></BusinessName></Filer><TaxYr>${year}</TaxYr></ReturnHeader>
<ReturnData><IRS990>${amended ? '<AmendedReturnInd>X</AmendedReturnInd>' : ''}
<Form990PartVIISectionAGrp><PersonNm>ANA RIVERA ${year}</PersonNm></Form990PartVIISectionAGrp>
<ContractorCompensationGrp><ContractorName><PersonNm>INVENTED BUILDERS LLC</PersonNm></ContractorName>
<ServicesDesc>BUILDING</ServicesDesc><CompensationAmt>250000</CompensationAmt></ContractorCompensationGrp>
<CYTotalRevenueAmt>${revenue}</CYTotalRevenueAmt><CYTotalExpensesAmt>-5</CYTotalExpensesAmt>
<TotalLiabilitiesEOYAmt/></IRS990></ReturnData></Return>`;

const report = (accession: string, filed: string, facts: readonly [end: string, value: number][]) => {
  const document: ReportDocument = {
    ...{ cik: CIK, accession, form: '10-K', filed, period: filed, fiscalYear: 2020, fiscalPeriod: 'FY' },
    facts: facts.map(([end, value]) => ({
      ...{ tag: 'Assets', taxonomy: 'us-gaap/2020', unit: 'USD', end, quarters: 0, value },
    })),
  };
  return { key: accession, date: filed, document, parties: [{ key: reportsOf(CIK), names: [] }] };
};

let service: TestService;
beforeAll(async () => {
  const { drafts } = await readTexts(
    usIrsForm990,
    xml({ year: 2021, madeAt: '2022-05-01', revenue: '100' }),
    xml({ year: 2022, madeAt: '2023-05-01', revenue: '200' }),
    xml({ year: 2022, madeAt: '2023-09-01', revenue: '210', amended: true }),
    xml({ year: 2020, madeAt: '2021-05-01', revenue: '0' }),
  );
  const ein = [{ scheme: 'ein', value: EIN } as const];
  service = await startService({
    entities: {
      us_irs_eo_bmf: [{ key: EIN, name: 'Invented Fund', identifiers: ein, linkKeys: ein }],
      us_co_business_entities: [{ key: '1', name: 'Nothing Of The Kind LLC' }],
    },
    datasets: {
      us_irs_form_990: drafts,
      us_sec_financial_statements: [
        {
          key: `${CIK}-${EIN}`,
          document: {},
          parties: [
            {
              key: `cik:${CIK}`,
              names: [{ text: 'Invented Fund', kind: 'current' }],
              identifiers: [...ein, { scheme: 'cik', value: CIK }],
            },
          ],
        },
      ],
      us_sec_financial_facts: [
        report('0009990001-20-000001', '2020-03-01', [['2019-12-31', 50]]),
        report('0009990001-21-000001', '2021-03-01', [
          ['2020-12-31', 70],
          ['2019-12-31', 55],
        ]),
      ],
      us_sec_company_facts: [
        ...['0009990001-21-000001', '0009990001-22-000001'].map((accession) => {
          const filed = `20${accession.slice(11, 13)}-03-01`;
          return { ...report(accession, filed, [['2021-12-31', 90]]), key: `${CIK} ${accession}` };
        }),
      ],
    },
  });
});
afterAll(() => service.close());

const FUND = bulkId('us_irs_eo_bmf', EIN);

async function look(id: string, query = '') {
  const { data, meta, status } = await service.get<{
    financials?: {
      irs: { items: Record<string, unknown>[]; totalCount: number };
      sec: { items: { accession: string; facts: { end: string; value: number }[] }[]; totalCount: number };
    };
  }>(`/api/v1/entity/${id}?include=financials${query}`);
  const { financials: result } = (meta?.enrichment ?? {}) as {
    financials: { outcome: string; parts: Record<string, { outcome: string }> };
  };
  return { status, meta, result, ...data?.financials };
}

describe('returns', () => {
  it('are listed latest period first, as filed; a replaced one stays and says so', async () => {
    const { irs, result } = await look(FUND);
    expect(result).toMatchObject({ outcome: 'found', parts: { irs: { outcome: 'found' } } });
    expect(irs?.items.map((item) => [item.taxYear, item.revenue, item.amended, item.replaced])).toEqual([
      [2022, 210, true, false],
      [2022, 200, false, true],
      [2021, 100, false, false],
      [2020, 0, false, false],
    ]);
    expect(irs?.items[2]).toMatchObject({
      ...{ ein: EIN, form: '990', periodStart: '2021-01-01', periodEnd: '2021-12-31', filed: '2022-05-01' },
      ...{ expenses: -5, liabilities: null, assets: null },
      contractors: [{ name: 'INVENTED BUILDERS LLC', services: 'BUILDING', amount: 250000 }],
    });
  });

  it('are those that had been filed by the day of `at`', async () => {
    const { irs } = await look(FUND, '&at=2023-08-31');
    expect(irs?.items.map((item) => [item.revenue, item.replaced])).toEqual([
      [200, false],
      [100, false],
      [0, false],
    ]);
    expect((await look(FUND, '&at=2019-01-01')).result.outcome).toBe('none');
    expect((await look(FUND, '&at=yesterday')).status).toBe(400);
  });

  it('are paged by offset, and counted in all', async () => {
    const { irs, sec } = await look(FUND, '&offset=3');
    expect([irs?.items.length, irs?.totalCount, sec?.items.length, sec?.totalCount]).toEqual([1, 4, 0, 3]);
  });

  it('leave the officers of the latest return, and are no parties that are linked', async () => {
    const { data } = await service.get<{ officers: { name: string }[] }>(`/api/v1/entity/${FUND}`);
    expect(data.officers.map(({ name }) => name)).toEqual(['ANA RIVERA 2022']);
    const store = await openStore(service.folder.path, { schema: 'current' });
    const parties: string[] = [];
    for await (const page of store.catalog.datasets.scanParties('us_irs_form_990')) {
      parties.push(...page.map(({ party }) => party.key));
    }
    expect(parties).toEqual([`ein:${EIN}`]);
    expect(await store.catalog.datasets.countParties('us_irs_form_990')).toBe(1);
    await store.close();
  });
});

describe('reports', () => {
  it('keep what was filed first beside what a later filing restates, each under its filing, once', async () => {
    const { sec } = await look(FUND);
    expect(
      sec?.items.map(({ accession, facts }) => [accession, ...facts.map(({ end, value }) => [end, value])]),
    ).toEqual([
      ['0009990001-22-000001', ['2021-12-31', 90]],
      ['0009990001-21-000001', ['2020-12-31', 70], ['2019-12-31', 55]],
      ['0009990001-20-000001', ['2019-12-31', 50]],
    ]);
    const { sec: then } = await look(FUND, '&at=2020-12-31');
    expect(then?.items.map(({ accession }) => accession)).toEqual(['0009990001-20-000001']);
  });
});

describe('the token', () => {
  it('costs one credit, is not a part of all, and finds nothing for a record without numbers', async () => {
    const path = '/api/v1/entity/CO:1?include=';
    const { meta, body } = await service.get(`${path}financials`);
    expect([meta.creditsUsed, (body.data as object) && 'financials' in (body.data as object)]).toEqual([
      2,
      false,
    ]);
    expect(meta.enrichment).toMatchObject({ financials: { outcome: 'none' } });
    const all = await service.get(`${path}all`);
    expect([all.meta.creditsUsed, all.meta.enrichment]).toEqual([
      7,
      expect.not.objectContaining({ financials: expect.anything() }),
    ]);
  });

  it('is what `at` needs: without it the parameter is reported as ignored', async () => {
    const { meta } = await service.get('/api/v1/entity/CO:1?at=2020-01-01');
    expect(meta.ignoredParameters).toEqual(['at=2020-01-01']);
    expect((await look('CO:1', '&at=2020-01-01')).meta).not.toHaveProperty('ignoredParameters');
  });
});
