import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readManifest } from '../../src/indexing/files/files.js';
import { readBuild, viewsOf } from '../../src/indexing/files/index-loader.js';
import { FencedError } from '../../src/publishing/build/publish.js';
import { OtherSchemaError, RegisterError } from '../../src/publishing/follow/follower.js';
import { FolderObjects } from '../../src/publishing/objects/folder.js';
import { ObjectMissingError, type Objects, ObjectsAwayError } from '../../src/publishing/objects/objects.js';
import { DamagedPartError } from '../../src/publishing/pages/part-format.js';
import { isBase, type Publication } from '../../src/publishing/publication.js';
import { openCluster } from '../../src/store/engine.js';
import { indexFolderOf } from '../../src/store/folder/data-folder.js';
import { openFolder } from '../../src/store/folder/open-folder.js';
import { readSlots, slotPath, slotsFolder } from '../../src/store/folder/slots.js';
import { dropDatabase, hasPostgres, newDatabase, optionsFor, query } from '../support/postgres/server.js';
import {
  dataBytes,
  holdsText,
  loadAndPublish,
  loadBusinesses,
  newBuilderFolder,
  newFolder,
  newReader,
  openBuilder,
  publishOf,
  servedBytes,
  servedData,
  type TestCluster,
} from '../support/publishing.js';
import { openStore } from '../support/store.js';

