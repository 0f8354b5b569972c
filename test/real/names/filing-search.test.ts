import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FilingItem } from '../../../src/contract/records/filing.js';
import { buildIndexes } from '../../../src/indexing/build.js';
import { type IngestReport, runIngest } from '../../../src/ingest/run/run.js';
import { SOURCES } from '../../../src/sources/index.js';
import { claimFolder } from '../../../src/store/folder/data-folder.js';
import { realFile, withoutRealData } from '../../support/real-data.js';
import { startOn, type TestService } from '../../support/service.js';
import { openStore } from '../../support/store.js';

/** What a plain reading of the same files says, written without any of the code under test. */
interface Scan {
  /** accession -> CIK -> forms. */
  readonly filings: Map<string, Map<number, Set<string>>>;
  readonly filed: Map<string, string>;
  /** CIK -> all names. */
  readonly names: Map<number, Set<string>>;
  readonly sics: Map<number, string>;
  readonly descriptions: Map<string, Set<string>>;
}

const skip = withoutRealData('filing search against a plain scan of the same files');

describe.skipIf(skip)('filing search on all real SEC files', () => {
  let service: TestService;
  let scan: Scan;
  const reports = new Map<string, IngestReport>();

  beforeAll(async () => {
    const folder = claimFolder(mkdtempSync(join(tmpdir(), 'dossier-real-')), 'data');
    const store = await openStore(folder.path, { schema: 'migrate' });
    for (const [id, paths] of Object.entries(inputs())) {
      const source = SOURCES.find((candidate) => candidate.id === id);
      if (!source) throw new Error(`No source ${id}.`);
      const { catalog } = store;
      const options = { source, paths, catalog, folder: folder.path, clock: Date.now };
      reports.set(id, await runIngest(options));
    }
    await buildIndexes(store.catalog, folder.index, Date.now);
    await store.close();
    service = await startOn(folder);
    scan = plainScan();
  });
  afterAll(() => service?.close());

  const search = async (query: string) =>
    (await service.get<FilingItem[]>(`/api/v1/sec/search?${query}`)).data;

  async function all(query: string): Promise<{ accessions: string[]; total: number }> {
    const accessions: string[] = [];
    for (let offset = 0; ; offset += 100) {
      const { data, meta } = await service.get<FilingItem[]>(
        `/api/v1/sec/search?${query}&limit=100&offset=${offset}`,
      );
      accessions.push(...data.map((item) => item.accessionNumber));
      if (!meta.hasMore) return { accessions, total: meta.totalCount as number };
    }
  }

  function expected(accept: (accession: string, filers: Map<number, Set<string>>) => boolean): string[] {
    return [...scan.filings]
      .filter(([accession, filers]) => accept(accession, filers))
      .map(([accession]) => accession);
  }

  /** Filings of filers with a name that has the words, and filings whose form and description have them. */
  function byWords(...words: string[]): string[] {
    const has = (text: string) => words.every((word) => new RegExp(`\\b${word}\\b`, 'i').test(text));
    const filers = new Set([...scan.names].filter(([, names]) => [...names].some(has)).map(([cik]) => cik));
    return expected(
      (accession, own) =>
        [...own.keys()].some((cik) => filers.has(cik)) ||
        [...(scan.descriptions.get(accession) ?? [])].some(has),
    );
  }

  async function expectSame(query: string, accessions: readonly string[]): Promise<void> {
    const found = await all(query);
    expect(found.total).toBe(accessions.length);
    expect(new Set(found.accessions)).toEqual(new Set(accessions));
    expect(found.accessions).toHaveLength(accessions.length);
  }

  it('loads every file without a warning', () => {
    expect([...reports].map(([id, { outcome, warnings }]) => [id, outcome, warnings])).toEqual(
      Object.keys(inputs()).map((id) => [id, 'done', []]),
    );
  });

  it('holds the 201,330 rows and 140,909 accessions of 2016 Q3', () => {
    const quarter = expected((accession) => {
      const day = scan.filed.get(accession) ?? '';
      return day >= '2016-07-01' && day <= '2016-09-30';
    });
    expect(quarter.length).toBeGreaterThanOrEqual(140_909);
    expect(reports.get('us_sec_full_index')?.rows).toBe(201_330 + 20 + 10);
  });

  it('q=tesla', () => expectSame('q=tesla', byWords('tesla')));
  it('q=morgan+stanley', () => expectSame('q=morgan+stanley', byWords('morgan', 'stanley')));
  it('cik=320193&forms=10-K', () =>
    expectSame(
      'cik=320193&forms=10-K',
      expected((_, filers) => ['10-K', '10-K/A'].some((form) => filers.get(320193)?.has(form))),
    ));
  it('sic=3711', () =>
    expectSame(
      'sic=3711',
      expected((_, filers) => [...filers.keys()].some((cik) => scan.sics.get(cik) === '3711')),
    ));
  it('forms and dates are met by any filer of the filing', () =>
    expectSame(
      'q=tesla&forms=4,SC+13G&start_date=2016-07-05&end_date=2016-09-30',
      byWords('tesla').filter((accession) => {
        const forms = new Set([...(scan.filings.get(accession)?.values() ?? [])].flatMap((own) => [...own]));
        const day = scan.filed.get(accession) ?? '';
        const wanted = ['4', '4/A', 'SC 13G', 'SC 13G/A', 'SCHEDULE 13G', 'SCHEDULE 13G/A'];
        return day >= '2016-07-05' && day <= '2016-09-30' && wanted.some((form) => forms.has(form));
      }),
    ));

  it('pages of any depth neither lose nor repeat a filing', async () => {
    const { meta } = await service.get('/api/v1/sec/search?q=inc&limit=1');
    const total = meta.totalCount as number;
    const seen = new Set<string>();
    for (const offset of [0, 100, Math.floor(total / 2), total - 100, total - 1]) {
      for (const item of await search(`q=inc&limit=100&offset=${offset}`)) seen.add(item.accessionNumber);
    }
    expect(seen.size).toBe(400);
    expect(await search(`q=inc&offset=${total}`)).toEqual([]);
  });

  it('puts the filings of a listed company first when asked for its name or ticker, for more than 99 in 100', async () => {
    const listed = [...listedCompanies()].filter(([cik], at) => at % 5 === 0 && scan.names.has(cik));
    const filers = new Set([...scan.filings.values()].flatMap((own) => [...own.keys()]));
    let request = 0;
    const wrong: string[] = [];
    for (const [cik, texts] of listed.filter(([one]) => filers.has(one))) {
      for (const text of texts) {
        request += 1;
        const [first] = await search(`q=${encodeURIComponent(text)}&limit=1`);
        const owners = [...(scan.filings.get(first?.accessionNumber ?? '')?.keys() ?? [])];
        if (!owners.includes(cik)) wrong.push(`${text}: ${first?.filer ?? 'nothing'} for CIK ${cik}`);
      }
    }
    expect(request).toBeGreaterThan(1_500);
    expect(wrong.length / request, wrong.join('\n')).toBeLessThan(0.01);
  });

  it('every filing comes newest first within the company asked for', async () => {
    const { data } = await service.get<FilingItem[]>('/api/v1/sec/search?q=tesla&limit=100');
    const dates = data.map((item) => item.fileDate);
    expect(dates).toEqual([...dates].sort().reverse());
    expect(data.every((item) => item.filer.includes('(CIK 0001318605)'))).toBe(true);
  });
});

