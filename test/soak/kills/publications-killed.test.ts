import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toConfig } from '../../../src/config/config.js';
import { readEnv } from '../../../src/config/settings.js';
import { S3Objects } from '../../../src/publishing/objects/s3.js';
import type { Publication } from '../../../src/publishing/publication.js';
import { openCluster } from '../../../src/store/engine/engine.js';
import { readSlots } from '../../../src/store/folder/slots.js';
import { budget } from '../../support/effort.js';
import { dropDatabase, hasPostgres, newDatabase, optionsFor, query } from '../../support/postgres/server.js';
import { metricOf, startCluster } from '../../support/processes/cluster-process.js';
import { end, spawnDossier } from '../../support/processes/process.js';
import { dataBytes, newReader, servedBytes, servedData, type TestCluster } from '../../support/publishing.js';
import { openServedData } from '../../support/store.js';

const KILLS = budget(20, 4);
/** Each waits for two loads. */
const STOPS = budget(8, 2);

describe.skipIf(!hasPostgres)('kill -9 at any moment', { timeout: 1_200_000 }, () => {
  let database: string;
  let processes: Awaited<ReturnType<typeof startCluster>>;
  let register: TestCluster;
  let objects: S3Objects;

  beforeAll(async () => {
    database = await newDatabase();
    processes = await startCluster(database);
    register = await openCluster<Publication>(await optionsFor(database), { schema: 'create' });
    const place = toConfig(readEnv(processes.envOf('test'))).cluster?.publications;
    if (place?.kind !== 's3') throw new Error('The place is no bucket.');
    objects = new S3Objects(place);
    expect(await processes.ingest('one', 300, 'v0')).toMatchObject({ status: 0 });
  });
  afterAll(async () => {
    await register.close();
    await processes.close();
    await dropDatabase(database);
  });

  /** As if its thirty seconds were over. */
  const endLease = () => query(database, 'UPDATE cluster.leases SET until = clock_timestamp()');

  /** Which load the rows are of: all of one. */
  async function loadOf(data: string): Promise<string> {
    const served = await openServedData(data, { threads: 1, replica: true, onReadFault: () => undefined });
    try {
      const names: string[] = [];
      for (let at = 0; at < 300; at += 13)
        names.push((await served.catalog.entities.get(`CO:${20_221_000_000 + at}`))?.document ?? '');
      const values = new Set(names.map((document) => / OF (\w+) LLC/i.exec(document)?.[1]));
      expect([...values]).toHaveLength(1);
      return [...values][0] ?? '';
    } finally {
      served.close();
    }
  }

  test('of builders that take over from each other: readers hold whole versions, in the end the last one', async () => {
    const reader = newReader(register, objects);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const node = kill % 2 === 0 ? 'one' : 'two';
      const file = processes.fileOf(300 + kill, `k${kill}`);
      const child = spawnDossier(
        ['ingest', 'us_co_business_entities', '--file', file],
        processes.envOf(node),
      );
      // A whole run takes about a second: some are killed at the end of it, and some not at all.
      await Promise.race([
        wait(150 + ((kill * 337) % 1_300)),
        new Promise((over) => child.once('exit', over)),
      ]);
      await end(child, 'SIGKILL');
      await endLease();
      await reader.follower.step();
      await loadOf(servedData(reader.folder));
    }
    for (const node of ['two', 'one']) {
      const finished = await processes.run(node, ['ingest', '--finish']);
      expect(finished.stderr).not.toMatch(/expect|Error/);
      const last = await processes.ingest(node, 350, `last${node}`);
      expect(last).toMatchObject({ status: 0 });
      await reader.follower.step();
      expect(await loadOf(servedData(reader.folder))).toMatch(new RegExp(`last${node}`, 'i'));
      expect(servedBytes(reader.folder)).toEqual(dataBytes(processes.folderOf(node)));
    }
    const cold = newReader(register, objects);
    await cold.follower.step();
    expect(servedBytes(cold.folder)).toEqual(servedBytes(reader.folder));
  });

  test('of none, but stopped beyond its lease: a builder that wakes forks nothing, and no reader goes back', async () => {
    const reader = newReader(register, objects);
    let served = 0;
    const follow = async () => {
      await reader.follower.step();
      const { active, whole } = readSlots(reader.folder);
      const version = (active && whole[active]?.version) ?? 0;
      expect(version).toBeGreaterThanOrEqual(served);
      served = version;
      return await loadOf(servedData(reader.folder));
    };
    let woken = 0;
    for (let stop = 1; stop <= STOPS; stop += 1) {
      const file = processes.fileOf(300, `s${stop}`);
      const child = spawnDossier(
        ['ingest', 'us_co_business_entities', '--file', file],
        processes.envOf('one'),
      );
      const over = new Promise((ended) => child.once('exit', ended));
      await Promise.race([wait(300 + ((stop * 337) % 1_100)), over]);
      child.kill('SIGSTOP');
      await endLease();
      const other = await processes.ingest('two', 300, `other${stop}`);
      expect(other.status, other.stderr).toBe(0);
      expect(await follow()).toMatch(new RegExp(`other${stop}`, 'i'));
      if (child.exitCode === null) woken += 1;
      child.kill('SIGCONT');
      await over;
      await endLease();
      await follow();
      const rows = await register.publications.after(0, Number.MAX_SAFE_INTEGER);
      for (const [at, { parent }] of rows.entries())
        if (at > 0) expect(parent).toEqual({ version: rows[at - 1]?.version, id: rows[at - 1]?.id });
    }
    expect(woken).toBeGreaterThan(0);
  });

  test('of a reader while it follows: it never goes back, and holds a whole version after each', async () => {
    const folder = processes.folderOf('reader');
    let highest = 0;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const [child, done] = [
        spawnDossier(['serve', '--port', '0'], processes.envOf('reader')),
        processes.ingest('one', 300 + kill, `r${kill}`),
      ];
      await wait(300 + ((kill * 457) % 2_500));
      await end(child, 'SIGKILL');
      const { status, stderr } = await done;
      expect(status, stderr).toBe(0);
      const { active, whole } = readSlots(folder);
      const version = (active && whole[active]?.version) ?? 0;
      expect(version).toBeGreaterThanOrEqual(highest);
      highest = version;
      if (version > 0) await loadOf(servedData(folder));
    }
    const serving = await processes.serve('reader');
    const newest = (await register.publications.list()).at(-1)?.version;
    for (
      let looked = 0;
      (await metricOf(serving.started.url, 'dossier_publication_served')) !== newest;
      looked += 1
    ) {
      expect(looked).toBeLessThan(300);
      await wait(100);
    }
    await end(serving.child, 'SIGTERM');
    expect(servedBytes(folder)).toEqual(dataBytes(processes.folderOf('one')));
  });

  test('of slots over random publications, pins and ends: the one that is served is whole', async () => {
    let left = Number.POSITIVE_INFINITY;
    const ending = {
      put: objects.put.bind(objects),
      list: objects.list.bind(objects),
      remove: objects.remove.bind(objects),
      get: (name: string) => {
        left -= 1;
        return left < 0 ? Promise.reject(new Error('It ended here.')) : objects.get(name);
      },
    };
    const reader = newReader(register, ending);
    await reader.follower.step();
    let random = 7;
    const next = (max: number) => {
      random = (random * 48_271) % 2_147_483_647;
      return random % max;
    };
    for (let round = 0; round < KILLS * 2; round += 1) {
      const versions = (await register.publications.list()).map(({ version }) => version);
      if (next(3) === 0) await register.publications.unpin();
      else await register.publications.pin(versions[next(versions.length)] ?? 0);
      left = next(3) === 0 ? Number.POSITIVE_INFINITY : next(8);
      const before = servedBytes(reader.folder);
      const changed = await reader.follower.step().catch(() => false);
      if (!changed) expect(servedBytes(reader.folder)).toEqual(before);
      await loadOf(servedData(reader.folder));
    }
    left = Number.POSITIVE_INFINITY;
    await register.publications.unpin();
    await reader.follower.step();
    expect(servedBytes(reader.folder)).toEqual(dataBytes(processes.folderOf('one')));
  });
});
