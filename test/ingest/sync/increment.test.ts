import { mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FetchError } from '../../../src/ingest/fetch/index.js';
import { runIngest } from '../../../src/ingest/run/run.js';
import { fetchIncrement, type Increment, type IncrementOptions } from '../../../src/ingest/sync/increment.js';
import { hasCursor } from '../../../src/ingest/sync/plan.js';
import type { Store } from '../../../src/store/store.js';
import { type PortalServer, startPortal } from '../../support/portal/portal-server.js';
import { entitySource } from '../../support/service.js';
import { openStore } from '../../support/store.js';

const OLD = '2026-10-01T00:00:00.000Z';
const NEW = '2026-10-19T08:00:00.000Z';
const SINCE = '2026-10-18T00:00:00.000';

let portal: PortalServer;
let store: Store;
let folder: string;
beforeEach(async () => {
  portal = await startPortal();
  folder = mkdtempSync(join(tmpdir(), 'dossier-sync-'));
  store = await openStore(folder, { schema: 'migrate' });
});
afterEach(async () => {
  await store.close();
  await portal.close();
});

function source(id: string) {
  const found = entitySource(id);
  if (!hasCursor(found)) throw new Error(`${id} cannot be asked for changes.`);
  return found;
}
const CO = source('us_co_business_entities');
const CT = source('us_ct_business_registry');

function put(of: typeof CO, table: string, rows: readonly Record<string, unknown>[]): void {
  const { columns = [], optional = [] } = of.tables[table] ?? {};
  const { host, tables } = of.portal;
  portal.table(host, tables[table] ?? '', { rows, columns: [...columns, ...optional] });
}

async function changed(of: typeof CO, more: Partial<IncrementOptions> = {}): Promise<Increment> {
  return await fetchIncrement(of, {
    since: SINCE,
    folder: join(folder, 'fetched'),
    maxRows: 1_000_000,
    socrataToken: 'token-1',
    contact: 'ops@example.org',
    clock: { now: () => 0, sleep: async () => {} },
    originOf: portal.origin,
    ...more,
  });
}

async function ingest(of: typeof CO, increment: Increment) {
  if (increment.kind !== 'files') throw new Error('These are no files.');
  const { paths, urls: inputs } = increment;
  const clock = () => Date.parse(NEW);
  const { catalog } = store;
  return await runIngest({
    source: of,
    paths,
    inputs,
    increment: true,
    catalog,
    folder,
    clock,
  });
}

const documentOf = async (id: string) =>
  JSON.parse((await store.catalog.entities.get(id))?.document ?? 'null');

