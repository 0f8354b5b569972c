import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Objects, ObjectsAwayError } from '../../src/publishing/objects/objects.js';
import { isBase, partsOf } from '../../src/publishing/publication.js';
import { dropDatabase, hasPostgres, newDatabase } from '../support/postgres/server.js';
import {
  dataBytes,
  emptyRegister,
  loadBusinesses,
  newBuilderFolder,
  newReader,
  openBuilder,
  openRegister,
  publishOf,
  servedBytes,
  type TestCluster,
} from '../support/publishing.js';
import { STORES, type TestStore } from '../support/servers/stores.js';

describe.skipIf(!hasPostgres).each(STORES)('an upload to %s', (_kind, openTestStore) => {
  let database: string;
  let cluster: TestCluster;
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
  afterEach(() => emptyRegister(database));

  test('that broke off goes on: parts that are there are not sent again, unless the version is a whole one', async () => {
    const objects = store.place();
    const folder = newBuilderFolder();
    let left = 2;
    let sent: string[] = [];
    const failing: Objects = {
      put: async (name, bytes) => {
        if (left === 0) throw new ObjectsAwayError('The bucket is away.');
        left -= 1;
        sent.push(name);
        await objects.put(name, bytes);
      },
      get: (name) => objects.get(name),
      list: (prefix) => objects.list(prefix),
      remove: (names) => objects.remove(names),
    };
    const builder = await openBuilder({ cluster, objects: failing, folder });
    await loadBusinesses(folder, 300, 'one');
    await expect(publishOf(builder)).rejects.toThrow(ObjectsAwayError);
    const first = sent;
    expect(first).toHaveLength(2);
    sent = [];
    left = Number.POSITIVE_INFINITY;
    const made = await publishOf(builder);
    const names = made ? partsOf(made).map(({ name }) => name) : [];
    expect(names).toEqual(expect.arrayContaining(first));
    expect(new Set([...first, ...sent]).size).toBe(names.length);
    expect(sent).toHaveLength(names.length - 2);
    const reader = newReader(cluster, objects);
    await reader.follower.step();
    expect(servedBytes(reader.folder)).toEqual(dataBytes(folder.path));
    sent = [];
    const whole = await publishOf(builder, true);
    expect(whole && isBase(whole.files.catalog)).toBe(true);
    expect(sent).toHaveLength(whole ? partsOf(whole).length : 0);
    await builder.close();
  });
});
