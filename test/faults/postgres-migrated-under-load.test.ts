import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Primary } from '../../src/store/postgres/connection/connect.js';
import { Pool } from '../../src/store/postgres/connection/pool.js';
import { openPostgresLedger } from '../../src/store/postgres/ledger/ledger.js';
import { MIGRATIONS, migrate } from '../../src/store/postgres/schema/migrate.js';
import { SchemaMismatchError } from '../../src/store/store.js';
import { newAccount, newKey } from '../store/ledger/support/fixtures.js';
import { templateDatabase } from '../store/postgres/ledger-engine.js';
import { booksOf, ChargingNode } from '../support/postgres/nodes-under-load.js';
import { dropDatabase, hasPostgres, newDatabase, optionsFor, query } from '../support/postgres/server.js';

const VERSION = MIGRATIONS.length + 1;
/** It takes the tables of charges from all nodes, and keeps them for so long. */
const stepOf = (seconds: number) => `ALTER TABLE ledger.charges ADD COLUMN day int
  ;;
  ALTER TABLE ledger.purses ADD COLUMN spent bigint NOT NULL DEFAULT 0
  ;;
  ALTER TABLE ledger.grants ADD COLUMN spent bigint NOT NULL DEFAULT 0
  ;;
  CREATE INDEX refunds_by_time ON ledger.refunds (at)
  ;;
  CREATE TABLE cluster.steps (at timestamptz NOT NULL)
  ;;
  INSERT INTO cluster.steps VALUES (clock_timestamp())
  ;;
  SELECT pg_sleep(${seconds})`;
const newer = (seconds: number) => [...MIGRATIONS, { version: VERSION, name: 'next', up: stepOf(seconds) }];

describe.skipIf(!hasPostgres)('a step of the schema while three nodes charge', () => {
  let database: string;
  beforeEach(async () => {
    database = await newDatabase(await templateDatabase());
  });
  afterEach(() => dropDatabase(database));

  // The first is over before a node asks again; during the second every node gives up charges and answers 503.
  test.each([0, 12])('of %i s loses no charge and makes none twice', async (seconds) => {
    const postgres = await optionsFor(database);
    const ledger = await openPostgresLedger({ postgres, schema: 'current' });
    const now = Date.now();
    const account = await ledger.createAccount({ ...newAccount(), monthlyCredits: 0, createdAt: now });
    const key = await ledger.createKey(newKey(account.id));
    const sale = { credits: 50_000_000, reason: 'x', createdAt: now, expiresAt: null };
    await ledger.grant({ accountId: account.id, ...sale });
    await ledger.close();
    const payer = { accountId: account.id, keyId: key.id };
    const nodes = await Promise.all(
      ['a', 'b', 'c'].map((name) => ChargingNode.start(name, postgres, [payer])),
    );
    try {
      for (const node of nodes) await node.answers(300);
      const pools = [1, 2].map(() => new Pool(new Primary(postgres), { max: 2 }));
      for (const mode of ['current', 'create'] as const)
        await expect(migrate(pools[0] as Pool, mode, newer(seconds))).rejects.toThrow(SchemaMismatchError);
      // The second waits for the first, longer than anybody may wait for the lock of a row.
      await Promise.all(pools.map((pool) => migrate(pool, 'migrate', newer(seconds))));
      for (const pool of pools) await pool.close();
      // A node of before goes on, and none can start.
      const answered = nodes.map((node) => node.answered.size);
      for (const [index, node] of nodes.entries()) await node.answers((answered[index] ?? 0) + 300);
      await expect(openPostgresLedger({ postgres, schema: 'create' })).rejects.toThrow(SchemaMismatchError);
      await wait(200);
      for (const node of nodes) await node.stop();
    } finally {
      for (const node of nodes) if (node.ended === undefined) await node.kill();
    }
    if (seconds > 2) expect(nodes.every(({ away, lost }) => away.size + lost.size > 0)).toBe(true);
    expect(await query(database, 'SELECT at FROM cluster.steps')).toHaveLength(1);
    // The books are read by the program that made them.
    await query(database, `DELETE FROM cluster.schema_version WHERE version = ${VERSION}`);
    const rows = await query<{ id: string }>(
      database,
      `SELECT request_id AS id FROM ledger.charges c
       WHERE NOT EXISTS (SELECT 1 FROM ledger.refunds r WHERE r.charge_id = c.id)`,
    );
    const books = await booksOf(
      postgres,
      rows.map(({ id }) => id),
      nodes,
    );
    expect(books).toEqual({ unpaid: 0, twice: 0, owed: 0, surplus: 0, findings: [] });
  });
});
