import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EntityDraft } from '../../src/domain/entity.js';
import type { FilerFact, FilingFact, SecFact } from '../../src/domain/sec.js';
import type { SecSource } from '../../src/sources/declare.js';
import { usCoBusinessEntities } from '../../src/sources/us/co/business-entities.js';
import { usCtBusinessRegistry } from '../../src/sources/us/ct/business-registry.js';
import { usFlCorporations } from '../../src/sources/us/fl/corporations.js';
import { usNyActiveCorporations } from '../../src/sources/us/ny/active-corporations.js';
import { usSecDailyIndex } from '../../src/sources/us/sec/daily-index.js';
import { usSecFullIndex } from '../../src/sources/us/sec/full-index.js';
import { usSecSubmissions } from '../../src/sources/us/sec/submissions.js';
import { usSecTickers } from '../../src/sources/us/sec/tickers.js';
import { readDrafts, readFacts, type Warnings } from '../sources/read-source.js';
import { realFile, withoutRealData } from '../support/real-data.js';

const skip = withoutRealData('the sources on real files');
const sec = (...path: string[]) => realFile('sec', ...path);
const state = (...path: string[]) => realFile('state', ...path);

interface SecOutcome {
  readonly filings: readonly FilingFact[];
  readonly filers: readonly FilerFact[];
  readonly scopes: readonly { from: string; to: string }[];
  readonly warnings: Warnings;
}

async function load(source: SecSource, ...paths: string[]): Promise<SecOutcome> {
  const facts: SecFact[] = [];
  const { scopes, warnings } = await readFacts(source, paths, (fact) => facts.push(fact));
  return {
    filings: facts.filter((fact) => fact.kind === 'filing'),
    filers: facts.filter((fact) => fact.kind === 'filer'),
    scopes: scopes.map(({ from, to }) => ({ from, to })),
    warnings,
  };
}

const distinct = (filings: readonly FilingFact[], key: (filing: FilingFact) => string) =>
  new Set(filings.map(key)).size;
const accessions = (filings: readonly FilingFact[]) => distinct(filings, ({ accession }) => accession);
const rowKey = ({ accession, cik, form }: FilingFact) => `${accession} ${cik} ${form}`;

describe.skipIf(skip)('the quarterly index, on real files', () => {
  test('2016 Q3 is 201,330 rows of 140,909 accessions, and nothing is warned of', async () => {
    const { filings, scopes, warnings } = await load(
      usSecFullIndex,
      sec('full-index', '2016-QTR3-master.idx.gz'),
    );
    expect(filings).toHaveLength(201_330);
    expect(accessions(filings)).toBe(140_909);
    expect(distinct(filings, rowKey)).toBe(201_327);
    expect(distinct(filings, ({ form }) => form)).toBe(327);
    expect(filings.some((filing) => filing.nameCut)).toBe(false);
    expect(scopes).toEqual([{ from: '2016-07-01', to: '2016-09-30' }]);
    expect(warnings).toEqual({});
    expect(filings.find(({ accession }) => accession === '0001193125-16-676314')).toEqual({
      kind: 'filing',
      accession: '0001193125-16-676314',
      cik: 1000045,
      form: '10-Q',
      filed: '2016-08-09',
      name: 'NICHOLAS FINANCIAL INC',
    });
    expect(filings.filter(({ cik, form }) => cik === 1318605 && form === '10-Q')).toMatchObject([
      { name: 'TESLA MOTORS INC' },
    ]);
  });

  test('twelve accessions of 2016 Q3 are of two forms at least, thirteen rows share filer and accession', async () => {
    const { filings } = await load(usSecFullIndex, sec('full-index', '2016-QTR3-master.idx.gz'));
    const forms = new Map<string, Set<string>>();
    const rows = new Map<string, number>();
    for (const { accession, cik, form } of filings) {
      forms.set(accession, (forms.get(accession) ?? new Set()).add(form));
      rows.set(`${accession} ${cik}`, (rows.get(`${accession} ${cik}`) ?? 0) + 1);
    }
    expect([...forms.values()].filter((set) => set.size > 1)).toHaveLength(12);
    expect([...rows.values()].filter((count) => count > 1)).toHaveLength(13);
  });

  test('1993 Q4 is 20 rows with accessions of later years', async () => {
    const { filings, scopes, warnings } = await load(
      usSecFullIndex,
      sec('full-index', '1993-QTR4-master.idx'),
    );
    expect(filings).toHaveLength(20);
    expect(scopes).toEqual([{ from: '1993-10-01', to: '1993-12-31' }]);
    expect(warnings).toEqual({});
    expect(filings.filter(({ accession }) => accession === '0001021408-01-503754')).toMatchObject([
      { cik: 895421, form: 'SC 13D/A', filed: '1993-11-08' },
      { cik: 909465, name: 'AFFILIATE STKHLDRS OF MORGAN STANLEY DEAN WITTER DISCOVER&CO' },
    ]);
  });

  test('the form index of 2021 Q1 cuts one of its ten names, later than its column ends', async () => {
    const { filings, warnings } = await load(
      usSecFullIndex,
      sec('full-index', 'form.2021QTR1.extract.idx.txt'),
    );
    expect(filings).toHaveLength(10);
    expect(filings.filter(({ nameCut }) => nameCut).map(({ name }) => name)).toEqual([
      "UNITED PLANNERS' FINANCIAL SERVICES OF AMERICA A LIMITED PARTNER",
    ]);
    expect(filings.find(({ form }) => form === '1-A POS')).toMatchObject({ cik: 1809660 });
    expect(warnings).toEqual({});
  });
});

