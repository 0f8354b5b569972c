import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bulkId } from '../../src/domain/ids.js';
import { usDolForm5500 } from '../../src/sources/us/dol/form-5500.js';
import { startService, type TestService } from '../support/service.js';
import { csv, readTexts } from './read-dataset.js';

const EIN = '010000001';

const long = (number: number, more: Record<string, string> = {}) => ({
  ACK_ID: `20240728113744NAL00000000${number}001`,
  FORM_PLAN_YEAR_BEGIN_DATE: '2023-01-01',
  FORM_TAX_PRD: '2023-12-31',
  TYPE_PLAN_ENTITY_CD: '2',
  AMENDED_IND: '0',
  FINAL_FILING_IND: '0',
  PLAN_NAME: 'INVENTED WORKS PENSION PLAN',
  SPONS_DFE_PN: '001',
  SPONSOR_DFE_NAME: 'INVENTED WORKS INC',
  SPONS_DFE_DBA_NAME: '',
  SPONS_DFE_EIN: EIN,
  TOT_PARTCP_BOY_CNT: '120',
  TOT_ACTIVE_PARTCP_CNT: '80',
  DATE_RECEIVED: '2024-07-28',
  ...more,
});
const short = (number: number, more: Record<string, string> = {}) => ({
  ACK_ID: `20240728113744NAL00000000${number}002`,
  SF_PLAN_YEAR_BEGIN_DATE: '2023-01-01',
  SF_TAX_PRD: '2023-12-31',
  SF_PLAN_ENTITY_CD: '1',
  SF_AMENDED_IND: '0',
  SF_FINAL_FILING_IND: '1',
  SF_PLAN_NAME: 'INVENTED WORKS WELFARE PLAN',
  SF_PLAN_NUM: '501',
  SF_SPONSOR_NAME: 'INVENTED WORKS INC',
  SF_SPONSOR_DFE_DBA_NAME: 'INVENTED',
  SF_SPONS_EIN: EIN,
  SF_TOT_PARTCP_BOY_CNT: '95',
  SF_TOT_ACT_PARTCP_EOY_CNT: '90',
  DATE_RECEIVED: '2024-07-28',
  ...more,
});

describe('Form 5500', () => {
  it('is a record for each filing of a sponsor with a number; trusts and plans of one person are none', async () => {
    const { drafts, warnings } = await readTexts(
      usDolForm5500,
      csv(
        long(1),
        long(2, { TYPE_PLAN_ENTITY_CD: '4' }),
        long(3, { SPONS_DFE_EIN: '' }),
        long(4, { SPONS_DFE_EIN: '000000000' }),
      ),
      csv(short(1), short(2, { SF_PLAN_ENTITY_CD: '3' })),
    );
    expect(warnings).toEqual([]);
    expect(drafts.map(({ document }) => document)).toEqual([
      {
        ...{ ein: EIN, planNumber: '001', planName: 'INVENTED WORKS PENSION PLAN', form: '5500' },
        ...{ sponsorName: 'INVENTED WORKS INC', planType: 'single_employer' },
        ...{ yearStart: '2023-01-01', yearEnd: '2023-12-31', filed: '2024-07-28' },
        ...{ amended: false, final: false, participantsAtStart: 120, activeParticipants: 80 },
      },
      {
        ...{ ein: EIN, planNumber: '501', planName: 'INVENTED WORKS WELFARE PLAN', form: '5500-SF' },
        ...{ sponsorName: 'INVENTED WORKS INC', planType: 'single_employer' },
        ...{ yearStart: '2023-01-01', yearEnd: '2023-12-31', filed: '2024-07-28' },
        ...{ amended: false, final: true, participantsAtStart: 95, activeParticipants: 90 },
      },
    ]);
  });

  it('of an unknown layout is refused, and a code that is not known is reported', async () => {
    const { TOT_ACTIVE_PARTCP_CNT: _, ...without } = long(1);
    await expect(readTexts(usDolForm5500, csv(without))).rejects.toThrow();
    const { drafts, warnings } = await readTexts(usDolForm5500, csv(long(1, { TYPE_PLAN_ENTITY_CD: '7' })));
    expect(drafts.map(({ document }) => document)).toMatchObject([{ planType: null }]);
    expect(warnings).toEqual([expect.stringContaining('TYPE_PLAN_ENTITY_CD')]);
  });
});

describe('plans of a sponsor', () => {
  let service: TestService;
  beforeAll(async () => {
    const amended = { AMENDED_IND: '1', DATE_RECEIVED: '2024-09-01', TOT_ACTIVE_PARTCP_CNT: '81' };
    const { drafts } = await readTexts(
      usDolForm5500,
      csv(
        long(1),
        long(2, amended),
        long(3, { FORM_TAX_PRD: '2022-12-31', DATE_RECEIVED: '2023-07-28' }),
        long(4, { SPONS_DFE_EIN: '020000002', SPONSOR_DFE_NAME: 'MISTYPED MASONRY LLC' }),
      ),
      csv(short(1)),
    );
    const ein = (value: string) => [{ scheme: 'ein', value } as const];
    service = await startService({
      entities: {
        us_irs_eo_bmf: ['Invented Works', 'Lantern Society'].map((name, at) => {
          const value = ['010000001', '020000002'][at] ?? '';
          return { key: value, name, identifiers: ein(value), linkKeys: ein(value) };
        }),
      },
      datasets: { us_dol_form_5500: drafts },
    });
  });
  afterAll(() => service.close());

  const look = async (query = '') => {
    const id = bulkId('us_irs_eo_bmf', EIN);
    const { data } = await service.get<{
      financials?: { dol: { items: Record<string, unknown>[]; totalCount: number } };
    }>(`/api/v1/entity/${id}?include=financials${query}`);
    return data.financials?.dol;
  };

  it('are listed latest plan year first, then largest; a replaced filing stays and says so', async () => {
    const dol = await look();
    expect(dol?.items.map((item) => [item.yearEnd, item.activeParticipants, item.replaced])).toEqual([
      ['2023-12-31', 90, false],
      ['2023-12-31', 81, false],
      ['2023-12-31', 80, true],
      ['2022-12-31', 80, false],
    ]);
    expect(dol?.totalCount).toBe(4);
  });

  it('are those that had been filed by the day of `at`', async () => {
    const dol = await look('&at=2024-08-01');
    expect(dol?.items.map((item) => [item.activeParticipants, item.replaced])).toEqual([
      [90, false],
      [80, false],
      [80, false],
    ]);
  });

  it('are shown on the page of figures, never as a headcount', async () => {
    const { html } = await page(`/entity/${bulkId('us_irs_eo_bmf', EIN)}/money`);
    expect(html).toContain('Form 5500 filings, numbers as filed');
    expect(html).toContain('Active participants are not the number of employees');
  });

  it('belong to the body of the number if the names agree; a mistyped number joins nothing', async () => {
    const identityOf = async (value: string) => {
      const { meta } = await service.get(`/api/v1/entity/${bulkId('us_irs_eo_bmf', value)}`);
      return JSON.stringify(meta.identity ?? null);
    };
    expect(await identityOf(EIN)).toContain('us_dol_form_5500');
    expect(await identityOf('020000002')).toBe('null');
    const { data } = await service.get<{ records: { source: string; name: string }[] }>(
      '/api/v1/identify?scheme=ein&value=020000002',
    );
    expect(data.records.map(({ name }) => name)).toEqual(['Lantern Society', 'MISTYPED MASONRY LLC']);
  });

  async function page(path: string) {
    const response = await fetch(`${service.url}${path}`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    return { html: await response.text() };
  }
});
