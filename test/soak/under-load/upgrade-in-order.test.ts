import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/store/sqlite/file/database.js';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import { LEDGER_MIGRATIONS } from '../../../src/store/sqlite/ledger/migrations.js';
import { STATE_MIGRATIONS } from '../../../src/store/sqlite/state/migrations.js';
import { asker, hammer } from '../../faults/support.js';
import { dropDatabase, hasPostgres, newDatabase, query } from '../../support/postgres/server.js';
import { metricOf, startCluster } from '../../support/processes/cluster-process.js';
import { end, spawnDossier } from '../../support/processes/process.js';
import { servedData } from '../../support/publishing.js';

/** Upgrades in order: the builder, then the nodes. */
describe.skipIf(!hasPostgres)('a node whose data the version before made', () => {
  let database: string;
  let cluster: Awaited<ReturnType<typeof startCluster>>;

  beforeAll(async () => {
    database = await newDatabase();
    cluster = await startCluster(database);
  });
  afterAll(async () => {
    await cluster.close();
    await dropDatabase(database);
  });

  test('says that the builder comes first, and goes on with what that publishes, while another charges', async () => {
    expect(await cluster.run('builder', ['cluster', 'init'])).toMatchObject({ status: 0 });
    expect(await cluster.ingest('builder', 100, 'v1')).toMatchObject({ status: 0 });
    const before = await cluster.serve('node');
    expect(await metricOf(before.started.url, 'dossier_publication_served')).toBe(1);
    const key = await cluster.newKey('builder', 'load', 'read');
    const other = await cluster.serve('other');
    const ask = asker(other.started.url, key, 4);
    let isOver = false;
    const answers = hammer(ask, 4, () => isOver);
    await end(before.child, 'SIGTERM');
    // The slot of the node, and the row of the register, as the version before leaves them.
    const slot = new Database(join(servedData(cluster.folderOf('node')), 'catalog.db'));
    slot.exec('DELETE FROM schema_version WHERE version = (SELECT max(version) FROM schema_version)');
    slot.close();
    await query(
      database,
      `UPDATE cluster.publications SET manifest =
        jsonb_set(manifest, '{schema,catalog}', to_jsonb((manifest #>> '{schema,catalog}')::int - 1))`,
    );
    const upgraded = spawnDossier(['serve', '--port', '0', '--json'], cluster.envOf('node'));
    let said = '';
    let url = '';
    upgraded.stderr?.on('data', (piece) => {
      said += String(piece);
    });
    upgraded.stdout?.on('data', (piece) => {
      url = /"url":"([^"]+)"/.exec(String(piece))?.[1] ?? url;
    });
    try {
      await expect.poll(() => said).toContain('Upgrade the builder first');
      expect(url).toBe('');
      expect((await cluster.run('builder', ['cluster', 'publish', '--whole'])).status).toBe(0);
      await expect.poll(() => url).not.toBe('');
      expect(await metricOf(url, 'dossier_publication_served')).toBe(2);
      await expect.poll(() => metricOf(other.started.url, 'dossier_publication_served')).toBe(2);
      isOver = true;
      const counts = await answers;
      expect([...counts.keys()]).toEqual([200]);
      expect(counts.get(200)).toBeGreaterThan(100);
      const standing = await query<{ id: string }>(
        database,
        `SELECT request_id AS id FROM ledger.charges c
         WHERE NOT EXISTS (SELECT 1 FROM ledger.refunds r WHERE r.charge_id = c.id)`,
      );
      expect(standing).toHaveLength(counts.get(200) ?? 0);
      expect(new Set(standing.map(({ id }) => id)).size).toBe(standing.length);
      expect(await cluster.run('builder', ['ledger', 'verify'])).toMatchObject({ status: 0 });
    } finally {
      isOver = true;
      await answers;
      ask.end();
      await end(upgraded, 'SIGKILL');
      await end(other.child, 'SIGTERM');
    }
  });

  test('ends where PostgreSQL has another schema, though it holds data, and serves when that is right again', async () => {
    await query(database, `INSERT INTO cluster.schema_version VALUES (1000, 'of a newer version')`);
    const refused = spawnDossier(['serve', '--port', '0', '--json'], cluster.envOf('node'));
    let said = '';
    refused.stderr?.on('data', (piece) => {
      said += String(piece);
    });
    try {
      await expect.poll(() => refused.exitCode).toBe(1);
      expect(said).toContain('was created by a newer version (schema 1000');
    } finally {
      await end(refused, 'SIGKILL');
    }
    await query(database, 'DELETE FROM cluster.schema_version WHERE version = 1000');
    // The files of the folder itself, as the version before leaves them; nobody runs "migrate" on a node.
    for (const [name, migrations] of [
      ['ledger.db', LEDGER_MIGRATIONS],
      ['state.db', STATE_MIGRATIONS],
    ] as const) {
      const path = join(cluster.folderOf('node'), name);
      for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true });
      const older = migrations.slice(0, -1);
      openDatabase({ path, migrations: older, schema: 'create', synchronous: 'normal' }).close();
    }
    const node = await cluster.serve('node');
    expect(await metricOf(node.started.url, 'dossier_publication_served')).toBe(2);
    await end(node.child, 'SIGTERM');
  });
});
