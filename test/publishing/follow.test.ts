import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readManifest } from '../../src/indexing/files/files.js';
import { readBuild, viewsOf } from '../../src/indexing/files/index-loader.js';
import { OtherSchemaError, RegisterError } from '../../src/publishing/follow/follower.js';
import { ObjectMissingError, type Objects } from '../../src/publishing/objects/objects.js';
import { DamagedPartError } from '../../src/publishing/part-format.js';
import { isBase, type Publication } from '../../src/publishing/publication.js';
import { indexFolderOf } from '../../src/store/folder/data-folder.js';
import { openFolder } from '../../src/store/folder/open-folder.js';
import { readSlots, slotPath, slotsFolder } from '../../src/store/folder/slots.js';
import { fillDisk, mountSmall, unmount } from '../support/fill-disk.js';
import { dropDatabase, hasPostgres, newDatabase, query } from '../support/postgres/server.js';
import {
  dataBytes,
  emptyRegister,
  loadAndPublish,
  newBuilderFolder,
  newReader,
  openBuilder,
  openRegister,
  publishOf,
  servedBytes,
  type TestCluster,
} from '../support/publishing.js';
import { STORES, type TestStore } from '../support/servers/stores.js';

describe.skipIf(!hasPostgres).each(STORES)('readers follow what is in %s', (_kind, openTestStore) => {
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
      expect(await store.catalog.content.version()).toBe(second?.contentVersion);
      await store.close();
    }
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
    await expect(reader.follower.step()).rejects.toThrow(/does not roll back by itself/);
    expect(servedBytes(reader.folder)).toEqual(bytes[2]);
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
    // An index file with the bytes of the version before is not fetched.
    const fetched = parts.filter(({ name }) => name.startsWith(`v/${made?.id}/`));
    expect(fetched.length).toBeGreaterThan(1);
    for (const { name } of fetched) {
      const whole = await objects.get(name);
      await objects.put(name, Buffer.alloc(whole.length));
      await expect(reader.follower.step()).rejects.toThrow(DamagedPartError);
      await objects.remove([name]);
      await expect(reader.follower.step()).rejects.toThrow(ObjectMissingError);
      expect(servedBytes(reader.folder)).toEqual(before);
      expect(reader.used).toHaveLength(1);
      await objects.put(name, whole);
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
    const reader = newReader(cluster, objects, undefined, undefined, 5_000);
    await expect(reader.follower.step()).rejects.toThrow(ObjectMissingError);
    await objects.put(part, whole);
    await expect(reader.follower.step()).rejects.toThrow(ObjectMissingError);
    await expect.poll(() => reader.follower.step().catch(() => false)).toBe(true);
    const second = await loadAndPublish({ cluster, objects, folder }, 100, 'two');
    await objects.remove([second?.files.catalog.parts[0]?.name ?? '']);
    await expect(reader.follower.step()).rejects.toThrow(ObjectMissingError);
    const builder = await openBuilder({ cluster, objects, folder });
    await publishOf(builder, true);
    await builder.close();
    expect(await reader.follower.step()).toBe(true);
  });

  test('a reader whose disk is full stays at its version, and goes on when there is room', async ({
    skip,
  }) => {
    const disk = mountSmall() ?? skip('No tmpfs may be mounted here.');
    try {
      const folder = newBuilderFolder();
      await loadAndPublish({ cluster, objects, folder }, 400, 'one');
      const reader = newReader(cluster, objects, mkdtempSync(join(disk, 'reader-')));
      expect(await reader.follower.step()).toBe(true);
      const before = servedBytes(reader.folder);
      await loadAndPublish({ cluster, objects, folder }, 800, 'two');
      fillDisk(join(disk, 'filler'));
      for (let again = 0; again < 3; again += 1) {
        await expect(reader.follower.step()).rejects.toThrow(/ENOSPC|full/);
        expect(servedBytes(reader.folder)).toEqual(before);
      }
      const started = newReader(cluster, objects, reader.folder);
      await started.follower.step().catch(() => undefined);
      expect(servedBytes(reader.folder)).toEqual(before);
      rmSync(join(disk, 'filler'));
      expect(await reader.follower.step()).toBe(true);
      expect(servedBytes(reader.folder)).toEqual(dataBytes(folder.path));
    } finally {
      unmount(disk);
    }
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

  test('two slots that were torn by hand are made again', async () => {
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
});
