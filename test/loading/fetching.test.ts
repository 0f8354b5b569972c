import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.js';
import { DATASETS } from '../../src/sources/datasets.js';
import { SOURCES } from '../../src/sources/index.js';
import { lockFile } from '../../src/store/engine/engine.js';
import { claimFolder } from '../../src/store/folder/data-folder.js';
import { type RunEnd, RunInProgressError } from '../../src/store/store.js';
import { type PortalServer, startPortal } from '../support/portal/portal-server.js';
import { openStore } from '../support/store.js';

const CO = 'us_co_business_entities';
const HOST = 'data.colorado.gov';
const NOW = Date.parse('2026-10-20T12:00:00.000Z');
const DAY_MS = 86_400_000;

let portal: PortalServer;
let folder: string;
beforeEach(async () => {
  portal = await startPortal();
  folder = mkdtempSync(join(tmpdir(), 'dossier-fetching-'));
});
afterEach(() => portal.close());

async function dossier(...args: readonly string[]): Promise<{ json: unknown; reported: string }> {
  const written = { stdout: '', stderr: '' };
  const into = (name: 'stdout' | 'stderr') =>
    new Writable({
      write: (chunk, _encoding, done) => {
        written[name] += String(chunk);
        done();
      },
    });
  const program = await createProgram({
    env: { DOSSIER_DATA: folder, DOSSIER_SOCRATA_TOKEN: 'token-1' },
    stdout: into('stdout'),
    stderr: into('stderr'),
    now: () => NOW,
    untilStopped: () => new Promise(() => undefined),
    originOf: portal.origin,
  });
  await program.parseAsync(['node', 'dossier', ...args, '--json']);
  return { json: JSON.parse(written.stdout), reported: written.stderr };
}

function put(...rows: readonly Record<string, unknown>[]): void {
  const source = SOURCES.find(({ id }) => id === CO);
  const columns = source?.kind === 'entities' ? source.tables.main?.columns : [];
  portal.table(HOST, '4ykn-tg5h', { rows, columns: columns ?? [] });
}

const company = (entityid: string, entityname: string, updated = '2026-10-01T00:00:00.000Z') => ({
  entityid,
  entityname,
  ':updated_at': updated,
});

/** As a run of the whole register that ended well so many days ago. */
async function pretendRun(daysAgo: number): Promise<void> {
  claimFolder(folder, 'data');
  const store = await openStore(folder, { schema: 'migrate' });
  const startedAt = NOW - daysAgo * DAY_MS;
  const inputs = [`https://${HOST}/api/views/4ykn-tg5h/rows.csv`];
  const runId = await store.catalog.loads.start({
    sourceId: CO,
    startedAt,
    inputs,
    publishedAt: null,
  });
  const none = { rows: 0, bytes: 0, records: 0, added: 0, changed: 0, unchanged: 0, gone: 0 };
  const end: RunEnd = {
    ...none,
    outcome: 'done',
    finishedAt: startedAt,
    complete: true,
    warnings: [],
    error: null,
  };
  await store.catalog.loads.finish(runId, end);
  await store.close();
}

