import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FencedError } from '../../src/publishing/build/publish.js';
import { type ListedObject, type Objects, ObjectsAwayError } from '../../src/publishing/objects/objects.js';
import { isBase, type Publication } from '../../src/publishing/publication.js';
import { dropDatabase, hasPostgres, newDatabase, query } from '../support/postgres/server.js';
import {
  dataBytes,
  emptyRegister,
  holdsText,
  loadAndPublish,
  loadBusinesses,
  newBuilderFolder,
  newFolder,
  newReader,
  openBuilder,
  openRegister,
  publishOf,
  servedBytes,
  servedData,
  type TestCluster,
} from '../support/publishing.js';
import { STORES, type TestStore } from '../support/servers/stores.js';
import { openStore } from '../support/store.js';

describe.skipIf(!hasPostgres).each(STORES)('a builder publishes in %s', (_kind, openTestStore) => {
  let database: string;
  let cluster: TestCluster;
  let objects: Objects;
  let store: TestStore;

  beforeAll(async () => {
    database = await newDatabase();
    cluster = await openRegister(database);
    store = await openTestStore();
  });
  afterAll(async () => {
    await store.close();
    await cluster.close();
    await dropDatabase(database);
  });
  beforeEach(() => {
    objects = store.place();
  });
  afterEach(() => emptyRegister(database));

  test('nothing is published where nothing changed, and a folder without data is not either', async () => {
    const folder = newBuilderFolder();
    const empty = await openBuilder({ cluster, objects, folder });
    expect(await publishOf(empty)).toBeUndefined();
    await empty.close();
    await loadAndPublish({ cluster, objects, folder }, 100, 'one');
    const again = await openBuilder({ cluster, objects, folder });
    expect(await publishOf(again)).toBeUndefined();
    expect(await publishOf(again, true)).toMatchObject({ files: { catalog: { pages: expect.any(Number) } } });
    await again.close();
    expect(await cluster.publications.list()).toHaveLength(2);
  });

  test('a builder whose lease was taken publishes nothing, and then fetches what the other published', async () => {
    const one = newBuilderFolder();
    const two = newBuilderFolder();
    await loadAndPublish({ cluster, objects, folder: one }, 150, 'one');
    const paused = await openBuilder({ cluster, objects, folder: one, leaseMs: 600_000 });
    await loadBusinesses(one, 150, 'never');
    await query(database, `UPDATE cluster.leases SET until = clock_timestamp()`);
    const other = await openBuilder({ cluster, objects, folder: two });
    expect(holdsText(two.path, 'Willow 3 of one')).toBe(true);
    await expect(publishOf(paused)).rejects.toThrow(FencedError);
    await loadBusinesses(two, 160, 'two');
    const made = await publishOf(other);
    await expect(publishOf(paused)).rejects.toThrow(FencedError);
    await paused.close();
    await other.close();
    const again = await openBuilder({ cluster, objects, folder: one });
    expect(await publishOf(again)).toBeUndefined();
    await loadBusinesses(one, 170, 'three');
    const last = await publishOf(again);
    expect(last?.parent?.id).toBe(made?.id);
    await again.close();
    const reader = newReader(cluster, objects);
    await reader.follower.step();
    expect(servedBytes(reader.folder)).toEqual(dataBytes(one.path));
    expect(holdsText(servedData(reader.folder), 'of three')).toBe(true);
    expect(holdsText(servedData(reader.folder), 'of never')).toBe(false);
  });

  test('a folder with data of its own is not replaced by what another published', async () => {
    const [one, two] = [newBuilderFolder(), newBuilderFolder()];
    await loadAndPublish({ cluster, objects, folder: one }, 100, 'one');
    await loadBusinesses(two, 100, 'own');
    await expect(openBuilder({ cluster, objects, folder: two })).rejects.toThrow(
      /contains data that was never published/,
    );
    const open = await cluster.leases.find('publisher');
    expect(open).toBeUndefined();
  });

  test('a folder of its own, such as a backup, is published over what was if that is asked for', async () => {
    const [one, two] = [newBuilderFolder(), newBuilderFolder()];
    const reader = newReader(cluster, objects);
    for (const value of ['one', 'more']) await loadAndPublish({ cluster, objects, folder: one }, 100, value);
    await reader.follower.step();
    await loadBusinesses(two, 90, 'backup');
    const builder = await openBuilder({ cluster, objects, folder: two, over: true });
    const made = await publishOf(builder);
    expect(made && isBase(made.files.catalog)).toBe(true);
    await builder.close();
    expect(await reader.follower.step()).toBe(true);
    expect(servedBytes(reader.folder)).toEqual(dataBytes(two.path));
    await loadAndPublish({ cluster, objects, folder: two }, 95, 'next');
    await reader.follower.step();
    expect(servedBytes(reader.folder)).toEqual(dataBytes(two.path));
  });

  test('a publication that fails before its row loses no page for the next', async () => {
    const folder = newBuilderFolder();
    await loadAndPublish({ cluster, objects, folder }, 300, 'one');
    const reader = newReader(cluster, objects);
    await reader.follower.step();
    for (let fails = 0; fails < 6; fails += 1) {
      let left = fails;
      const flaky: Objects = {
        get: (name) => objects.get(name),
        list: (prefix) => objects.list(prefix),
        remove: (names) => objects.remove(names),
        put: async (name, bytes) => {
          left -= 1;
          if (left < 0) throw new ObjectsAwayError('The bucket is gone.');
          await objects.put(name, bytes);
        },
      };
      await loadAndPublish({ cluster, objects: flaky, folder }, 300 + fails, `try${fails}`).catch((error) =>
        expect(error).toBeInstanceOf(ObjectsAwayError),
      );
    }
    await loadAndPublish({ cluster, objects, folder }, 310, 'last');
    await reader.follower.step();
    expect(servedBytes(reader.folder)).toEqual(dataBytes(folder.path));
  });

  test('the sweep keeps what a node or a pinned version needs, and what a later builder puts', async () => {
    const folder = newBuilderFolder();
    const versions: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const made = await loadAndPublish({ cluster, objects, folder }, 120 + n, `v${n}`);
      versions.push(made?.version ?? 0);
    }
    const builder = await openBuilder({ cluster, objects, folder });
    expect(await builder.sweep()).toMatchObject({ versions: 0, objects: 0 });
    const token =
      (await query<{ token: number }>(database, 'SELECT token::int FROM cluster.leases'))[0]?.token ?? 0;
    await objects.put(`v/9-${token - 1}-0123abcd/catalog.0`, Buffer.from('of a killed one'));
    await objects.put(`v/9-${token + 1}-0123abcd/catalog.0`, Buffer.from('of a later one'));
    await objects.put('v/of-somebody-else', Buffer.from('?'));
    expect(await builder.sweep()).toMatchObject({ versions: 0, objects: 1 });
    await query(database, `UPDATE cluster.publications SET published_at = published_at - interval '2 days'`);
    await publishOf(builder, true);
    // Ten are kept whatever their age.
    expect(await builder.sweep()).toMatchObject({ versions: 0, objects: 0 });
    for (let n = 0; n < 10; n += 1) await publishOf(builder, true);
    await cluster.nodes.report('slow', versions[2] ?? 0);
    await cluster.publications.pin(versions[1] ?? 0);
    expect((await builder.sweep()).versions).toBe(0);
    await cluster.publications.unpin();
    const swept = await builder.sweep();
    expect(swept.versions).toBe(3);
    expect(swept.objects).toBeGreaterThan(3);
    await builder.close();
    const late = newReader(cluster, objects);
    await late.follower.step();
    expect(servedBytes(late.folder)).toEqual(dataBytes(folder.path));
    const names: string[] = [];
    for await (const { name } of objects.list('v/')) names.push(name);
    expect(names.some((name) => name.startsWith(`v/9-${token + 1}-0123abcd/`))).toBe(true);
    expect(names.some((name) => name.startsWith('v/of-somebody-else'))).toBe(true);
  });

  test('a bucket that lists late loses nothing: what is gone is listed still, and what is new is not yet', async () => {
    const folder = newBuilderFolder();
    let listed: ListedObject[] = [];
    const late: Objects = {
      put: (name, bytes) => objects.put(name, bytes),
      get: (name) => objects.get(name),
      remove: (names) => objects.remove(names),
      async *list() {
        yield* listed;
      },
    };
    const look = async () => {
      listed = [];
      for await (const one of objects.list('v/')) listed.push(one);
    };
    const builder = await openBuilder({ cluster, objects: late, folder });
    await loadBusinesses(folder, 100, 'one');
    await publishOf(builder);
    const token =
      (await query<{ token: number }>(database, 'SELECT token::int FROM cluster.leases'))[0]?.token ?? 0;
    const left = `v/9-${token}-0123abcd/catalog.0`;
    await objects.put(left, Buffer.from('of a killed one'));
    expect((await builder.sweep()).objects).toBe(0);
    await look();
    expect((await builder.sweep()).objects).toBe(1);
    // It is listed a second time.
    await loadBusinesses(folder, 110, 'two');
    await publishOf(builder);
    await builder.sweep();
    await builder.close();
    await expect(objects.get(left)).rejects.toThrow();
    const reader = newReader(cluster, objects);
    await reader.follower.step();
    expect(servedBytes(reader.folder)).toEqual(dataBytes(folder.path));
  });

  test('after many packs a whole file is published, and a slot that missed some takes it', async () => {
    const folder = newBuilderFolder();
    const reader = newReader(cluster, objects);
    await loadAndPublish({ cluster, objects, folder }, 2_000, 'start');
    await reader.follower.step();
    const bases: boolean[] = [];
    for (let n = 0; n < 4; n += 1) {
      const made = await loadAndPublish({ cluster, objects, folder }, 2_000, `all${n}`);
      bases.push(isBase((made as Publication).files.catalog));
      if (n % 2 === 0) await reader.follower.step();
    }
    expect(bases).toContain(true);
    await reader.follower.step();
    expect(servedBytes(reader.folder)).toEqual(dataBytes(folder.path));
  });

  test('a new and empty bucket is filled by a whole version, for nodes that follow and for new ones', async () => {
    const folder = newBuilderFolder();
    const held = newFolder('reader');
    await loadAndPublish({ cluster, objects, folder }, 200, 'one');
    await newReader(cluster, objects, held).follower.step();
    const empty = store.place();
    await loadBusinesses(folder, 210, 'two');
    const builder = await openBuilder({ cluster, objects: empty, folder });
    expect(await publishOf(builder, true)).toBeDefined();
    await builder.close();
    for (const reader of [newReader(cluster, empty, held), newReader(cluster, empty)]) {
      await reader.follower.step();
      expect(servedBytes(reader.folder)).toEqual(dataBytes(folder.path));
    }
  });

  test('a folder is published while others have it open', async () => {
    const folder = newBuilderFolder();
    await loadAndPublish({ cluster, objects, folder }, 100, 'one');
    const store = await openStore(folder.path, { schema: 'current' });
    await store.catalog.runs.listSourceStates();
    const builder = await openBuilder({ cluster, objects, folder });
    expect(await publishOf(builder, true)).toBeDefined();
    await builder.close();
    await store.close();
  });
});
