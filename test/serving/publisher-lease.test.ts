import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PUBLISHER } from '../../src/publishing/build/builder.js';
import { keepInThread } from '../../src/publishing/build/lease-keeper.js';
import { FencedError } from '../../src/publishing/build/publish.js';
import { FolderObjects } from '../../src/publishing/objects/folder.js';
import type { Publication } from '../../src/publishing/publication.js';
import { openCluster, type PostgresOptions } from '../../src/store/engine/engine.js';
import { dropDatabase, hasPostgres, newDatabase, optionsFor, query } from '../support/postgres/server.js';
import {
  loadBusinesses,
  newBuilderFolder,
  newFolder,
  openBuilder,
  publishOf,
  type TestCluster,
} from '../support/publishing.js';

describe.skipIf(!hasPostgres)('the lease of the publisher', () => {
  let database: string;
  let options: PostgresOptions;
  let cluster: TestCluster;
  const objects = new FolderObjects(newFolder('objects'));
  const folder = newBuilderFolder();

  beforeAll(async () => {
    database = await newDatabase();
    options = await optionsFor(database);
    cluster = await openCluster<Publication>(options, { schema: 'create' });
  });
  afterAll(async () => {
    await cluster.close();
    await dropDatabase(database);
  });
  const endLease = () => query(database, 'UPDATE cluster.leases SET until = clock_timestamp()');

  test('is held while a load holds the thread for longer than it lasts', async () => {
    const builder = await openBuilder({
      cluster,
      objects,
      folder,
      leaseMs: 5_000,
      keepLease: keepInThread(options),
    });
    await loadBusinesses(folder, 100, 'one');
    const until = Date.now() + 8_000;
    while (Date.now() < until);
    expect(await cluster.leases.find(PUBLISHER)).toMatchObject({ heldBy: 'builder' });
    expect(await publishOf(builder)).toMatchObject({ parent: null });
    await builder.close();
    expect(await cluster.leases.find(PUBLISHER)).toBeUndefined();
  });

  test('that ended is taken again if nobody else had it, and only then', async () => {
    const builder = await openBuilder({ cluster, objects, folder });
    await loadBusinesses(folder, 110, 'two');
    await endLease();
    expect(await publishOf(builder)).toBeDefined();
    await loadBusinesses(folder, 120, 'three');
    await endLease();
    const other = await cluster.leases.take(PUBLISHER, 'other');
    if ('token' in other) await other.release();
    await expect(publishOf(builder)).rejects.toThrow(FencedError);
    await builder.close();
    expect(await cluster.leases.find(PUBLISHER)).toBeUndefined();
  });
});