describe('dossier ingest', () => {
  it('fetches the whole file first, with the token, and knows the run by its address', async () => {
    put(company('1', 'ASPEN LLC'), company('2', 'BIRCH LLC'));
    expect((await dossier('ingest', CO)).json).toMatchObject({ outcome: 'done', added: 2 });
    expect(portal.requests).toMatchObject([{ path: '/api/views/4ykn-tg5h/rows.csv', token: 'token-1' }]);
  });

  it('then asks the portal what changed, unless all of it is wanted', async () => {
    await pretendRun(2);
    put(company('1', 'OLD LLC'), company('2', 'NEW LLC', '2026-10-20T01:00:00.000Z'));
    const { json, reported } = await dossier('ingest', CO, '--no-index');
    expect(json).toMatchObject({ outcome: 'done', added: 1, complete: false });
    expect(reported).toContain('reading the changes since 2026-10-17 12:00 UTC');
    expect((await dossier('ingest', CO, '--full', '--no-index')).json).toMatchObject({
      added: 1,
      unchanged: 1,
    });
  });

  it('is refused while another fetches the source, whose files it leaves alone', async () => {
    put(company('1', 'ASPEN LLC'), company('2', 'BIRCH LLC'));
    let answer = () => {};
    const until = new Promise<void>((resolve) => {
      answer = resolve;
    });
    portal.behave(HOST, { kind: 'waits', until }, 1);
    const first = dossier('ingest', CO, '--no-index');
    while (portal.requests.length === 0) await setImmediate();
    await expect(dossier('ingest', CO, '--no-index')).rejects.toThrow(
      new RunInProgressError(`${CO} is being downloaded by another process.`),
    );
    expect(portal.requests).toHaveLength(1);
    answer();
    expect((await first).json).toMatchObject({ outcome: 'done', added: 2 });
    expect((await dossier('ingest', CO, '--full', '--no-index')).json).toMatchObject({ unchanged: 2 });
  });

  it('fetches all where the portal says that nearly all changed', async () => {
    await pretendRun(2);
    const rows = Array.from({ length: 1_001 }, (_, n) =>
      company(String(n), `N${n} LLC`, '2026-10-20T01:00:00.000Z'),
    );
    put(...rows);
    const { reported } = await dossier('ingest', CO, '--no-index');
    expect(reported).toContain('1,001 rows changed, so all files are downloaded.');
    expect(portal.requests.at(-1)?.path).toBe('/api/views/4ykn-tg5h/rows.csv');
  });
});

describe('a publisher that asks for a key', () => {
  it('is not asked without one', async () => {
    await expect(dossier('ingest', 'us_sam_entities')).rejects.toThrow('set DOSSIER_SAM_KEY.');
    expect(portal.requests).toEqual([]);
  });
});

describe('dossier ingest --all', () => {
  it('says with --dry-run what would be fetched, how large it is and what is not set, and loads nothing', async () => {
    put(company('1', 'ASPEN LLC'));
    const { json } = await dossier('ingest', '--all', '--dry-run');
    const plan = json as { sources: { source: string }[]; knownBytes: number; freeBytes: number };
    expect(plan.sources.map(({ source }) => source)).toEqual([...SOURCES, ...DATASETS].map(({ id }) => id));
    expect(plan.sources).toContainEqual({
      source: CO,
      fetch: 'whole',
      files: 1,
      bytes: plan.knownBytes,
      records: 2_500_000,
      seconds: null,
      missing: [],
    });
    expect(plan.sources).toContainEqual(
      expect.objectContaining({
        source: 'us_sec_tickers',
        fetch: 'not possible',
        missing: ['DOSSIER_CONTACT'],
      }),
    );
    expect(plan.sources).toContainEqual(
      expect.objectContaining({
        source: 'us_sam_entities',
        fetch: 'not possible',
        missing: ['DOSSIER_SAM_KEY'],
      }),
    );
    expect(plan.sources).toContainEqual(
      expect.objectContaining({ source: 'us_lda_filings', fetch: 'changes', missing: ['DOSSIER_LDA_KEY'] }),
    );
    expect(plan.sources).toContainEqual(
      expect.objectContaining({
        source: 'us_fl_corporations',
        fetch: 'not possible',
        missing: ['DOSSIER_FL_SFTP_USER', 'DOSSIER_FL_SFTP_PASSWORD'],
      }),
    );
    expect(plan.knownBytes).toBeGreaterThan(0);
    expect(plan.freeBytes).toBeGreaterThan(0);
    await pretendRun(2);
    const later = (await dossier('ingest', '--all', '--dry-run')).json as typeof plan;
    expect(later.sources).toContainEqual(expect.objectContaining({ source: CO, fetch: 'changes' }));
  });

  it('loads what it can, says what it could not, and fails', async () => {
    put(company('1', 'ASPEN LLC'));
    await expect(dossier('ingest', '--all')).rejects.toThrow(/^\d+ of \d+ sources were not loaded\.$/);
    const store = await openStore(folder, { schema: 'current' });
    expect(await store.catalog.entities.get('CO:1')).toBeDefined();
    await store.close();
  });

  it('stands alone', async () => {
    await expect(dossier('ingest', CO, '--all')).rejects.toThrow('--all cannot be combined with a source');
  });
});