describe.skipIf(!hasPostgres)('a builder publishes, readers follow', () => {
  let database: string;
  let cluster: TestCluster;
  let objects: Objects;
  let place: string;

  beforeAll(async () => {
    database = await newDatabase();
    cluster = await openCluster<Publication>(await optionsFor(database), { schema: 'create' });
  });
  afterAll(async () => {
    await cluster.close();
    await dropDatabase(database);
  });
  beforeEach(() => {
    place = newFolder('objects');
    objects = new FolderObjects(place);
  });
  afterEach(async () => {
    await query(
      database,
      `DELETE FROM cluster.pinned; DELETE FROM cluster.publications; DELETE FROM cluster.nodes;
      UPDATE cluster.leases SET until = clock_timestamp()`,
    );
  });

  test('a reader holds byte for byte what was published, and its index is of the same content', async () => {
    const folder = newBuilderFolder();
    const reader = newReader(cluster, objects);
    await expect(reader.follower.step()).rejects.toThrow(RegisterError);
    const first = await loadAndPublish({ cluster, objects, folder }, 3_000, 'first');
    expect(first).toMatchObject({ parent: null, contentVersion: 1 });
    expect(await reader.follower.step()).toBe(true);
    expect(await reader.follower.step()).toBe(false);
    expect(servedBytes(reader.folder)).toEqual(dataBytes(folder.path));
    const second = await loadAndPublish({ cluster, objects, folder }, 3_100, 'first');
    expect(second?.parent).toEqual({ version: first?.version, id: first?.id });
    expect(isBase((second as Publication).files.catalog)).toBe(false);
    const late = newReader(cluster, objects);
    for (const { follower } of [reader, late]) expect(await follower.step()).toBe(true);
    for (const one of [reader, late]) {
      expect(servedBytes(one.folder)).toEqual(dataBytes(folder.path));
      const data = one.used.at(-1)?.data ?? '';
      const manifest = readManifest(indexFolderOf(data));
      expect(manifest).toMatchObject({ contentVersion: second?.contentVersion });
      const pair = viewsOf(await readBuild(indexFolderOf(data), manifest as never));
      const { entities } = pair;
      expect(entities).toBeDefined();
      const store = await openFolder({
        path: one.folder,
        kind: 'replica',
        state: 'new',
        index: '',
        work: '',
      });
      expect(await store.catalog.contentVersion()).toBe(second?.contentVersion);
      await store.close();
    }
  });

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

  test('a pinned version is served again, from the other slot if it is there, and nobody goes back unasked', async () => {
    const folder = newBuilderFolder();
    const reader = newReader(cluster, objects);
    const versions: number[] = [];
    const bytes: unknown[] = [];
    for (const value of ['one', 'two', 'three']) {
      const made = await loadAndPublish({ cluster, objects, folder }, 200, value);
      versions.push(made?.version ?? 0);
      bytes.push(dataBytes(folder.path));
      await reader.follower.step();
    }
    for (const at of [1, 0, 2]) {
      await cluster.publications.pin(versions[at] ?? 0);
      expect(await reader.follower.step()).toBe(true);
      expect(servedBytes(reader.folder)).toEqual(bytes[at]);
    }
    await cluster.publications.pin(versions[0] ?? 0);
    await reader.follower.step();
    await cluster.publications.unpin();
    expect(await reader.follower.step()).toBe(true);
    expect(reader.used.map(({ version }) => version)).toEqual(
      [0, 1, 2, 1, 0, 2, 0, 2].map((at) => versions[at]),
    );
    await query(database, `DELETE FROM cluster.publications WHERE version = ${versions[2]}`);
    await expect(reader.follower.step()).rejects.toThrow(/does not go back by itself/);
    expect(servedBytes(reader.folder)).toEqual(bytes[2]);
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
      /holds data that was never published/,
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

  test('a damaged or missing part leaves a reader at its version, and it goes on once the part is back', async () => {
    const folder = newBuilderFolder();
    const reader = newReader(cluster, objects);
    await loadAndPublish({ cluster, objects, folder }, 200, 'one');
    await reader.follower.step();
    const before = servedBytes(reader.folder);
    const made = await loadAndPublish({ cluster, objects, folder }, 200, 'two');
    const parts = [made?.files.catalog, made?.files.links, ...(made?.indexFiles ?? [])].flatMap(
      (of) => of?.parts ?? [],
    );
    expect(parts.length).toBeGreaterThan(2);
    for (const { name } of parts) {
      const path = join(place, name);
      const whole = readFileSync(path);
      writeFileSync(path, Buffer.alloc(whole.length));
      await expect(reader.follower.step()).rejects.toThrow(DamagedPartError);
      rmSync(path);
      await expect(reader.follower.step()).rejects.toThrow(ObjectMissingError);
      expect(servedBytes(reader.folder)).toEqual(before);
      expect(reader.used).toHaveLength(1);
      writeFileSync(path, whole);
    }
    expect(await reader.follower.step()).toBe(true);
    expect(servedBytes(reader.folder)).toEqual(dataBytes(folder.path));
  });

  test('a version that cannot be made is not fetched again at once, and another one is', async () => {
    const folder = newBuilderFolder();
    const first = await loadAndPublish({ cluster, objects, folder }, 100, 'one');
    const part = first?.files.catalog.parts[0]?.name ?? '';
    const whole = await objects.get(part);
    await objects.remove([part]);
    const reader = newReader(cluster, objects, undefined, undefined, 300);
    await expect(reader.follower.step()).rejects.toThrow(ObjectMissingError);
    await objects.put(part, whole);
    await expect(reader.follower.step()).rejects.toThrow(ObjectMissingError);
    await wait(310);
    expect(await reader.follower.step()).toBe(true);
    const second = await loadAndPublish({ cluster, objects, folder }, 100, 'two');
    await objects.remove([second?.files.catalog.parts[0]?.name ?? '']);
    await expect(reader.follower.step()).rejects.toThrow(ObjectMissingError);
    const builder = await openBuilder({ cluster, objects, folder });
    await publishOf(builder, true);
    await builder.close();
    expect(await reader.follower.step()).toBe(true);
  });

  test('a reader that knows another schema stays, and says who is to be upgraded', async () => {
    const folder = newBuilderFolder();
    const made = (await loadAndPublish({ cluster, objects, folder }, 100, 'one')) as Publication;
    const { catalog, links } = made.schema;
    const older = newReader(cluster, objects, undefined, { catalog: catalog - 1, links } as never);
    const newer = newReader(cluster, objects, undefined, { catalog, links: links + 1 } as never);
    await expect(older.follower.step()).rejects.toThrow(/Upgrade this node/);
    await expect(newer.follower.step()).rejects.toThrow(OtherSchemaError);
    expect(existsSync(slotsFolder(older.folder))).toBe(false);
  });

  test('if a version cannot be served, the one before is, also after a start', async () => {
    const folder = newBuilderFolder();
    const reader = newReader(cluster, objects);
    await loadAndPublish({ cluster, objects, folder }, 100, 'one');
    await reader.follower.step();
    const served = reader.follower.served;
    await loadAndPublish({ cluster, objects, folder }, 100, 'two');
    const push = reader.used.push.bind(reader.used);
    reader.used.push = () => {
      throw new Error('It cannot be opened.');
    };
    await expect(reader.follower.step()).rejects.toThrow('It cannot be opened.');
    expect(reader.follower.served).toBe(served);
    reader.used.push = push;
    expect(await reader.follower.step()).toBe(true);
  });

  test('the sweep keeps what a node or a pinned version needs, and what a later builder puts', async () => {
    const folder = newBuilderFolder();
    const versions: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const made = await loadAndPublish({ cluster, objects, folder }, 120 + n, `v${n}`);
      versions.push(made?.version ?? 0);
    }
    const builder = await openBuilder({ cluster, objects, folder });
    expect(await builder.sweep()).toEqual({ versions: 0, objects: 0 });
    const token =
      (await query<{ token: number }>(database, 'SELECT token::int FROM cluster.leases'))[0]?.token ?? 0;
    await objects.put(`v/9-${token - 1}-0123abcd/catalog.0`, Buffer.from('of a killed one'));
    await objects.put(`v/9-${token + 1}-0123abcd/catalog.0`, Buffer.from('of a later one'));
    await objects.put('v/of-somebody-else', Buffer.from('?'));
    expect(await builder.sweep()).toEqual({ versions: 0, objects: 1 });
    await query(database, `UPDATE cluster.publications SET published_at = published_at - interval '2 days'`);
    await publishOf(builder, true);
    // Ten are kept whatever their age.
    expect(await builder.sweep()).toEqual({ versions: 0, objects: 0 });
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
    const names = readdirSync(join(place, 'v'));
    expect(names).toContain(`9-${token + 1}-0123abcd`);
    expect(names).toContain('of-somebody-else');
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
    const empty = new FolderObjects(newFolder('objects'));
    await loadBusinesses(folder, 210, 'two');
    const builder = await openBuilder({ cluster, objects: empty, folder });
    expect(await publishOf(builder, true)).toBeDefined();
    await builder.close();
    for (const reader of [newReader(cluster, empty, held), newReader(cluster, empty)]) {
      await reader.follower.step();
      expect(servedBytes(reader.folder)).toEqual(dataBytes(folder.path));
    }
  });

  test('two slots that were torn by hand are made anew', async () => {
    const folder = newBuilderFolder();
    const reader = newReader(cluster, objects);
    await loadAndPublish({ cluster, objects, folder }, 100, 'one');
    await reader.follower.step();
    writeFileSync(join(reader.folder, 'slots.json'), '{"active":');
    expect(await reader.follower.step()).toBe(true);
    expect(servedBytes(reader.folder)).toEqual(dataBytes(folder.path));
    const { active, whole } = readSlots(reader.folder);
    expect(
      readdirSync(slotsFolder(reader.folder)).map((name) => join(slotsFolder(reader.folder), name)),
    ).toContain(slotPath(reader.folder, active ?? 'a', whole[active ?? 'a']));
  });

  test('a folder is published while others have it open', async () => {
    const folder = newBuilderFolder();
    await loadAndPublish({ cluster, objects, folder }, 100, 'one');
    const store = await openStore(folder.path, { schema: 'current' });
    await store.catalog.listSourceStates();
    const builder = await openBuilder({ cluster, objects, folder });
    expect(await publishOf(builder, true)).toBeDefined();
    await builder.close();
    await store.close();
  });
});
