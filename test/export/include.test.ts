import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportItem, ExportManifest } from '../../src/contract/export.js';
import { parentsOf } from '../../src/domain/records/ownership.js';
import { returnsOf } from '../../src/domain/records/return-document.js';
import { exclusion } from '../../src/sources/support/exclusions.js';
import { lei } from '../support/invented-lei.js';
import { startService, type TestService } from '../support/service.js';

const EIN = '010000001';
const COUNT = 150;

let service: TestService;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-export-include-'));
  const bodies = Array.from({ length: COUNT }, (_, at) => String(10_000_001 + at).padStart(9, '0'));
  service = await startService({
    entities: {
      us_irs_eo_bmf: bodies.map((value, at) => {
        const numbers = [{ scheme: 'ein' as const, value }];
        return { key: value, name: `Invented Fund ${at}`, identifiers: numbers, linkKeys: numbers };
      }),
    },
    datasets: {
      us_irs_form_990: [
        {
          ...{ key: `${EIN} 990 2023`, date: '2023-12-31' },
          document: {
            ...{ ein: EIN, form: '990', taxYear: 2023, periodStart: '2023-01-01', periodEnd: '2023-12-31' },
            ...{
              filed: '2024-05-01',
              filedAt: '2024-05-01T10:00:00',
              amended: false,
              contractors: [],
              related: [],
            },
            ...{ revenue: 5, expenses: 4, surplus: 1, assets: 9, assetsMarketValue: null, liabilities: 2 },
            ...{ netAssets: 7, employees: 3, officerCompensation: null, reportableCompensation: null },
            ...{ relatedCompensation: null, grantsPaid: null, contractorsOver100k: null },
          },
          parties: [{ key: returnsOf(EIN), names: [] }],
        },
      ],
      us_gleif_lei_records: [
        {
          ...{ key: lei(1), document: {} },
          parties: [
            {
              key: `lei:${lei(1)}`,
              names: [{ text: 'Invented Fund 0', kind: 'current' }],
              identifiers: [
                { scheme: 'lei', value: lei(1) },
                { scheme: 'ein', value: EIN },
              ],
            },
          ],
        },
      ],
      us_gleif_relationships: [
        {
          ...{ key: 'r', date: '2020-01-01' },
          document: {
            ...{ child: lei(1), parent: lei(2), type: 'IS_DIRECTLY_CONSOLIDATED_BY', isActive: true },
            ...{ since: '2020-01-01', until: null, lapsedOn: null, standard: null },
          },
          parties: [{ key: parentsOf(lei(1)), names: [] }],
        },
      ],
      us_hhs_leie: [
        exclusion({
          ...{ key: 'e', names: ['Another Name Inc'], list: '1128a1', program: null, agency: null },
          ...{ startDate: '2020-01-02', endDate: null, place: { city: null, state: 'CT', country: null } },
          identifiers: [{ scheme: 'ein', value: EIN }],
        }),
      ],
    },
  });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

async function call(path: string, body?: unknown): Promise<Response> {
  return await fetch(`${service.url}/api/v1/exports${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
  });
}

async function exported(body: object) {
  const { data } = (await (await call('', { kind: 'entities', ...body })).json()) as { data: ExportItem };
  for (;;) {
    const { data: now } = (await (await call(`/${data.id}`)).json()) as { data: ExportItem };
    if (now.finishedAt === null) {
      await sleep(50);
      continue;
    }
    expect(now.error).toBeNull();
    const bytes = Buffer.from(await (await call(`/${data.id}/parts/1`)).arrayBuffer());
    const manifest = (await (await call(`/${data.id}/manifest.json`)).json()) as ExportManifest;
    return { item: now, bytes, manifest };
  }
}

const INCLUDE = ['exclusions', 'financials', 'ownership'];

test('rows have what GET /entity includes, and each token costs as much as the rows', async () => {
  const before = await service.creditsLeft();
  const { item, bytes } = await exported({ include: INCLUDE });
  expect([item.include, item.rows, item.credits]).toEqual([INCLUDE, COUNT, 6]);
  expect(await service.creditsLeft()).toBe(before - 6);
  const rows = gunzipSync(bytes)
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  for (const at of [0, 77]) {
    const row = rows.find(({ name }) => name === `Invented Fund ${at}`) ?? {};
    const { data, meta } = await service.get<object>(`/api/v1/entity/${row.id}?include=${INCLUDE.join(',')}`);
    const { source, lastUpdated, enrichment, ...shown } = row;
    expect(shown).toEqual(data);
    expect([source, lastUpdated, enrichment]).toEqual(['us_irs_eo_bmf', meta.lastUpdated, meta.enrichment]);
  }
  expect(rows.filter(({ exclusions }) => exclusions !== undefined)).toHaveLength(1);
  expect(rows.filter(({ ownership }) => ownership !== undefined)).toHaveLength(1);
});

test('Parquet has columns of the members, and the manifest describes them', async () => {
  const { bytes, manifest } = await exported({ include: ['financials', 'exclusions'], format: 'parquet' });
  const path = join(folder, 'rows.parquet');
  writeFileSync(path, bytes);
  const connection = await (await DuckDBInstance.create()).connect();
  const sql = `SELECT "enrichment.exclusions.outcome" AS outcome, "exclusions.totalCount"::INTEGER AS entries,
    json_extract_string("financials.irs.items", '$[0].revenue') AS revenue FROM read_parquet('${path}') ORDER BY name LIMIT 2`;
  expect((await connection.runAndReadAll(sql)).getRowObjects()).toEqual([
    { outcome: 'found', entries: 1, revenue: '5' },
    { outcome: 'none', entries: null, revenue: null },
  ]);
  const names = manifest.columns.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['exclusions.items', 'enrichment.financials.outcome']));
  expect(manifest.include).toEqual(['exclusions', 'financials']);
});

test('a token that exports do not have, and tokens of other kinds, are refused', async () => {
  expect((await call('', { kind: 'entities', include: ['related'] })).status).toBe(400);
  const refused = (await (await call('', { kind: 'filings', include: ['exclusions'] })).json()) as {
    detail: string;
  };
  expect(JSON.stringify(refused)).toContain('is for the kind entities; the kind is filings.');
  const field = (await (await call('', { kind: 'entities', fields: ['ownership'] })).json()) as object;
  expect(JSON.stringify(field)).toContain('must be a field of entities');
});

test('a list is extended with the tokens, at 1 credit a row and token', async () => {
  const token = await service.newKey({ scopes: ['reconcile'], credits: 100 });
  const { data } = await service.get<{ id: string }[]>('/api/v1/search?name=Invented%20Fund%200');
  const id = data[0]?.id ?? '';
  const properties = [
    ...['exclusionOutcome', 'exclusion', 'returnPeriod', 'returnRevenue', 'returnEmployees', 'directParent'],
  ].map((property) => ({ id: property }));
  const response = await fetch(`${service.url}/reconcile/k/${token}`, {
    method: 'POST',
    body: new URLSearchParams({ extend: JSON.stringify({ ids: [id], properties }) }),
  });
  expect(response.headers.get('x-credits-cost')).toBe('4');
  const { rows } = (await response.json()) as { rows: Record<string, unknown> };
  expect(rows[id]).toMatchObject({
    exclusionOutcome: [{ str: 'found' }],
    exclusion: [{ str: expect.stringMatching(/^us_hhs_leie, 1128a1: On the list loaded on /) }],
    returnPeriod: [{ date: '2023-12-31T00:00:00+00:00' }],
    returnRevenue: [{ float: 5 }],
    returnEmployees: [{ int: 3 }],
    directParent: [{ str: lei(2) }],
  });
});