function inputs(): Record<string, string[]> {
  const files = (...path: string[]) =>
    readdirSync(realFile('sec', ...path)).map((name) => realFile('sec', ...path, name));
  return {
    us_sec_full_index: files('full-index'),
    us_sec_submissions: files('submissions'),
    us_sec_tickers: files('tickers'),
    us_sec_daily_index: files('daily-index'),
  };
}

function plainScan(): Scan {
  const scan: Scan = {
    filings: new Map(),
    filed: new Map(),
    names: new Map(),
    sics: new Map(),
    descriptions: new Map(),
  };
  for (const path of [...(inputs().us_sec_full_index ?? []), ...(inputs().us_sec_daily_index ?? [])])
    scanIndex(path, scan);
  for (const path of inputs().us_sec_submissions ?? []) scanSubmissions(path, scan);
  for (const path of inputs().us_sec_tickers ?? []) scanTickers(path, scan);
  return scan;
}

function scanIndex(path: string, scan: Scan): void {
  const bytes = readFileSync(path);
  const lines = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1').split('\n');
  for (const line of lines) {
    const found = /edgar\/data\/(\d+)\/(\d{10}-\d\d-\d{6})\.txt/.exec(line);
    if (!found) continue;
    const [, cik = '', accession = ''] = found;
    const date = /\b(\d{4})-?(\d\d)-?(\d\d)(?=\s*\|?\s*edgar)/.exec(line);
    const [name, form] = line.includes('|') ? line.split('|').slice(1, 3) : fixed(line, path);
    note(scan, accession, Number(cik), form?.trim() ?? '', date ? `${date[1]}-${date[2]}-${date[3]}` : '');
    add(scan.names, Number(cik), name?.trim() ?? '');
  }
}