describe.skipIf(skip)('the daily index, on real files', () => {
  test.each([
    ['master.20130104.idx.gz', 5_574],
    ['company.20200102.idx.gz', 4_441],
    ['form.20200318.idx.gz', 4_084],
    ['master.20181231.truncated.idx', 10],
  ])('%s is %i rows, vouches for nothing and nothing is warned of', async (file, rows) => {
    const { filings, scopes, warnings } = await load(usSecDailyIndex, sec('daily-index', file));
    expect(filings).toHaveLength(rows);
    expect(scopes).toEqual([]);
    expect(warnings).toEqual({});
  });

  test('rows come twice, and late: the file of 2013-01-04 reaches back to 2011', async () => {
    const { filings } = await load(usSecDailyIndex, sec('daily-index', 'master.20130104.idx.gz'));
    expect(distinct(filings, rowKey)).toBeLessThan(filings.length);
    expect(
      filings
        .map(({ filed }) => filed)
        .sort()[0]
        ?.slice(0, 4),
    ).toBe('2011');
    expect(new Set(filings.map(({ filed }) => filed)).size).toBeGreaterThan(1);
  });
});

describe.skipIf(skip)('submissions, on real files', () => {
  let outcome: SecOutcome;
  const files = () => readdirSync(sec('submissions')).map((name) => sec('submissions', name));
  const filer = (cik: number) => outcome.filers.find((fact) => fact.cik === cik);

  beforeAll(async () => {
    outcome = await load(usSecSubmissions, ...files());
  });

  test('every filing of every file is read, and nothing is warned of', () => {
    const counts = files().map((path) => {
      const document = JSON.parse(readFileSync(path, 'utf8'));
      return (document.filings?.recent ?? document).accessionNumber.length as number;
    });
    expect(outcome.filings).toHaveLength(counts.reduce((a, b) => a + b, 0));
    expect(outcome.warnings).toEqual({});
  });

  test('the test filer without filings states nothing', () => {
    expect(filer(350001)).toBeUndefined();
    expect(outcome.filers).toHaveLength(files().filter((name) => !name.includes('-submissions-')).length - 1);
  });

  test('Apple, Tesla and Wolfspeed are what they are', () => {
    expect(filer(320193)).toMatchObject({
      name: 'Apple Inc.',
      tickers: ['AAPL'],
      sic: '3571',
      entityType: 'operating',
      incorporationState: 'CA',
      city: 'CUPERTINO',
      place: 'CA',
    });
    expect(filer(1318605)?.formerNames).toEqual([
      { name: 'TESLA MOTORS INC', from: '2005-02-17', to: '2017-01-27' },
    ]);
    expect(filer(895419)?.formerNames?.[0]).toEqual({
      name: 'CREE, INC.',
      from: '2019-08-20',
      to: '2021-10-01',
    });
  });

  test('a foreign state is taken from the country code, and placeholders are none', () => {
    expect(filer(940418)).toMatchObject({
      name: 'SIEMENS AG',
      city: 'MUNICH',
      place: '2M',
      incorporationState: '2M',
    });
    expect(filer(940418)?.ein).toBeUndefined();
    expect(filer(1830610)).toEqual({
      kind: 'filer',
      cik: 1830610,
      name: 'Michaels Lisa Anne',
      formerNames: [],
      tickers: [],
      entityType: 'other',
    });
  });

  test('a continuation belongs to the filer of its name', () => {
    const tesla = outcome.filings.filter(({ cik }) => cik === 1318605);
    expect(tesla).toHaveLength(1_720);
    expect(outcome.filings.filter(({ form }) => form === '10-K405')).toHaveLength(3);
  });

  test('items are those of 8-Ks only, each d.dd', () => {
    const withItems = outcome.filings.filter(({ items }) => items !== undefined);
    expect(withItems.length).toBeGreaterThan(500);
    expect(withItems.every(({ form }) => form.startsWith('8-K'))).toBe(true);
    expect(withItems.every(({ items }) => /^\d\.\d\d(,\d\.\d\d)*$/.test(items ?? ''))).toBe(true);
  });

  test('82 filings of 2016 Q3 have the same date in the quarterly index', async () => {
    const index = await load(usSecFullIndex, sec('full-index', '2016-QTR3-master.idx.gz'));
    const dates = new Map(index.filings.map((filing) => [rowKey(filing), filing.filed]));
    const both = outcome.filings.filter((filing) => dates.has(rowKey(filing)));
    expect(both).toHaveLength(82);
    expect(both.filter((filing) => dates.get(rowKey(filing)) !== filing.filed)).toEqual([]);
  });
});

