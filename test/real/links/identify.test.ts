import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Identity } from '../../../src/contract/records/identity.js';
import { runIngest } from '../../../src/ingest/run/run.js';
import { DATASETS } from '../../../src/sources/datasets.js';
import { SOURCES } from '../../../src/sources/index.js';
import { realFile, withoutRealData } from '../../support/real-data.js';
import { startService, type TestService } from '../../support/service.js';
import { institutions } from '../real-files.js';

/** Files of publishers that state numbers, each loaded through the real readers. */
const FILES: readonly (readonly [source: string, ...paths: string[][]])[] = [
  [
    'us_sec_financial_statements',
    ['sec', 'fsds', '2009q3.zip'],
    ['sec', 'fsds', '2021q1-sub.reconstructed.txt.gz'],
  ],
  ['us_sec_tickers', ['sec', 'tickers', 'company_tickers.2025-08.json']],
  [
    'us_sec_submissions',
    ...['0000320193', '0001318605', '0001835632'].map((cik) => ['sec', 'submissions', `CIK${cik}.json`]),
  ],
  ['us_gleif_lei_records', ['federal', 'gleif', 'lei2-intra-day_20240505_cut.json']],
  ['us_fdic_institutions', ['federal', 'fdic', 'institutions_2025Q3_derived.csv.gz']],
  ['us_fac_auditees', ['federal', 'fac', 'fac_auditee_ids_2016_2022.csv']],
  ['us_irs_eo_bmf', ...['ct', 'dc', 'de'].map((state) => ['federal', 'irs_bmf', `eo_${state}.csv.gz`])],
  ['us_sam_registrations', ['federal', 'sam', 'SAM_PUBLIC_V2_3rec_20260906.dat']],
];

const skip = withoutRealData('numbers of one body, on real files');

describe.skipIf(skip)('numbers of one body, on real files', { timeout: 600_000 }, () => {
  let service: TestService;
  const warnings = new Map<string, readonly string[]>();

  beforeAll(async () => {
    service = await startService({
      load: async ({ catalog }, { path: folder }) => {
        for (const [id, ...paths] of FILES) {
          const source = [...SOURCES, ...DATASETS].find((one) => one.id === id);
          if (source === undefined) throw new Error(`${id} is not in the catalogue.`);
          const report = await runIngest({
            source: { ...source, expect: { min: 1 } },
            paths: id === 'us_fdic_institutions' ? [institutions()] : paths.map((path) => realFile(...path)),
            ...{ catalog, folder, clock: Date.now },
          });
          expect(report.error, id).toBeNull();
          warnings.set(
            id,
            report.warnings.map(({ code, detail }) => `${code}: ${detail}`),
          );
        }
      },
    });
  }, 600_000);
  afterAll(() => service.close());

  const identify = async (scheme: string, value: string) =>
    (await service.get<Identity>(`/api/v1/identify?scheme=${scheme}&value=${encodeURIComponent(value)}`))
      .data;

  const identifyEach = async (scheme: string, values: readonly string[]) =>
    (
      await service.getEach<Identity>(
        'identify',
        values.map((value) => ({ scheme, value })),
      )
    ).map(({ data }) => data);

  it('reads the SEC’s and GLEIF’s files without a warning but for the tables that are left out', () => {
    expect(warnings.get('us_gleif_lei_records')).toEqual([]);
    const statements = warnings.get('us_sec_financial_statements') ?? [];
    expect(statements.filter((text) => !text.startsWith('member_skipped'))).toEqual([]);
  });

  it('finds each filer of two quarters by the EIN that it typed, and no other', async () => {
    const rows = submissions();
    const bodies = new Map<string, Set<string>>();
    for (const { cik, ein } of rows) bodies.set(ein, (bodies.get(ein) ?? new Set()).add(cik));
    let [wrong, missing, shared] = [0, 0, 0];
    const answers = await identifyEach('ein', [...bodies.keys()]);
    for (const [at, ciks] of [...bodies.values()].entries()) {
      const found = answers[at] as Identity;
      const stated = found.records.filter(({ source }) => source === 'us_sec_financial_statements');
      const reported = new Set(
        stated.flatMap(({ numbers }) =>
          numbers.filter(({ scheme }) => scheme === 'cik').map(({ value }) => String(Number(value))),
        ),
      );
      wrong += [...reported].filter((cik) => !ciks.has(cik)).length;
      missing += [...ciks].filter((cik) => !reported.has(cik)).length;
      if (ciks.size > 1) shared += found.shared ? 1 : 0;
    }
    expect({ wrong, missing, shared }).toEqual({
      wrong: 0,
      missing: 0,
      shared: [...bodies.values()].filter(({ size }) => size > 1).length,
    });
  });

  it('reads of each LEI the register number that its record gives, and joins FDIC certificates', async () => {
    const records = (
      JSON.parse(readFileSync(realFile('federal', 'gleif', 'lei2-intra-day_20240505_cut.json'), 'utf8')) as {
        records: LeiRecord[];
      }
    ).records;
    let joined = 0;
    const answers = await identifyEach(
      'lei',
      records.map(({ LEI }) => LEI.$),
    );
    for (const [at, { LEI, Entity }] of records.entries()) {
      const { RegistrationAuthority: register, LegalJurisdiction } = Entity;
      const found = answers[at] as Identity;
      const number = register?.RegistrationAuthorityEntityID?.$;
      for (const reached of found.chain) {
        expect(number, LEI.$).toBeDefined();
        if (reached.scheme === 'state-number') {
          expect(reached.value.slice(0, 2)).toBe(LegalJurisdiction?.$?.slice(3));
          expect(number?.replace(/[\s-]/g, '').toUpperCase().endsWith(reached.value.slice(3))).toBe(true);
        }
        if (reached.scheme === 'fdic')
          joined += reached.records.some(({ kind }) => kind === 'entity') ? 1 : 0;
      }
    }
    expect(joined).toBeGreaterThan(0);
  });

  it('leads from Apple’s ticker to its EIN, and from its file number to its CIK', async () => {
    const found = await identify('ticker', 'AAPL');
    expect(found.records).toMatchObject([{ kind: 'filer', key: '320193' }]);
    expect(found.chain.map(({ scheme, value }) => `${scheme} ${value}`)).toEqual(
      expect.arrayContaining(['ein 94-2404110', 'cik 0000320193']),
    );
    expect((await identify('file-number', '001-36743')).records).toMatchObject([{ key: '320193' }]);
  });
});

interface LeiRecord {
  readonly LEI: { readonly $: string };
  readonly Entity: {
    readonly LegalJurisdiction?: { readonly $: string };
    readonly RegistrationAuthority?: { readonly RegistrationAuthorityEntityID?: { readonly $: string } };
  };
}

function submissions(): readonly { readonly cik: string; readonly ein: string }[] {
  const text = gunzipSync(
    readFileSync(realFile('sec', 'fsds', '2021q1-sub.reconstructed.txt.gz')),
  ).toString();
  const [header = '', ...lines] = text.trim().split('\n');
  const names = header.split('\t');
  const [cik, ein] = [names.indexOf('cik'), names.indexOf('ein')];
  return lines
    .map((line) => line.split('\t'))
    .map((cells) => ({ cik: cells[cik] ?? '', ein: cells[ein] ?? '' }))
    .filter((row) => /^\d{9}$/.test(row.ein) && !/^(\d)\1+$/.test(row.ein));
}