function fixed(line: string, path: string): [string, string] {
  return path.includes('company.')
    ? [line.slice(0, 62), line.slice(62, 74)]
    : [line.slice(12, 74), line.slice(0, 12)];
}

interface Arrays {
  readonly accessionNumber: string[];
  readonly filingDate: string[];
  readonly form: string[];
  readonly primaryDocDescription: string[];
}

function scanSubmissions(path: string, scan: Scan): void {
  const document = JSON.parse(readFileSync(path, 'utf8'));
  const cik = Number(/CIK(\d{10})/.exec(path)?.[1]);
  const rows: Arrays = document.filings?.recent ?? document;
  rows.accessionNumber.forEach((accession, index) => {
    note(scan, accession, cik, rows.form[index] ?? '', rows.filingDate[index] ?? '');
    add(scan.descriptions, accession, `${rows.form[index]} ${rows.primaryDocDescription[index]}`);
  });
  if (document.name === undefined || rows.accessionNumber.length === 0) return;
  for (const name of [
    document.name,
    ...document.formerNames.map((former: { name: string }) => former.name),
  ]) {
    add(scan.names, cik, name);
  }
  for (const ticker of document.tickers) add(scan.names, cik, ticker);
  if (document.sic) scan.sics.set(cik, document.sic);
}

/** CIK -> its name and its first ticker. */
function listedCompanies(): Map<number, [string, string]> {
  const text = readFileSync(realFile('sec/tickers/company_tickers.2025-08.json'), 'utf8');
  const rows = Object.values(
    JSON.parse(text) as Record<string, { cik_str: number; title: string; ticker: string }>,
  );
  return new Map(rows.reverse().map(({ cik_str, title, ticker }) => [cik_str, [title, ticker]]));
}

function scanTickers(path: string, scan: Scan): void {
  const document = JSON.parse(readFileSync(path, 'utf8'));
  const rows: [number, string, string][] = document.data
    ? document.data
    : Object.values(document as Record<string, { cik_str: number; title: string; ticker: string }>).map(
        ({ cik_str, title, ticker }) => [cik_str, title, ticker],
      );
  for (const [cik, title, ticker] of rows) {
    add(scan.names, cik, title);
    add(scan.names, cik, ticker);
  }
}

function note(scan: Scan, accession: string, cik: number, form: string, filed: string): void {
  const filers = scan.filings.get(accession) ?? new Map<number, Set<string>>();
  scan.filings.set(accession, filers);
  add(filers, cik, form);
  scan.filed.set(accession, filed);
}

function add<Key>(map: Map<Key, Set<string>>, key: Key, value: string): void {
  const values = map.get(key);
  if (values) values.add(value);
  else map.set(key, new Set([value]));
}