describe('a data set that is made of the files of another', () => {
  const FILINGS = '/api/views/k4vb-judh/rows.csv';
  const dataset = 'us_ny_entity_filings';
  const fetches = () =>
    portal.requests.filter(({ method, path }) => method === 'GET' && path === FILINGS).length;
  beforeEach(() => {
    const columns = Object.keys(filing('1'));
    portal.table('data.ny.gov', 'k4vb-judh', { rows: [filing('1'), filing('2')], columns });
  });
  const filing = (dos_id: string) => ({
    ...{ filing_type: 'BIENNIAL STATEMENT', dos_id, filing_date: '2026-10-19T00:00:00.000', law: '408 BCL' },
    ...{ entity_type: 'DOMESTIC', corp_name: 'X INC', fictitious_name: '', pre_corp_name: '' },
  });
  async function runs(): Promise<number> {
    const store = await openStore(folder, { schema: 'current' });
    const all = await store.catalog.runs.list(dataset, 10);
    await store.close();
    return all.filter(({ outcome, rows }) => outcome === 'done' && rows === 2).length;
  }

  it('is fetched and loaded with it, and not once more', async () => {
    await expect(dossier('ingest', '--all', '--no-index')).rejects.toThrow('were not loaded.');
    expect([fetches(), await runs()]).toEqual([1, 1]);
  });

  it('is due with it', async () => {
    const { json } = await dossier('schedule', '--once', '--all');
    expect((json as { source: string }[]).map(({ source }) => source)).not.toContain(dataset);
    expect([fetches(), await runs()]).toEqual([1, 1]);
  });

  it('is fetched by itself where it alone is due', async () => {
    await dossier('ingest', 'us_ny_daily_filings', '--no-index');
    await dossier('ingest', dataset, '--no-index');
    expect([fetches(), await runs()]).toEqual([2, 2]);
  });
});

describe('dossier schedule', () => {
  it('loads with --once what is due and nothing else', async () => {
    put(company('1', 'ASPEN LLC', '2026-10-20T01:00:00.000Z'));
    expect((await dossier('schedule', '--once')).json).toEqual([]);
    await pretendRun(2);
    expect((await dossier('schedule', '--once')).json).toEqual([{ source: CO, records: 1, error: null }]);
    expect((await dossier('schedule', '--once')).json).toEqual([]);
  });

  it('loads nothing while another process loads what is due', async () => {
    await pretendRun(2);
    put(company('1', 'ASPEN LLC', '2026-10-20T01:00:00.000Z'));
    const other = lockFile(join(folder, 'schedule.lock'));
    const { json, reported } = await dossier('schedule', '--once');
    expect([json, reported]).toEqual([
      [],
      expect.stringContaining('Another process is loading the sources that are due.'),
    ]);
    other?.release();
    expect((await dossier('schedule', '--once')).json).toEqual([{ source: CO, records: 1, error: null }]);
  });

  it('tells a publisher’s fault and leaves the source alone for an hour', async () => {
    await pretendRun(8);
    const [outcome] = (await dossier('schedule', '--once')).json as { source: string; error: string }[];
    expect(outcome).toMatchObject({ source: CO, error: expect.stringContaining('could not be fetched') });
    expect((await dossier('schedule', '--once')).json).toEqual([]);
    const sources = (await dossier('sources')).json as { id: string; lastRun: object }[];
    expect(sources.find(({ id }) => id === CO)?.lastRun).toMatchObject({ outcome: 'failed', rows: 0 });
  });
});