describe.skipIf(skip)('tickers, on real files', () => {
  test('10,077 tickers of 7,854 filers', async () => {
    const { filers, warnings } = await load(usSecTickers, sec('tickers', 'company_tickers.2025-08.json'));
    expect(filers).toHaveLength(7_854);
    expect(filers.flatMap(({ tickers }) => tickers ?? [])).toHaveLength(10_077);
    expect(filers.find(({ cik }) => cik === 320193)).toMatchObject({ name: 'Apple Inc.', tickers: ['AAPL'] });
    expect(warnings).toEqual({});
  });

  test('10,069 rows of 7,847 filers, those of no exchange too', async () => {
    const { filers, warnings } = await load(
      usSecTickers,
      sec('tickers', 'company_tickers_exchange.2025-08.json'),
    );
    expect(filers).toHaveLength(7_847);
    expect(filers.flatMap(({ tickers }) => tickers ?? [])).toHaveLength(10_069);
    expect(warnings).toEqual({});
  });
});

describe.skipIf(skip)('state registers, on real rows', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'dossier-real-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const write = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const byKey = (drafts: readonly EntityDraft[]) => new Map(drafts.map((draft) => [draft.key, draft]));

  test('Colorado: a row of the portal as it is, and the names with a status behind them', async () => {
    const { a, b, c } = JSON.parse(readFileSync(state('samples', 'co_4ykn-tg5h_partial.json'), 'utf8'));
    const rows = [...a, ...b, ...c].map(({ _from: _, ...row }) => row);
    const path = write('co.ndjson', rows.map((row) => JSON.stringify(row)).join('\n'));
    const { drafts, warnings } = await readDrafts(usCoBusinessEntities, [path]);
    const found = byKey(drafts);
    expect(drafts).toHaveLength(10);
    expect(found.get('20251665680')).toMatchObject({
      name: 'KYLDERON MIST VALLEY LLC',
      type: 'Domestic Limited Liability Company',
      status: 'Good Standing',
      formedDate: '2025-06-16',
      registeredAgent: { name: 'KEQIANG DENG', address: '660 Willow Wood Ln, Delta, CO 81416' },
      principalAddress: '660 Willow Wood Ln, Delta, CO 81416',
    });
    expect(found.get('18691000001')).toMatchObject({
      name: 'DENVER GAS COMPANY, Dissolved November 30, 1874',
      searchName: 'DENVER GAS COMPANY',
    });
    expect(found.get('20241401282')).toMatchObject({ status: 'Noncompliant', activity: 'active' });
    // Columns that are null in all ten rows are left out of JSON by the portal; nothing else is told.
    expect(Object.keys(warnings).filter((warning) => !warning.startsWith('absent_column: '))).toEqual([]);
  });

  test('New York: both dialects of the portal, fifteen rows and two of another export', async () => {
    const download = state('ny', 'nycdb_dos_active_corporations_n9v6-gdp6.csv');
    const api = state('socrata2018', 'data.ny.gov__n9v6-gdp6.csv');
    const live = JSON.parse(readFileSync(state('samples', 'ny_dos_3322706_multi.json'), 'utf8'))['n9v6-gdp6'];
    const rows = write(
      'ny.json',
      JSON.stringify(live.map(({ _from: _, ...row }: { _from?: string }) => row)),
    );
    const { drafts, warnings } = await readDrafts(usNyActiveCorporations, [download, api, rows]);
    const found = byKey(drafts);
    expect(drafts).toHaveLength(17);
    expect(found.get('4066192')).toMatchObject({
      formedDate: '2011-03-11',
      registeredAgent: { name: 'C T CORPORATION SYSTEM', address: '28 LIBERTY ST., NEW YORK, NY 10005' },
      principalAddress: 'ONE BRYANT PARK, NEW YORK, NY 10036',
      officers: [{ name: 'JOHN POWNALL', title: 'Chief Executive Officer' }],
    });
    expect(found.get('3322706')?.registeredAgent).toBeUndefined();
    expect(found.get('55570')).toMatchObject({ formedDate: '1944-11-17', typeClass: 'corporation' });
    expect(found.get('4088934')).toMatchObject({ typeClass: 'cooperative', officers: [] });
    expect(drafts.filter(({ registeredAgent }) => registeredAgent)).toHaveLength(2);
    expect(Object.keys(warnings).filter((warning) => !warning.startsWith('absent_column: '))).toEqual([]);
  });

  test('Connecticut: a master without ids stands by itself', async () => {
    const path = state('docs', 'firstrows_ct_business.csv');
    const { drafts, warnings } = await readDrafts(usCtBusinessRegistry, [path]);
    expect(byKey(drafts).get('1259042')).toMatchObject({
      name: 'CONNECTICUT CUSTOM CAR, INC.',
      type: 'Stock',
      typeClass: 'corporation',
      status: 'Active',
      activity: 'active',
      formedDate: '2018-01-01',
      principalAddress: '744 ENFIELD STREET, ENFIELD, CT 06082',
      officers: [],
      filings: [],
    });
    expect(drafts).toHaveLength(2);
    // The collector of these rows added a column of his own.
    expect(warnings).toEqual({ 'unread_column: master.source_file': 1 });
  });

  test('Florida: lines rebuilt from 3,293 real rows keep every name, agent and date', async () => {
    const rows = pascoRows();
    const path = write('fl.txt', Buffer.from(rows.map(lineOf).join('\n'), 'latin1'));
    const { drafts, warnings } = await readDrafts(usFlCorporations, [path]);
    expect(drafts).toHaveLength(3_293);
    expect(warnings).toEqual({});
    expect(drafts.map(({ name }) => name)).toEqual(rows.map(({ name }) => name.trim()));
    expect(drafts.map(({ formedDate }) => formedDate)).toEqual(rows.map((row) => row.filing_date));
    expect(drafts.filter(({ formedDate = '' }, at) => formedDate > fileDate(rows[at]))).toHaveLength(148);
    const agents = drafts.map(({ registeredAgent }) => registeredAgent?.name);
    expect(agents).toContain('Ronald R Fieldstone esq.');
    expect(agents).toContain('Wilton Lee Iii');
    expect(agents.filter((name) => name === undefined || / {2}/.test(name))).toEqual([]);
    expect(rows.filter((row) => isPositional(row.registered_agent))).toHaveLength(2_739);
    const kinds = new Map<string, number>();
    for (const { type = '' } of drafts) kinds.set(type, (kinds.get(type) ?? 0) + 1);
    expect(Object.fromEntries(kinds)).toEqual({
      'Florida Limited Liability Company': 2_998,
      'Florida Profit Corporation': 189,
      'Florida Not For Profit Corporation': 75,
      'Foreign Limited Liability Company': 16,
      'Foreign Profit Corporation': 8,
      'Foreign Not For Profit Corporation': 3,
      'Foreign Limited Partnership': 3,
      'Florida Limited Partnership': 1,
    });
  });
});

