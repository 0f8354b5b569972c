import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FilerFact, FilingFact, SecFact } from '../../../src/domain/sec/sec.js';
import type { SecSource } from '../../../src/sources/declare/index.js';
import { usSecDailyIndex } from '../../../src/sources/us/sec/daily-index.js';
import { usSecFullIndex } from '../../../src/sources/us/sec/full-index.js';
import { usSecSubmissions } from '../../../src/sources/us/sec/submissions.js';
import { usSecTickers } from '../../../src/sources/us/sec/tickers.js';
import { readFacts, type Warnings } from '../../sources/read-source.js';
import { realFile, withoutRealData } from '../../support/real-data.js';

const skip = withoutRealData('SEC sources on real files');
const sec = (...path: string[]) => realFile('sec', ...path);

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
      asOf: '2021-12-23',
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
