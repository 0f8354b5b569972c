import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withDeadline } from '../../../src/platform/deadline.js';
import { realFile, withoutRealData } from '../real-data.js';
import { type PortalServer, startPortal } from './portal-server.js';

const HOST = 'data.example.gov';
const LAYER = '/arcgis/rest/services/Licences/FeatureServer/0';
let portal: PortalServer;

beforeAll(async () => {
  portal = await startPortal();
  portal.table(HOST, 'aaaa-1111', {
    rows: [
      { number: 7, name: "O'BRIEN LLC", town: null, formed: '2020-01-02T00:00:00.000' },
      { number: 12, name: 'ASPEN ROOFING', town: 'DENVER', ':updated_at': '2026-10-05T00:00:00.000Z' },
      { number: 3, name: 'ROOFING OF ASPEN', town: 'ASPEN' },
    ],
    headings: { number: 'Number', name: 'Entity Name', formed: 'Formed On' },
  });
  portal.table(HOST, 'bbbb-2222', { rows: Array.from({ length: 50_010 }, (_, n) => ({ n })) });
  portal.layer(HOST, LAYER, {
    features: [1, 2, 3].map((n) => ({ FILE_NUMBER: `L${n}`, EFFECTIVE_DATE: 1_577_941_200_000 })),
    dateFields: ['EFFECTIVE_DATE'],
    maxRecordCount: 2,
  });
});
afterAll(() => portal.close());

async function ask(path: string, query: Record<string, string> = {}): Promise<Response> {
  return await fetch(`${portal.origin(HOST)}${path}?${new URLSearchParams(query)}`);
}

async function rows(query: Record<string, string>, dataset = 'aaaa-1111'): Promise<Record<string, string>[]> {
  const response = await ask(`/resource/${dataset}.json`, query);
  return (await response.json()) as Record<string, string>[];
}

const numbers = async (query: Record<string, string>) => (await rows(query)).map((row) => row.number);

describe('the Socrata test portal', () => {
  it('leaves nulls out, writes numbers as text and keeps system fields to those who select them', async () => {
    expect(await rows({ number: '7' })).toEqual([
      { number: '7', name: "O'BRIEN LLC", formed: '2020-01-02T00:00:00.000' },
    ]);
    expect((await rows({ $select: ':*,*', number: '7' }))[0]).toHaveProperty([':updated_at']);
  });

  it.each([
    ["name = 'O''BRIEN LLC'", ['7']],
    ["upper(name) like '%ROOF%' AND town='ASPEN'", ['3']],
    ["name like 'ROOF%' OR starts_with(name, 'ASPEN')", ['12', '3']],
    ['town IS NULL', ['7']],
    ['NOT (town is not null)', ['7']],
    ['number > 3 and number <= 12', ['7', '12']],
    ["number in ('3', '12')", ['12', '3']],
    [":updated_at > '2026-10-01T00:00:00.000'", ['12']],
  ])('understands $where=%s', async ($where, found) => {
    expect(await numbers({ $where })).toEqual(found);
  });

  it('finds whole words of any column with $q, orders, selects, counts and pages', async () => {
    expect(await numbers({ $q: 'aspen' })).toEqual(['12', '3']);
    expect(await numbers({ $q: 'asp' })).toEqual([]);
    expect(await rows({ $order: 'name desc', $select: 'name', $limit: '1', $offset: '1' })).toEqual([
      { name: "O'BRIEN LLC" },
    ]);
    expect(await rows({ $select: 'count(*)', $where: 'number > 3' })).toEqual([{ count: '2' }]);
  });

  it('gives 1,000 rows unasked and never more than 50,000', async () => {
    expect(await rows({}, 'bbbb-2222')).toHaveLength(1_000);
    expect(await rows({ $limit: '90000' }, 'bbbb-2222')).toHaveLength(50_000);
    expect(await rows({ $limit: '90000', $offset: '50000' }, 'bbbb-2222')).toHaveLength(10);
  });

  it('refuses an unknown column, a malformed query and a dataset that is gone', async () => {
    for (const query of [{ colour: 'red' }, { $where: "colour='red'" }, { $where: 'name =' }]) {
      expect((await ask('/resource/aaaa-1111.json', query)).status).toBe(400);
    }
    const gone = await ask('/resource/cccc-3333.json');
    expect(gone.status).toBe(404);
    expect(await gone.json()).toMatchObject({ code: 'dataset.missing' });
  });

  it('downloads a table under display names with month-first dates', async () => {
    const text = await (await ask('/api/views/aaaa-1111/rows.csv')).text();
    expect(text.split('\n').slice(0, 2)).toEqual([
      'Number,Entity Name,town,Formed On',
      "7,O'BRIEN LLC,,01/02/2020",
    ]);
  });

  it('is busy, fails, truncates and is slow when it is told to', async () => {
    portal.behave(HOST, { kind: 'busy', retryAfter: '7' }, 1);
    const busy = await ask('/resource/aaaa-1111.json');
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '7']);
    portal.behave(HOST, { kind: 'busy' }, 1);
    expect((await ask('/resource/aaaa-1111.json')).headers.get('retry-after')).toBeNull();
    portal.behave(HOST, { kind: 'truncates' }, 1);
    await expect(rows({})).rejects.toThrow(SyntaxError);
    portal.behave(HOST, { kind: 'slow', ms: 20 }, 1);
    expect(await rows({})).toHaveLength(3);
    portal.behave(HOST, { kind: 'hangs' }, 1);
    const request = withDeadline(50, (signal) =>
      fetch(`${portal.origin(HOST)}/resource/aaaa-1111.json`, { signal }),
    );
    await expect(request).rejects.toThrow();
  });
});

describe.skipIf(withoutRealData('the test portal against a real answer'))('beside a real answer', () => {
  it('writes a real row of New York as the portal did: blank columns are not there, dates are floating', async () => {
    const text = readFileSync(realFile('state', 'samples', 'ny_dos_3322706_multi.json'), 'utf8');
    const real = Object.values(JSON.parse(text) as Record<string, Record<string, string>[]>)
      .filter(Array.isArray)
      .flat();
    const columns = [...new Set(real.flatMap((row) => Object.keys(row)))];
    const padded = real.map((row) => Object.fromEntries(columns.map((name) => [name, row[name] ?? null])));
    portal.table(HOST, 'dddd-4444', { rows: padded });
    expect(await rows({}, 'dddd-4444')).toEqual(real);
  });
});

describe('the ArcGIS test portal', () => {
  it('pages by its record count, with dates as milliseconds', async () => {
    const page = async (resultOffset: string) =>
      (await ask(`${LAYER}/query`, { where: '1=1', outFields: '*', f: 'json', resultOffset })).json();
    expect(await page('0')).toMatchObject({
      features: [{ attributes: { FILE_NUMBER: 'L1', EFFECTIVE_DATE: 1_577_941_200_000 } }, {}],
      exceededTransferLimit: true,
    });
    const last = (await page('2')) as { features: unknown[] };
    expect(last.features).toHaveLength(1);
    expect(last).not.toHaveProperty('exceededTransferLimit');
  });

  it('says its faults with status 200', async () => {
    const response = await ask(`${LAYER}/query`, { where: "COLOUR='red'", f: 'json' });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ error: { code: 400 } });
  });
});
