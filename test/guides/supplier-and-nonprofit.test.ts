import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { end, runDossier, type Serving, startServing } from '../support/processes/process.js';
import { runBlocks } from './support/run-blocks.js';

const CO = 'us_co_business_entities';

const organization = (values: Record<string, string>) => {
  const columns =
    'EIN,NAME,ICO,STREET,CITY,STATE,ZIP,GROUP,SUBSECTION,AFFILIATION,CLASSIFICATION,RULING,DEDUCTIBILITY,FOUNDATION,' +
    'ACTIVITY,ORGANIZATION,STATUS,TAX_PERIOD,ASSET_CD,INCOME_CD,FILING_REQ_CD,PF_FILING_REQ_CD,ACCT_PD,ASSET_AMT,' +
    'INCOME_AMT,REVENUE_AMT,NTEE_CD,SORT_NAME';
  return `${columns}\n${columns
    .split(',')
    .map((column) => values[column] ?? '')
    .join(',')}\n`;
};

const taxReturn = (year: number, filed: string, revenue: number) => `<?xml version="1.0"?>
<Return xmlns="http://www.irs.gov/efile"><ReturnHeader><ReturnTs>${filed}T10:00:00-05:00</ReturnTs>
<TaxPeriodEndDt>${year}-12-31</TaxPeriodEndDt><ReturnTypeCd>990</ReturnTypeCd>
<TaxPeriodBeginDt>${year}-01-01</TaxPeriodBeginDt><Filer><EIN>010000001</EIN><BusinessName>
<BusinessNameLine1Txt>INVENTED FUND</BusinessNameLine1Txt></BusinessName></Filer><TaxYr>${year}</TaxYr></ReturnHeader>
<ReturnData><IRS990><CYTotalRevenueAmt>${revenue}</CYTotalRevenueAmt></IRS990><IRS990ScheduleR>
<IdRelatedTaxExemptOrgGrp><DisregardedEntityName><BusinessNameLine1Txt>INVENTED CLINIC</BusinessNameLine1Txt>
</DisregardedEntityName><EIN>020000002</EIN></IdRelatedTaxExemptOrgGrp></IRS990ScheduleR></ReturnData></Return>`;

const data = mkdtempSync(join(tmpdir(), 'dossier-guide-'));
const work = mkdtempSync(join(tmpdir(), 'dossier-guide-work-'));
let serving: Serving;
let env: Record<string, string>;
beforeAll(async () => {
  const write = (name: string, text: string) => {
    writeFileSync(join(work, name), text);
    return join(work, name);
  };
  const run = async (...args: string[]) => {
    const { status, stdout, stderr } = await runDossier([...args, '--json'], { DOSSIER_DATA: data });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as Record<string, string>;
  };
  const [sample = ''] = readdirSync(resolve('sample', CO));
  await run('ingest', CO, '--file', resolve('sample', CO, sample), '--no-index');
  const leie =
    'LASTNAME,FIRSTNAME,MIDNAME,BUSNAME,GENERAL,SPECIALTY,UPIN,NPI,DOB,ADDRESS,CITY,STATE,ZIP,EXCLTYPE,EXCLDATE,REINDATE';
  const entry =
    ',,,INVENTED CLINIC OF NOWHERE,CLINIC,,,0000000000,,1 A ST,DENVER,CO,80202,1128a1,20200101,00000000';
  await run(
    'ingest',
    'us_hhs_leie',
    '--no-index',
    '--file',
    write('leie.csv', `${leie},WAIVERDATE,WVRSTATE\n${entry},00000000,\n`),
  );
  const bmf = organization({
    EIN: '010000001',
    NAME: 'INVENTED FUND',
    CITY: 'HARTFORD',
    STATE: 'CT',
    ZIP: '06101',
    SUBSECTION: '03',
  });
  await run('ingest', 'us_irs_eo_bmf', '--no-index', '--file', write('eo_ct.csv', bmf));
  const years = Array.from({ length: 10 }, (_, at) => 2014 + at);
  const returns = [
    ...years.map((year) => taxReturn(year, `${year + 1}-05-01`, 100 * year)),
    taxReturn(2022, '2023-11-01', 1),
  ].flatMap((text, at) => ['--file', write(`return-${at}.xml`, text)]);
  await run('ingest', 'us_irs_form_990', ...returns);
  const { id } = await run('account', 'create', 'guide', '--credits', '100');
  const { key = '' } = await run('key', 'create', '--account', String(id));
  serving = await startServing(data);
  env = { DOSSIER_DATA: data, URL: serving.started.url, KEY: key };
});
afterAll(async () => {
  await end(serving.child, 'SIGTERM');
  for (const folder of [data, work]) rmSync(folder, { recursive: true, force: true });
});

const parsed = (text = '') =>
  JSON.parse(text) as { data: Record<string, unknown>; meta: Record<string, unknown> };

test('vet a supplier', async () => {
  const [match, identified, whole, verified] = await runBlocks('docs/guides/vet-a-supplier.md', work, env);
  expect(parsed(match).data).toMatchObject({ outcome: 'found' });
  expect(parsed(identified).data).toMatchObject({ shared: false, records: [{ id: 'CO:20221555001' }] });
  const { exclusions } = parsed(whole).meta.enrichment as {
    exclusions: { outcome: string; lists: { dataset: string; outcome: string }[] };
  };
  expect(exclusions.outcome).toBe('none');
  expect(exclusions.lists.map(({ outcome }) => outcome).sort()).toEqual([
    'none',
    ...Array(5).fill('not_loaded'),
  ]);
  expect(verified).toContain('supplier.json is valid: evidence of CO:20221555001');
});

test('a nonprofit’s money in ten years', async () => {
  const [identified, , all, then, related] = await runBlocks('docs/guides/nonprofit-money.md', work, env);
  expect(parsed(identified).data).toMatchObject({ scheme: 'ein' });
  const figures = (text = '') =>
    (
      parsed(text).data.financials as {
        irs: { items: { taxYear: number; revenue: number; replaced: boolean }[] };
      }
    ).irs.items;
  const series = figures(all).filter(({ replaced }) => !replaced);
  expect(series.map(({ taxYear }) => taxYear)).toEqual(Array.from({ length: 10 }, (_, at) => 2023 - at));
  expect(series[1]).toMatchObject({ taxYear: 2022, revenue: 1 });
  expect(figures(all)).toHaveLength(11);
  expect(figures(then)[0]).toMatchObject({ taxYear: 2022, revenue: 202_200, replaced: false });
  expect(parsed(related).data.ownership).toMatchObject({
    items: [{ relation: 'related', number: '020000002', name: 'INVENTED CLINIC' }],
  });
});
