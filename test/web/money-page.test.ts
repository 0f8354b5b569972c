import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bulkId } from '../../src/domain/ids.js';
import { reportsOf } from '../../src/domain/records/report-document.js';
import { returnsOf } from '../../src/domain/records/return-document.js';
import { startService, type TestService } from '../support/service.js';

const EIN = '010000001';
const BLANK = {
  ...{
    expenses: null,
    surplus: null,
    assetsMarketValue: null,
    liabilities: null,
    netAssets: null,
    employees: null,
  },
  ...{ officerCompensation: null, reportableCompensation: null, relatedCompensation: null, grantsPaid: null },
  ...{ contractorsOver100k: null, contractors: [], related: [], amended: false },
};
const figures = (year: number, revenue: number) => ({
  key: `${EIN} 990 ${year}`,
  date: `${year}-12-31`,
  document: {
    ...{
      ...BLANK,
      ein: EIN,
      form: '990',
      taxYear: year,
      periodStart: `${year}-01-01`,
      periodEnd: `${year}-12-31`,
    },
    ...{ filed: `${year + 1}-05-01`, filedAt: `${year + 1}-05-01`, revenue, assets: 1_000_000 * year },
  },
  parties: [{ key: returnsOf(EIN), names: [] }],
});

let service: TestService;
beforeAll(async () => {
  const ein = [{ scheme: 'ein', value: EIN } as const];
  service = await startService({
    entities: {
      us_irs_eo_bmf: [{ key: EIN, name: 'Invented Fund', identifiers: ein, linkKeys: ein }],
      us_co_business_entities: [{ key: '1', name: 'Nothing Of The Kind LLC' }],
    },
    datasets: {
      us_irs_form_990: [figures(2021, 1_500_000), figures(2022, -250_000)],
      us_sec_financial_facts: [{ key: 'x', document: {}, parties: [{ key: reportsOf('1'), names: [] }] }],
      us_sam_exclusions: [{ key: 'x', document: {}, parties: [{ key: 'name:x', names: [] }] }],
    },
  });
});
afterAll(() => service.close());

async function open(path: string) {
  const response = await fetch(service.url + path, { headers: { authorization: `Bearer ${service.key}` } });
  return { status: response.status, html: await response.text(), policy: response.headers };
}

describe('the page of figures', () => {
  const path = `/entity/${bulkId('us_irs_eo_bmf', EIN)}/money`;

  test('draws each figure by year, oldest first, and has the same numbers in a table', async () => {
    const { status, html } = await open(path);
    expect(status).toBe(200);
    expect(html).toContain('Revenue by year, from 2021-12 to 2022-12');
    expect(html).toMatch(/\$1,500,000/);
    expect(html).toMatch(/-\$250,000/);
    const heights = [...html.matchAll(/<rect[^>]*height="(-?[\d.]+)"/g)].map(([, height]) => Number(height));
    expect(heights.length).toBe(4);
    expect(Math.min(...heights)).toBeGreaterThan(0);
  });

  test('names the publisher of the figures, and has no script of its own', async () => {
    const { html } = await open(path);
    expect(html).toContain('Form 990 series');
    expect(html).not.toMatch(/<script(?![^>]*src=)[^>]*>\s*\S/);
  });

  test('says why there are none', async () => {
    const { html } = await open('/entity/CO:1/money');
    expect(html).toContain('Nonprofit returns (IRS): ');
  });
});

describe('the page of lists', () => {
  test('names every list, searched with its day or not searched', async () => {
    const { html } = await open('/entity/CO:1/exclusions');
    expect(html).toMatch(/Not on the list loaded on \d{4}-\d\d-\d\d\./);
    expect(html).toContain('Not searched: the list is not loaded.');
  });
});
