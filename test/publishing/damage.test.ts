import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findMissingParts } from '../../src/publishing/missing-parts.js';
import type { Objects } from '../../src/publishing/objects/objects.js';
import { isBase, type Publication, partsOf } from '../../src/publishing/publication.js';
import { verifyCopy, versionRoot } from '../../src/publishing/verify.js';
import { indexFolderOf } from '../../src/store/folder/data-folder.js';
import { readSlots, slotPath } from '../../src/store/folder/slots.js';
import { dropDatabase, hasPostgres, newDatabase } from '../support/postgres/server.js';
import {
  dataBytes,
  emptyRegister,
  holdsText,
  loadAndPublish,
  newBuilderFolder,
  newReader,
  openBuilder,
  openRegister,
  publishOf,
  servedBytes,
  servedData,
  type TestCluster,
} from '../support/publishing.js';
import { STORES, type TestStore } from '../support/servers/stores.js';

const bringIndexUp = async () => undefined;

describe.skipIf(!hasPostgres).each(STORES)('damage of versions in %s', (_kind, openTestStore) => {
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

  const versions = async () => (await cluster.publications.list()).map(({ version }) => version);
  const repair = async (folder: Parameters<typeof openBuilder>[0]['folder'], at = objects) => {
    const notes: string[] = [];
    const builder = await openBuilder({ cluster, objects: at, folder, note: (text) => notes.push(text) });
    await publishOf(builder);
    await builder.repair({ bringIndexUp });
    await builder.close();
    return notes;
  };

  test('a part that is gone is found, and a whole version takes the place of those that need it', async () => {
    const folder = newBuilderFolder();
    await loadAndPublish({ cluster, objects, folder }, 300, 'one');
    await loadAndPublish({ cluster, objects, folder }, 310, 'one');
    expect(await repair(folder)).toEqual([]);
    const [first] = await cluster.publications.after(0, 9);
    const [gone, cut] = [first?.files.links.parts[0]?.name ?? '', first?.files.catalog.parts[0]?.name ?? ''];
    await objects.remove([gone]);
    await objects.put(cut, (await objects.get(cut)).subarray(1));
    const missing = await findMissingParts(objects, cluster.publications);
    expect(missing).toEqual({ parts: expect.arrayContaining([gone, cut]), versions: [1, 2] });
    expect((await repair(folder)).join('\n')).toMatch(
      /2 parts .* are missing.*\n.*Removed versions.*: 1, 2\./s,
    );
    expect(await versions()).toEqual([3]);
    expect(await findMissingParts(objects, cluster.publications)).toEqual({ parts: [], versions: [] });
    const late = newReader(cluster, objects);
    await late.follower.step();
    expect(servedBytes(late.folder)).toEqual(dataBytes(folder.path));
  });

  test('an empty place is filled by the next command, whatever that does', async () => {
    const folder = newBuilderFolder();
    await loadAndPublish({ cluster, objects, folder }, 200, 'one');
    const empty = store.place();
    await repair(folder, empty);
    const late = newReader(cluster, empty);
    expect(await late.follower.step()).toBe(true);
    expect(servedBytes(late.folder)).toEqual(dataBytes(folder.path));
  });

  test('a pinned version that lost a part stays in the register, and is found', async () => {
    const folder = newBuilderFolder();
    await loadAndPublish({ cluster, objects, folder }, 200, 'one');
    const [first] = await cluster.publications.after(0, 1);
    await cluster.publications.pin(1);
    await objects.remove([first?.files.links.parts[0]?.name ?? '']);
    await repair(folder);
    expect(await versions()).toEqual([1, 2]);
    expect(await findMissingParts(objects, cluster.publications)).toMatchObject({ versions: [1] });
    await cluster.publications.unpin();
  });

  test.each(['catalog.db', 'links.db', 'index'])(
    'of %s in a copy is found, and the version is fetched again',
    async (file) => {
      const folder = newBuilderFolder();
      await loadAndPublish({ cluster, objects, folder }, 300, 'one');
      const made = (await loadAndPublish({ cluster, objects, folder }, 300, 'two')) as Publication;
      const found: string[][] = [];
      const reader = newReader(cluster, objects, undefined, undefined, 0, ({ root, damaged }) =>
        found.push([root === versionRoot(made) ? 'whole' : 'other', ...damaged]),
      );
      await reader.follower.step();
      await reader.follower.verify();
      expect(found).toEqual([['whole']]);
      const before = servedData(reader.folder);
      const flipped = flipByte(before, file);
      await reader.follower.verify();
      expect(found.at(-1)).toEqual(['other', flipped]);
      expect(reader.follower.isDamaged).toBe(true);
      expect(await reader.follower.step()).toBe(true);
      expect(reader.follower.isDamaged).toBe(false);
      expect(servedData(reader.folder)).not.toBe(before);
      expect((await verifyCopy(made, servedData(reader.folder)))?.damaged).toEqual([]);
      // Nothing of the damaged slot is in a later version.
      await loadAndPublish({ cluster, objects, folder }, 300, 'three');
      await reader.follower.step();
      await reader.follower.verify();
      expect(found.at(-1)).toEqual(['other']);
      expect(servedBytes(reader.folder)).toEqual(dataBytes(folder.path));
    },
  );

  test('of the slot that is not served is not carried into the next version', async () => {
    const folder = newBuilderFolder();
    const reader = newReader(cluster, objects);
    for (const value of ['one', 'two']) {
      await loadAndPublish({ cluster, objects, folder }, 300, value);
      await reader.follower.step();
    }
    const { active, whole } = readSlots(reader.folder);
    const other = active === 'a' ? 'b' : 'a';
    flipByte(slotPath(reader.folder, other, whole[other]), 'catalog.db');
    await reader.follower.verify();
    expect(reader.follower.isDamaged).toBe(false);
    await loadAndPublish({ cluster, objects, folder }, 300, 'three');
    await reader.follower.step();
    expect(servedBytes(reader.folder)).toEqual(dataBytes(folder.path));
  });

  test.each(['catalog.db', 'links.db', 'index'])(
    'of %s on the builder is refused, not published',
    async (file) => {
      const folder = newBuilderFolder();
      await loadAndPublish({ cluster, objects, folder }, 300, 'one');
      const [before] = await cluster.publications.after(0, 1);
      flipByte(folder.path, file);
      await expect(openBuilder({ cluster, objects, folder })).rejects.toThrow(
        /differs from version 1 in 1 pages and index files.*cluster fetch --replace.*cluster publish --over/,
      );
      const builder = await openBuilder({ cluster, objects, folder, replace: true });
      expect(await publishOf(builder)).toBeUndefined();
      await builder.close();
      // SQLite changed the first page of the databases when it opened them.
      const found = await verifyCopy(before as Publication, folder.path);
      expect(found?.damaged.filter((name) => name.startsWith('index/'))).toEqual([]);
    },
  );

  test('of the copy of a builder that takes over is not carried into its data', async () => {
    const [one, two] = [newBuilderFolder(), newBuilderFolder()];
    await loadAndPublish({ cluster, objects, folder: one }, 300, 'one');
    await (await openBuilder({ cluster, objects, folder: two })).close();
    flipByte(join(two.path, 'published'), 'catalog.db');
    await loadAndPublish({ cluster, objects, folder: one }, 301, 'one');
    await (await openBuilder({ cluster, objects, folder: two })).close();
    expect(holdsText(two.path, 'Willow 300 of one')).toBe(true);
    expect(dataBytes(two.path)).toEqual(dataBytes(one.path));
  });

  test('an index that was built again with the same bytes is not uploaded again', async () => {
    const folder = newBuilderFolder();
    await loadAndPublish({ cluster, objects, folder }, 300, 'one');
    const [first] = await cluster.publications.after(0, 1);
    const reader = newReader(cluster, objects);
    await reader.follower.step();
    const builder = await openBuilder({ cluster, objects, folder });
    renameIndex(folder.index);
    const second = await publishOf(builder);
    await builder.close();
    const namesOf = (of: Publication | undefined) => of?.indexFiles.map(({ name }) => name);
    expect(namesOf(second)).not.toEqual(namesOf(first));
    const parts = new Set(first && partsOf(first).map(({ name }) => name));
    expect(second?.indexFiles.flatMap((file) => file.parts).every(({ name }) => parts.has(name))).toBe(true);
    expect(second && isBase(second.files.catalog)).toBe(false);
    await reader.follower.step();
    expect(readdirSync(indexFolderOf(servedData(reader.folder))).sort()).toEqual(
      [...(namesOf(second) ?? []), 'current.json'].sort(),
    );
  });
});

/** Gives the files of an index other names, as a rebuild does. */
function renameIndex(folder: string): void {
  const current = join(folder, 'current.json');
  let text = readFileSync(current, 'utf8');
  for (const name of readdirSync(folder).filter((one) => one !== 'current.json' && text.includes(one))) {
    renameSync(join(folder, name), join(folder, `again-${name}`));
    text = text.replaceAll(name, `again-${name}`);
  }
  writeFileSync(
    current,
    text.replace(/"builtAt":(\d+)/, (_, at) => `"builtAt":${Number(at) + 1}`),
  );
}

/** Flips a bit in the middle of a file; returns its name. */
function flipByte(data: string, file: string): string {
  const index = indexFolderOf(data);
  const inIndex = () => `index/${readdirSync(index).find((name) => !name.endsWith('.json'))}`;
  const name = file === 'index' ? inIndex() : file;
  const path = join(data, name);
  const bytes = readFileSync(path);
  const at = Math.floor(bytes.length / 2);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  return name;
}