describe('an increment', () => {
  const company = (entityid: string, entityname: string, at: string) => ({
    entityid,
    entityname,
    entitystatus: 'Good Standing',
    ':updated_at': at,
  });

  it('brings what changed and marks nothing gone; the run is known by the portal’s address', async () => {
    put(CO, 'main', [company('1', 'OLD LLC', NEW), company('2', 'STAYS LLC', NEW)]);
    await ingest(CO, await changed(CO));
    put(CO, 'main', [company('1', 'NEW LLC', NEW), company('2', 'UNSEEN LLC', OLD)]);
    const report = await ingest(CO, await changed(CO));
    expect(report).toMatchObject({ outcome: 'done', changed: 1, unchanged: 0, gone: 0, complete: false });
    expect(report.warnings).toEqual([]);
    expect((await documentOf('CO:1')).name).toBe('NEW LLC');
    expect((await documentOf('CO:2')).name).toBe('STAYS LLC');
    const [run] = await store.catalog.runs.list(CO.id, 1);
    expect(run?.inputs[0]).toMatch(/^http:.*4ykn-tg5h\.json\?.*updated_at/);
    expect(portal.requests.every(({ token }) => token === 'token-1')).toBe(true);
  });

  it('marks nothing gone either where the publisher only ever shows the last days', async () => {
    const rolling = { ...CO, delivery: 'increment', expect: { min: 1 } } as const;
    const load = async (id: string) => {
      put(CO, 'main', [company(id, 'ROLLING LLC', NEW)]);
      const files = await changed(CO);
      const paths = files.kind === 'files' ? files.paths : [];
      return await runIngest({
        source: rolling,
        paths,
        catalog: store.catalog,
        folder,
        clock: Date.now,
      });
    };
    await load('1');
    expect(await load('2')).toMatchObject({ outcome: 'done', gone: 0, complete: false });
    expect((await store.catalog.entities.get('CO:1'))?.goneSince).toBeNull();
  });

  it('is a good run where nothing changed', async () => {
    put(CO, 'main', [company('1', 'OLD LLC', OLD)]);
    const increment = await changed(CO);
    expect(increment).toMatchObject({ kind: 'files', paths: [] });
    expect(await ingest(CO, increment)).toMatchObject({ outcome: 'done', rows: 0, gone: 0, error: null });
  });

  it('comes in pages of 50,000 rows', async () => {
    put(
      CO,
      'main',
      Array.from({ length: 50_001 }, (_, n) => company(String(n), `N${n} LLC`, NEW)),
    );
    const increment = await changed(CO);
    expect(increment).toMatchObject({ kind: 'files', paths: [expect.any(String), expect.any(String)] });
    expect(await ingest(CO, increment)).toMatchObject({ added: 50_001 });
  });

  it('reads whole records again where one of their rows changed, in whichever table', async () => {
    const master = (n: number) => ({
      id: `acc-${n}`,
      accountnumber: `000000${n}`,
      name: `NUTMEG ${n} INC`,
      status: 'Active',
      ':updated_at': OLD,
    });
    const officer = (n: number, name: string, at: string) => ({
      business_id: `acc-${n}`,
      name__c: name,
      designation: 'Member',
      ':updated_at': at,
    });
    put(CT, 'master', [master(1), master(2)]);
    put(CT, 'principals', [officer(1, 'ANA', OLD), officer(1, 'BEN', NEW), officer(2, 'CY', OLD)]);
    for (const table of ['agents', 'filings', 'nameChanges']) put(CT, table, []);
    expect(await ingest(CT, await changed(CT))).toMatchObject({ records: 1, added: 1 });
    expect((await documentOf('CT:0000001')).officers).toHaveLength(2);
  });

  it('is refused where the portal says that nearly everything changed', async () => {
    put(
      CO,
      'main',
      [1, 2, 3].map((n) => company(String(n), `N${n} LLC`, NEW)),
    );
    expect(await changed(CO, { maxRows: 2 })).toEqual({ kind: 'too_much', rows: 3 });
  });

  it('goes by the column that the source declares', async () => {
    const own = { ...CO, portal: { ...CO.portal, cursor: 'entityformdate' } };
    const formed = (n: number, entityformdate: string) => ({
      ...company(String(n), 'X LLC', OLD),
      entityformdate,
    });
    put(CO, 'main', [formed(1, '2026-10-01T00:00:00.000'), formed(2, '2026-10-19T00:00:00.000')]);
    expect(await ingest(own, await changed(own))).toMatchObject({ records: 1 });
    expect(await documentOf('CO:2')).not.toBeNull();
  });

  it('is read where the portal packs its answers', async () => {
    put(CO, 'main', [company('1', 'PACKED LLC', NEW)]);
    portal.behave(CO.portal.host, { kind: 'packs' });
    expect(await ingest(CO, await changed(CO))).toMatchObject({ outcome: 'done', records: 1 });
    expect((await documentOf('CO:1')).name).toBe('PACKED LLC');
  });

  it.each(['maintenance', 'truncates'] as const)(
    'is a fault of the publisher where its answer %s',
    async (kind) => {
      put(CO, 'main', [company('1', 'OLD LLC', NEW)]);
      portal.behave(CO.portal.host, { kind });
      await expect(changed(CO)).rejects.toThrow(FetchError);
    },
  );

  it('is a fault of the publisher where it does not say how many rows changed', async () => {
    const nothing = createServer((_request, response) => response.end('[]'));
    await new Promise<void>((resolve) => nothing.listen(0, '127.0.0.1', resolve));
    const { port } = nothing.address() as AddressInfo;
    const request = changed(CO, { originOf: () => `http://127.0.0.1:${port}` });
    await expect(request).rejects.toThrow(FetchError);
    nothing.close();
  });

  it('is a fault of the publisher where the answer is longer than a page may be', async () => {
    put(CO, 'main', [company('1', 'OLD LLC', NEW)]);
    portal.behave(CO.portal.host, { kind: 'rows', rows: [{ count: '1'.repeat(65 * 2 ** 20) }] });
    await expect(changed(CO)).rejects.toThrow(
      /, larger than the maximum of 68 MB\.$|it is larger than the maximum of 68 MB\.$/,
    );
    expect(portal.requests).toHaveLength(1);
  });

  it('waits as long as a busy portal asks', async () => {
    put(CO, 'main', [company('1', 'OLD LLC', NEW)]);
    portal.behave(CO.portal.host, { kind: 'busy', retryAfter: '7' }, 1);
    const slept: number[] = [];
    const clock = { now: () => 0, sleep: async (ms: number) => void slept.push(ms) };
    expect(await changed(CO, { clock })).toMatchObject({ kind: 'files' });
    expect(slept).toContain(7_000);
    expect(slept.length).toBe(portal.requests.length);
  });
});
