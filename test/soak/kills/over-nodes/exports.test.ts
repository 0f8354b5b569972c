import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Dossier, type Export, type ExportManifest } from '../../../../sdk/src/index.js';
import { workedOn } from '../../../support/many-records.js';
import { dropDatabase, hasPostgres, newDatabase, query } from '../../../support/postgres/server.js';
import { startCluster, untilServed } from '../../../support/processes/cluster-process.js';
import { end, type Serving, standStill } from '../../../support/processes/process.js';

const ROWS = 20_000;
/** Every 250 ms: a node looks for work once a second. */
const LOOKS = 12;
const NODES = ['east', 'west'] as const;
type Node = (typeof NODES)[number];

interface Job {
  readonly state: string;
  readonly token: number;
  readonly rowsDone: number;
}

describe.skipIf(!hasPostgres)('a node of a cluster is killed while it makes an export', () => {
  const downloads = mkdtempSync(join(tmpdir(), 'dossier-downloaded-'));
  const services = new Map<Node, Serving>();
  let database: string;
  let cluster: Awaited<ReturnType<typeof startCluster>>;
  let key: string;
  let version = 1;

  beforeAll(async () => {
    database = await newDatabase();
    cluster = await startCluster(database);
    await cluster.request('builder', ['cluster', 'init']);
    expect(await cluster.ingest('builder', ROWS, 'v1')).toMatchObject({ status: 0 });
    key = await cluster.newKey('builder', 'exports', 'read,usage');
    for (const node of NODES) await start(node);
  }, 600_000);
  afterAll(async () => {
    for (const { child } of services.values()) await end(child, 'SIGKILL');
    await cluster.close();
    await dropDatabase(database);
    rmSync(downloads, { recursive: true });
  });

  async function start(node: Node): Promise<void> {
    const serving = await cluster.serve(node);
    services.set(node, serving);
    await untilServed(serving.started.url, version);
  }
  const urlOf = (node: Node) => services.get(node)?.started.url ?? '';
  const client = (node: Node) => new Dossier({ url: urlOf(node), key });
  async function kill(node: Node): Promise<void> {
    const serving = services.get(node);
    if (serving) await end(serving.child, 'SIGKILL');
    services.delete(node);
  }
  const other = (node: Node): Node => (node === 'east' ? 'west' : 'east');
  async function create(node: Node, format: Export['format']): Promise<Export> {
    const { data } = await client(node).exports.create({ kind: 'entities', format });
    return data;
  }
  async function jobOf(id: string): Promise<Job | undefined> {
    const sql = `SELECT state, token, rows_done AS "rowsDone" FROM state.exports WHERE id = '${id}'`;
    return (await query<Job>(database, sql))[0];
  }
  async function tokenOfLease() {
    const sql = `SELECT token FROM cluster.leases WHERE name = 'exports'`;
    return (await query<{ token: number }>(database, sql))[0]?.token;
  }
  /** Nobody else makes it before the lease is ended, however long a busy machine takes for what is between. */
  const keepLease = () =>
    query(
      database,
      `UPDATE cluster.leases SET until = clock_timestamp() + interval '1 hour' WHERE name = 'exports'`,
    );
  /** As if its thirty seconds were over. */
  const endLease = () =>
    query(database, `UPDATE cluster.leases SET until = clock_timestamp() WHERE name = 'exports'`);
  const chargesOf = async (id: string) =>
    (
      await query<{ credits: number }>(
        database,
        `SELECT credits FROM ledger.charges WHERE request_id LIKE '${id} %' ORDER BY credits`,
      )
    ).map(({ credits }) => credits);
  /** The folder in which a node writes an export now. */
  const folderOn = (node: Node, id: string) =>
    workedOn(cluster.folderOf(node)).find((name) => name.startsWith(`${id}.`));
  const writtenParts = (node: Node, id: string) => {
    const name = folderOn(node, id);
    if (name === undefined) return 0;
    const folder = join(cluster.folderOf(node), 'exports', name);
    return readdirSync(folder).filter((file) => file.startsWith('part-')).length;
  };
  /** Asks for an export and kills the node that makes it while `sees` is true there; asks again if a node was faster. */
  async function cutOff(
    by: Node,
    format: Export['format'],
    sees: (node: Node, id: string) => boolean,
  ): Promise<{ readonly request: Export; readonly killed: Node }> {
    for (;;) {
      const request = await create(by, format);
      for (let looks = 1; looks % 100 > 0 || (await jobOf(request.id))?.state !== 'done'; looks += 1) {
        const maker = NODES.find((node) => sees(node, request.id));
        if (maker) {
          const { child } = services.get(maker) as Serving;
          await standStill(child);
          if (sees(maker, request.id)) {
            await kill(maker);
            return { request, killed: maker };
          }
          child.kill('SIGCONT');
        }
        await sleep(3);
      }
    }
  }
  const fetched = (node: Node, id: string, to: string): Promise<ExportManifest> =>
    client(node).exports.download(id, join(downloads, to), { everyMs: 200 });
  function expectSame(one: string, another: string): void {
    const names = readdirSync(join(downloads, another)).sort();
    expect(readdirSync(join(downloads, one)).sort()).toEqual(names);
    for (const name of names.filter((file) => file.startsWith('part-'))) {
      const [bytes, alone] = [one, another].map((of) => readFileSync(join(downloads, of, name)));
      expect(bytes?.equals(alone as Buffer), name).toBe(true);
    }
  }
  function rowsIn(folder: string): number {
    const parts = readdirSync(join(downloads, folder)).filter((name) => name.startsWith('part-'));
    const texts = parts.map((name) => gunzipSync(readFileSync(join(downloads, folder, name))).toString());
    return texts.reduce((sum, text) => sum + text.trimEnd().split('\n').length, 0);
  }

  test('while it writes rows: the other goes on when the lease is over, and makes the same bytes', async () => {
    const { request, killed } = await cutOff('east', 'ndjson', (node, of) => writtenParts(node, of) > 0);
    const { id } = request;
    const cut = await jobOf(id);
    expect(cut).toMatchObject({ state: 'running' });
    expect(cut?.rowsDone).toBeLessThan(ROWS);
    const survivor = other(killed);
    expect(await tokenOfLease()).toBe(cut?.token);
    // The lease of the dead one is not over: nobody else writes.
    await keepLease();
    for (let looks = 0; looks < LOOKS; looks += 1) {
      expect(folderOn(survivor, id)).toBeUndefined();
      await sleep(250);
    }
    await endLease();
    const reported = await fetched(survivor, id, 'cut');
    expect([reported.rows, rowsIn('cut')]).toEqual([ROWS, ROWS]);
    expect((await jobOf(id))?.token).toBeGreaterThan(cut?.token ?? Number.NaN);
    expect(await chargesOf(id)).toEqual([1, ROWS / 100 - 1]);
    const undisturbed = await create(survivor, 'ndjson');
    await fetched(survivor, undisturbed.id, 'whole');
    expectSame('cut', 'whole');
    await start(killed);
    await fetched(killed, id, 'of the killed');
    expectSame('of the killed', 'whole');
  }, 600_000);

  test('while its files go to the bucket: another version is served when the other makes it, and the killed one serves those bytes', async () => {
    cluster.stub.misbehaviour.delayMs = 1_500;
    const { request, killed } = await cutOff('west', 'csv', (node, of) =>
      existsSync(join(cluster.folderOf(node), 'exports', of, 'manifest.json')),
    );
    const { id } = request;
    await keepLease();
    cluster.stub.misbehaviour.delayMs = 0;
    expect(await jobOf(id)).toMatchObject({ state: 'running' });
    const survivor = other(killed);
    expect(await cluster.ingest('builder', ROWS, 'v2')).toMatchObject({ status: 0 });
    version += 1;
    await untilServed(urlOf(survivor), version);
    await endLease();
    await fetched(survivor, id, 'cut twice');
    expect(rowsIn('cut twice')).toBe(ROWS + 1);
    expect(await chargesOf(id)).toEqual([1, ROWS / 100 - 1]);
    const undisturbed = await create(survivor, 'csv');
    await fetched(survivor, undisturbed.id, 'whole again');
    expectSame('cut twice', 'whole again');
    await start(killed);
    await fetched(killed, id, 'of the killed again');
    expectSame('of the killed again', 'whole again');
  }, 600_000);

  test('when it has charged and did not note so: the other serves the files, and nothing is charged again', async () => {
    await query(
      database,
      `CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'cut off'; END $$;
      CREATE TRIGGER cut BEFORE UPDATE ON state.exports FOR EACH ROW WHEN (NEW.state = 'done') EXECUTE FUNCTION refuse()`,
    );
    const { id } = await create('east', 'parquet');
    await expect.poll(() => chargesOf(id), { interval: 20 }).toEqual([1, ROWS / 100 - 1]);
    const owner = await ownerOf();
    await kill(owner);
    await query(database, 'DROP TRIGGER cut ON state.exports');
    expect(await jobOf(id)).toMatchObject({ state: 'unpaid', rowsDone: ROWS });
    await endLease();
    await fetched(other(owner), id, 'charged');
    expect(await jobOf(id)).toMatchObject({ state: 'done' });
    expect(await chargesOf(id)).toEqual([1, ROWS / 100 - 1]);
    await start(owner);
  }, 600_000);

  test('the books hold each export once', async () => {
    const all = (await client('east').exports.list()).data;
    const due = all.reduce((sum, { credits }) => sum + (credits ?? 0), 0);
    expect((await client('east').usage()).data.total.credits).toBe(due);
    expect(await cluster.request('builder', ['ledger', 'verify'])).toEqual({ findings: [] });
    const twice = `SELECT request_id FROM ledger.charges GROUP BY request_id HAVING count(*) > 1`;
    expect(await query(database, twice)).toEqual([]);
  });

  /** The node whose process holds the lease. */
  async function ownerOf(): Promise<Node> {
    const [lease] = await query<{ owner: string }>(
      database,
      `SELECT owner FROM cluster.leases WHERE name = 'exports'`,
    );
    const found = [...services].find(([, { child }]) => String(child.pid) === lease?.owner);
    if (!found) throw new Error(`No node runs as ${lease?.owner}.`);
    return found[0];
  }
});
