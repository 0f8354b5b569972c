import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PUBLISHER } from '../../../../src/publishing/build/builder.js';
import { claimFolder } from '../../../../src/store/folder/data-folder.js';
import { openFolder } from '../../../../src/store/folder/open-folder.js';
import { newRun } from '../../../store/catalog/fixtures.js';
import { dropDatabase, hasPostgres, newDatabase, query } from '../../../support/postgres/server.js';
import { startCluster, untilServed } from '../../../support/processes/cluster-process.js';
import { end, type Serving, spawnDossier } from '../../../support/processes/process.js';
import { dataBytes, openRegister, servedBytes, type TestCluster } from '../../../support/publishing.js';
import { FILING, type LobbyingApi, startLobbyingApi, TOKEN } from '../../../support/servers/lobbying-api.js';

const SOURCE = 'us_lda_filings';
const WEEK_MS = 8 * 86_400_000;
const FILINGS = 60;
/** Requests of a load that nothing cuts off. */
const LOAD = 4;
/** A schedule works with the processor time that others leave. */
const PATIENT_MS = 150_000;
const NODES = ['one', 'two'] as const;
type Node = (typeof NODES)[number];

describe.skipIf(!hasPostgres)('two schedules over one database and one bucket', () => {
  const running = new Map<Node, ReturnType<typeof spawnDossier>>();
  const reported: Record<Node, string> = { one: '', two: '' };
  /** Each asks a publisher of its own, so it is seen which of them loads. */
  const publishers = {} as Record<Node, LobbyingApi>;
  let database: string;
  let cluster: Awaited<ReturnType<typeof startCluster>>;
  let register: TestCluster;
  let reader: Serving;

  beforeAll(async () => {
    database = await newDatabase();
    cluster = await startCluster(database);
    await cluster.request('one', ['cluster', 'init']);
    await noteOldRun(cluster.folderOf('one'));
    expect(await cluster.ingest('one', 50, 'v1')).toMatchObject({ status: 0 });
    for (const node of NODES) {
      publishers[node] = await startLobbyingApi(Date.now);
      publishers[node].filings = Array.from({ length: FILINGS }, (_, at) => ({
        ...FILING,
        filing_uuid: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      }));
    }
    register = await openRegister(database);
    reader = await cluster.serve('reader');
    await untilServed(reader.started.url, 1);
  });
  afterAll(async () => {
    for (const child of [...running.values(), reader.child]) await end(child, 'SIGKILL');
    for (const api of Object.values(publishers)) api.close();
    await register.close();
    await cluster.close();
    await dropDatabase(database);
  });

  /** The source was loaded eight days ago: it is due. */
  async function noteOldRun(path: string): Promise<void> {
    mkdirSync(path, { recursive: true });
    const store = await openFolder(claimFolder(path, 'data'));
    const startedAt = Date.now() - WEEK_MS;
    const run = await store.catalog.loads.start({
      ...newRun(SOURCE, startedAt),
      inputs: ['https://lda.gov/'],
    });
    const counts = { rows: 0, bytes: 0, records: 0, added: 0, changed: 0, unchanged: 0, gone: 0 };
    const ended = { finishedAt: startedAt, complete: true, warnings: [], error: null };
    await store.catalog.loads.finish(run, { ...counts, ...ended, outcome: 'done' });
    await store.close();
  }
  function start(node: Node): void {
    const settings = { DOSSIER_LDA_URL: publishers[node].base, DOSSIER_LDA_KEY: TOKEN };
    const child = spawnDossier(['schedule'], { ...cluster.envOf(node), ...settings });
    reported[node] = '';
    child.stderr?.on('data', (chunk) => {
      reported[node] += String(chunk);
    });
    child.stdout?.resume();
    running.set(node, child);
  }
  async function kill(node: Node): Promise<void> {
    const child = running.get(node);
    running.delete(node);
    if (child) await end(child, 'SIGKILL');
  }
  const holder = async () => (await register.leases.find(PUBLISHER))?.heldBy;
  const requested = (node: Node) => publishers[node].requested.length;
  const saysSoon = (node: Node, text: string) =>
    expect.poll(() => reported[node], { timeout: PATIENT_MS, interval: 50 }).toContain(text);
  /** Two programs start on a busy machine while it lasts. */
  const keepLease = () =>
    query(database, `UPDATE cluster.leases SET until = clock_timestamp() + interval '1 hour'`);
  /** As if its thirty seconds were over, now or soon. */
  const endLease = (seconds = 0) =>
    query(
      database,
      `UPDATE cluster.leases SET until = clock_timestamp() + interval '${String(seconds)} seconds'`,
    );
  const versions = async () =>
    (await register.publications.list()).map(({ version }) => version).sort((one, other) => one - other);

  /** The copy that a builder keeps of what was published last; undefined while there is none. */
  function copyOf(node: Node): Record<string, string> | undefined {
    const folder = join(cluster.folderOf(node), 'published');
    return existsSync(join(folder, 'links.db')) ? dataBytes(folder) : undefined;
  }

  test('killed while it loads: the other waits for the lease, and only then loads what is due', async () => {
    const loading = new Promise<void>((resolve) => {
      publishers.one.before = (request) => {
        if (request === 2) resolve(kill('one'));
        return undefined;
      };
    });
    start('one');
    await expect.poll(holder, { interval: 20 }).toBe('one');
    start('two');
    await loading;
    await keepLease();
    await saysSoon('two', 'one is publishing; waiting for its lease.');
    await endLease(5);
    // Slow from here on, so that the next kill finds the other while it publishes.
    cluster.stub.misbehaviour.delayMs = 500;
    const requests = cluster.stub.requests.length;
    for (;;) {
      const seen = [requested('two'), await versions()];
      if ((await holder()) !== 'one') break;
      expect(seen).toEqual([0, [1]]);
      await sleep(100);
    }
    await expect.poll(() => requested('two'), { timeout: PATIENT_MS }).toBe(LOAD);
    expect(requested('one')).toBe(2);
    const isPublishing = () => cluster.stub.requests.slice(requests).some((line) => line.startsWith('PUT'));
    await expect.poll(isPublishing, { timeout: PATIENT_MS, interval: 10 }).toBe(true);
    expect(await holder()).toBe('two');
  }, 600_000);

  test('killed while it publishes: no version is of it, and the first one loads and publishes', async () => {
    await kill('two');
    await keepLease();
    cluster.stub.misbehaviour.delayMs = 0;
    expect(await versions()).toEqual([1]);
    publishers.one.before = () => undefined;
    start('one');
    await saysSoon('one', 'two is publishing; waiting for its lease.');
    start('two');
    await saysSoon('two', 'two is publishing; waiting for its lease.');
    await kill('two');
    await endLease();
    await saysSoon('one', 'Published version 2.');
    expect(await versions()).toEqual([1, 2]);
    expect([requested('one') - 2, requested('two')]).toEqual([LOAD, LOAD]);
    await untilServed(reader.started.url, 2);
    expect(servedBytes(cluster.folderOf('reader'))).toEqual(dataBytes(cluster.folderOf('one')));
  }, 600_000);

  test('killed while it has nothing to do: the other becomes what was published, and loads nothing', async () => {
    start('two');
    await saysSoon('two', 'one is publishing; waiting for its lease.');
    await kill('one');
    await endLease();
    await saysSoon('two', 'Fetching version 2, the last published one.');
    await expect.poll(holder).toBe('two');
    const published = servedBytes(cluster.folderOf('reader'));
    await expect.poll(() => copyOf('two'), { timeout: PATIENT_MS, interval: 250 }).toEqual(published);
    // It looks for what is due at once, and would publish a load.
    await sleep(3_000);
    await kill('two');
    await endLease();
    expect((await cluster.run('two', ['cluster', 'publish'])).status).toBe(0);
    expect(copyOf('two')).toEqual(published);
    expect([requested('one') - 2, requested('two'), await versions()]).toEqual([LOAD, LOAD, [1, 2]]);
    const rows = await register.publications.after(0, Number.MAX_SAFE_INTEGER);
    expect(rows[1]?.parent).toEqual({ version: 1, id: rows[0]?.id });
  }, 600_000);
});
