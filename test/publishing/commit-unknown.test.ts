import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FencedError } from '../../src/publishing/build/publish.js';
import { FolderObjects } from '../../src/publishing/objects/folder.js';
import type { Objects } from '../../src/publishing/objects/objects.js';
import type { Publication } from '../../src/publishing/publication.js';
import { openCluster } from '../../src/store/engine/engine.js';
import type { DataFolder } from '../../src/store/folder/data-folder.js';
import { CommitUnknownError } from '../../src/store/postgres/connection/failures.js';
import { FaultyProxy, type Strike } from '../support/postgres/proxy.js';
import {
  dropDatabase,
  hasPostgres,
  newDatabase,
  optionsFor,
  query,
  sharedServer,
} from '../support/postgres/server.js';
import {
  dataBytes,
  emptyRegister,
  loadAndPublish,
  loadBusinesses,
  newBuilderFolder,
  newFolder,
  newReader,
  openBuilder,
  openRegister,
  publishOf,
  servedBytes,
  type TestCluster,
} from '../support/publishing.js';

type Insert = TestCluster['publications']['insert'];

const isOwnServer = process.env.DOSSIER_TEST_PG_URL === undefined;

describe.skipIf(!hasPostgres)('a builder that is not told whether its row was committed', () => {
  let database: string;
  let cluster: TestCluster;
  let objects: Objects;
  let folder: DataFolder;
  let first: Publication | undefined;

  beforeAll(async () => {
    database = await newDatabase();
    cluster = await openRegister(database);
  });
  afterAll(async () => {
    await cluster.close();
    await dropDatabase(database);
  });
  beforeEach(async () => {
    objects = new FolderObjects(newFolder('objects'));
    folder = newBuilderFolder();
    first = await loadAndPublish({ cluster, objects, folder }, 100, 'first');
  });
  afterEach(() => emptyRegister(database));

  const endLease = () => query(database, 'UPDATE cluster.leases SET until = clock_timestamp()');
  /** The register, with `insert` in place of its own for the first time it is asked for. */
  const insertingBy = (insert: (real: Insert) => Insert) => {
    let request = 0;
    const { publications } = cluster;
    const own: Insert = async (made, lease) => {
      request += 1;
      return await (request === 1 ? insert(publications.insert) : publications.insert)(made, lease);
    };
    return {
      request: () => request,
      cluster: { ...cluster, publications: { ...publications, insert: own } },
    };
  };
  /** Only by `publish` and `#insert` is the lease renewed: nothing else is sent while a fault waits. */
  const openOn = (on: TestCluster) =>
    openBuilder({
      cluster: on,
      objects,
      folder,
      leaseMs: 600_000,
      keepLease: async () => async () => undefined,
    });

  /** The second version is published over `on`, a third one after it, and readers have the bytes of both. */
  async function publishesTwoMore(on: TestCluster): Promise<void> {
    const reader = newReader(cluster, objects);
    await reader.follower.step();
    const builder = await openOn(on);
    await loadBusinesses(folder, 110, 'second');
    const second = await publishOf(builder);
    expect(second?.parent?.id).toBe(first?.id);
    const rows = await cluster.publications.after(0, Number.MAX_SAFE_INTEGER);
    expect(rows.map(({ id, version }) => [id, version])).toEqual([
      [first?.id, first?.version],
      [second?.id, (first?.version ?? 0) + 1],
    ]);
    expect(second?.version).toBe(rows[1]?.version);
    expect(await publishOf(builder)).toBeUndefined();
    await reader.follower.step();
    expect(servedBytes(reader.folder)).toEqual(dataBytes(folder.path));
    await loadBusinesses(folder, 120, 'third');
    const third = await publishOf(builder);
    expect(third?.parent).toEqual({ id: second?.id, version: second?.version });
    expect(await cluster.publications.list()).toHaveLength(3);
    await builder.close();
    await reader.follower.step();
    expect(servedBytes(reader.folder)).toEqual(dataBytes(folder.path));
  }

  test('finds the row that stands, writes no second one, and goes on from it', async () => {
    const by = insertingBy((real) => async (made, lease) => {
      await real(made, lease);
      throw new CommitUnknownError('The answer was lost.');
    });
    await publishesTwoMore(by.cluster);
    // The second time is that of the third version.
    expect(by.request()).toBe(2);
  });

  test('writes a row that does not stand once more, and goes on from it', async () => {
    const by = insertingBy(() => async () => {
      throw new CommitUnknownError('The commit was lost.');
    });
    await publishesTwoMore(by.cluster);
    expect(by.request()).toBe(3);
  });

  test('takes a row that stands for its own, though the lease has ended since', async () => {
    const by = insertingBy((real) => async (made, lease) => {
      await real(made, lease);
      await endLease();
      throw new CommitUnknownError('The answer was lost.');
    });
    const builder = await openOn(by.cluster);
    await loadBusinesses(folder, 110, 'second');
    const second = await publishOf(builder);
    await builder.close();
    expect(second?.parent?.id).toBe(first?.id);
    expect(by.request()).toBe(1);
    const third = await loadAndPublish({ cluster, objects, folder }, 120, 'third');
    expect(third?.parent).toEqual({ id: second?.id, version: second?.version });
    expect(await cluster.publications.list()).toHaveLength(3);
  });

  test('writes nothing if the row does not stand and the lease has ended since', async () => {
    const by = insertingBy(() => async () => {
      await endLease();
      throw new CommitUnknownError('The commit was lost.');
    });
    const builder = await openOn(by.cluster);
    await loadBusinesses(folder, 110, 'second');
    await expect(publishOf(builder)).rejects.toThrow(FencedError);
    await builder.close();
    expect(by.request()).toBe(1);
    expect(await cluster.publications.list()).toHaveLength(1);
  });

  const strikes = (['reset', 'swallow'] as const).flatMap((fault) => [
    { fault, direction: 'to the node', piece: 'COMMIT' } satisfies Strike,
    { fault, direction: 'to the server', piece: 'COMMIT' } satisfies Strike,
  ]);
  test.skipIf(!isOwnServer).each(strikes)(
    'goes on after a $fault of the commit on its way $direction',
    async (strike) => {
      const proxy = new FaultyProxy(sharedServer().folder);
      await proxy.listen();
      const options = await optionsFor(database);
      const url = options.url.replace(/host=.*/, `host=${proxy.folder}`);
      const behind = await openCluster<Publication>({ ...options, url }, { schema: 'current' });
      const { publications } = behind;
      let unknown = 0;
      let request = 0;
      const insert: Insert = async (made, lease) => {
        request += 1;
        if (request === 1) proxy.set(strike);
        return await publications.insert(made, lease).catch((error: unknown) => {
          unknown += error instanceof CommitUnknownError ? 1 : 0;
          throw error;
        });
      };
      await publishesTwoMore({ ...behind, publications: { ...publications, insert } });
      expect([proxy.struck, unknown]).toEqual([true, 1]);
      // An answer that was lost leaves a row; a commit that was lost leaves none.
      expect(request).toBe(strike.direction === 'to the node' ? 2 : 3);
      await behind.close();
      proxy.close();
    },
  );
});
