import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dropDatabase, hasPostgres, newDatabase } from '../../support/postgres/server.js';
import { metricOf, startCluster } from '../../support/processes/cluster-process.js';
import { end, type Serving } from '../../support/processes/process.js';
import { dataBytes, servedBytes } from '../../support/publishing.js';

const SERVED = 'dossier_publication_served';

describe.skipIf(!hasPostgres)('nodes that follow what a builder publishes', () => {
  let database: string;
  let cluster: Awaited<ReturnType<typeof startCluster>>;
  const running: Serving[] = [];

  beforeAll(async () => {
    database = await newDatabase();
    cluster = await startCluster(database);
  });
  afterAll(async () => {
    for (const { child } of running) await end(child, 'SIGKILL');
    await cluster.close();
    await dropDatabase(database);
  });

  async function serve(node: string, args: readonly string[] = []): Promise<Serving> {
    const serving = await cluster.serve(node, args);
    running.push(serving);
    return serving;
  }

  async function untilServed(serving: Serving, version: number): Promise<void> {
    for (let looked = 0; looked < 300; looked += 1) {
      if ((await metricOf(serving.started.url, SERVED)) === version) return;
      await wait(100);
    }
    throw new Error(`Version ${version} is not served: ${serving.stderr()}`);
  }

  test('start cold from the bucket, switch whole versions under load, go back to a pinned one', async () => {
    const init = await cluster.run('builder', ['cluster', 'init']);
    expect(init).toMatchObject({ status: 0 });
    const first = await cluster.ingest('builder', 400, 'v1');
    expect(first.stderr).toContain('Published version 1.');
    const account = await cluster.run('builder', [
      'account',
      'create',
      'a',
      '--credits',
      '100000000',
      '--per-minute',
      '1000000',
    ]);
    expect(account.stderr).toBe('');
    const made = await cluster.run('builder', ['key', 'create', '--account', 'a', '--json']);
    const { key } = JSON.parse(made.stdout) as { key: string };
    const readers = [await serve('one', ['--workers', '2']), await serve('two')];
    for (const reader of readers) await untilServed(reader, 1);

    let isOver = false;
    const seen = new Map<Serving, Set<string>>();
    const ask = async (reader: Serving) => {
      const versions = new Set<string>();
      seen.set(reader, versions);
      let request = 0;
      while (!isOver) {
        const response = await fetch(`${reader.started.url}/api/v1/search?name=willow&limit=50`, {
          headers: { authorization: `Bearer ${key}` },
        });
        expect(response.status).toBe(200);
        const { data } = (await response.json()) as { data: readonly { name: string }[] };
        const values = new Set(data.map(({ name }) => / OF (V\d+) /i.exec(name)?.[1]?.toLowerCase()));
        expect([...values]).toHaveLength(1);
        versions.add([...values][0] ?? '');
        request += 1;
        // Builder and readers share the machine.
        await wait(50);
      }
      return request;
    };
    const asking = readers.map(ask);
    for (const version of [2, 3]) {
      const done = await cluster.ingest('builder', 400 + version, `v${version}`);
      expect(done).toMatchObject({ status: 0 });
      for (const reader of readers) await untilServed(reader, version);
    }
    expect((await cluster.run('builder', ['cluster', 'pin', '2'])).status).toBe(0);
    for (const reader of readers) await untilServed(reader, 2);
    expect((await cluster.run('builder', ['cluster', 'unpin'])).status).toBe(0);
    for (const reader of readers) await untilServed(reader, 3);
    isOver = true;
    const request = await Promise.all(asking);
    expect(Math.min(...request)).toBeGreaterThan(5);
    for (const node of ['one', 'two'])
      expect(servedBytes(cluster.folderOf(node))).toEqual(dataBytes(cluster.folderOf('builder')));

    const status = JSON.parse((await cluster.run('one', ['cluster', 'status', '--json'])).stdout);
    expect(status.wanted).toEqual({ version: 3, pinned: false });
    expect(status.nodes.map(({ name }: { name: string }) => name)).toEqual(['one', 'two']);
  });

  test('a node serves its version while the bucket is down or refuses, and doctor reports it', async () => {
    const [reader] = running;
    if (!reader) throw new Error('No node serves.');
    const subjectsOf = (stdout: string) =>
      (JSON.parse(stdout).findings as { ok: boolean; subject: string }[])
        .filter(({ ok }) => !ok)
        .map(({ subject }) => subject);
    cluster.stub.misbehaviour.status = 503;
    expect(subjectsOf((await cluster.run('one', ['doctor', '--json'])).stdout)).toEqual(['bucket']);
    expect(await metricOf(reader.started.url, SERVED)).toBe(3);
    // A builder retries a 503 for five minutes.
    cluster.stub.misbehaviour.status = 403;
    const failed = await cluster.ingest('builder', 410, 'v4');
    expect(failed.status).toBe(1);
    expect(failed.stderr).toContain('returned 403');
    expect(await metricOf(reader.started.url, SERVED)).toBe(3);
    expect(subjectsOf((await cluster.run('one', ['doctor', '--json'])).stdout)).toEqual(['bucket']);
    cluster.stub.misbehaviour.status = undefined;
    expect((await cluster.run('builder', ['cluster', 'publish'])).stderr).toContain('Published version 4.');
    for (const one of running) await untilServed(one, 4);
    // A node tells every five seconds what it serves.
    for (let looked = 0; (await cluster.run('one', ['doctor'])).status !== 0; looked += 1) {
      expect(looked).toBeLessThan(20);
      await wait(1_000);
    }
  });

  test('nothing is loaded into the folder of a node that follows, and one process follows into it', async () => {
    const refused = await cluster.ingest('one', 1, 'never');
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('follows the data that another machine publishes');
    for (const args of [['index'], ['resolve'], ['migrate'], ['cluster', 'publish'], ['schedule', '--once']])
      expect((await cluster.run('one', args)).stderr).toContain(
        'follows the data that another machine publishes',
      );
    const second = await cluster.run('one', ['serve', '--port', '0']);
    expect(second.stderr).toContain('Another process already serves');
    const own = await cluster.run('builder', ['serve', '--port', '0']);
    expect(own.stderr).toContain('contains loaded data');
  });
});
