import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, openCluster, type PostgresOptions } from '../../../src/store/engine/engine.js';
import { openWindows } from '../../../src/store/postgres/cluster/windows.js';
import { Primary } from '../../../src/store/postgres/connection/connect.js';
import { Pool } from '../../../src/store/postgres/connection/pool.js';
import { dropDatabase, hasPostgres, newDatabase, optionsFor, query } from '../../support/postgres/server.js';

describe.skipIf(!hasPostgres)('nodes that are gone', () => {
  let database: string;
  let options: PostgresOptions;
  let cluster: Cluster<{ readonly version: number }>;
  let pool: Pool;

  beforeAll(async () => {
    database = await newDatabase();
    options = await optionsFor(database);
    cluster = await openCluster(options, { schema: 'create' });
    pool = new Pool(new Primary(options), { max: 2 });
  });
  afterAll(async () => {
    await pool.close();
    await cluster.close();
    await dropDatabase(database);
  });

  const seenAgo = async (name: string, interval: string) => {
    await cluster.nodes.report(name, 3);
    await query(
      database,
      `UPDATE cluster.nodes SET seen_at = clock_timestamp() - interval '${interval}' WHERE name = '${name}'`,
    );
  };
  const names = async () => (await cluster.nodes.list()).map(({ name }) => name);

  test('are forgotten after seven days by a node that starts, which comes back itself after longer', async () => {
    await seenAgo('replaced', '7 days 1 minute');
    await seenAgo('away', '6 days 23 hours');
    await seenAgo('back', '30 days');
    expect(await openWindows(pool, 'back').attend()).toBe(1);
    expect(await names()).toEqual(['away', 'back']);
    expect(await cluster.nodes.list()).toMatchObject([{ version: 3 }, { version: 3 }]);
  });

  test('are looked for once an hour, and not at each of the reports in between', async () => {
    const windows = openWindows(pool, 'one');
    await windows.attend();
    await seenAgo('replaced', '8 days');
    await windows.attend();
    expect(await names()).toContain('replaced');
    const { now } = performance;
    try {
      performance.now = () => now.call(performance) + 3_600_000;
      await windows.attend();
    } finally {
      performance.now = now;
    }
    expect(await names()).not.toContain('replaced');
  });

  test('are left to the node that comes back at that moment, and nobody waits', async () => {
    await seenAgo('returns', '8 days');
    const held = new Pool(new Primary(options), { max: 1 });
    await held.write(async ({ change }) => {
      await change(`UPDATE cluster.nodes SET version = 4 WHERE name = 'returns'`);
      expect(await openWindows(pool, 'two').attend()).toBeGreaterThan(0);
    });
    await held.close();
    expect(await names()).toContain('returns');
  });
});