interface PascoRow {
  readonly doc_number: string;
  readonly name: string;
  readonly entity_type: string;
  readonly filing_date: string;
  readonly city: string;
  readonly address: string;
  readonly registered_agent: string;
  readonly source_file: string;
}

function pascoRows(): PascoRow[] {
  const text = gunzipSync(readFileSync(state('fl', 'fl_sunbiz_daily_pasco_2026.ndjson.gz'))).toString('utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function lineOf(row: PascoRow): string {
  const [year = '', month = '', day = ''] = row.filing_date.split('-');
  const cells: readonly (readonly [start: number, text: string])[] = [
    [1, row.doc_number],
    [13, row.name],
    [205, 'A'],
    [206, row.doc_number.startsWith('F') ? foreignKind(row) : ''],
    [221, row.address],
    [305, row.city],
    [333, 'FL'],
    [473, month + day + year],
    [545, row.registered_agent],
    [587, isPositional(row.registered_agent) ? 'P' : 'C'],
  ];
  return cells.reduce((line, [start, text]) => {
    const at = start - 1;
    return line.slice(0, at) + text + line.slice(at + text.length);
  }, ' '.repeat(1440));
}

/** The first name begins at place 21, after a gap. A few rows lost their positions before they were collected. */
function isPositional(agent: string): boolean {
  return / {2}/.test(agent) && /^.{19} \S/.test(agent);
}

function foreignKind(row: PascoRow): string {
  return /non|not/i.test(row.entity_type) ? 'FORNP' : 'FORP';
}

function fileDate(row: PascoRow | undefined): string {
  return row?.source_file.replace(/^(\d{4})(\d\d)(\d\d).*/, '$1-$2-$3') ?? '';
}
