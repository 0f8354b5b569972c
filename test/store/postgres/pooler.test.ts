import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PostgresOptions } from '../../../src/store/engine/engine.js';
import { openPostgresLedger } from '../../../src/store/postgres/ledger/ledger.js';
import { Pooler } from '../../support/postgres/pooler.js';
import {
  dropDatabase,
  hasPostgres,
  newDatabase,
  optionsFor,
  query,
  sharedServer,
} from '../../support/postgres/server.js';

const isOwnServer = hasPostgres && process.env.DOSSIER_TEST_PG_URL === undefined;

describe.skipIf(!isOwnServer)('a connection pooler', () => {
  let database: string;
  const poolers: Pooler[] = [];

  beforeAll(async () => {
    database = await newDatabase();
  });
  afterAll(async () => {
    for (const pooler of poolers) pooler.close();
    await dropDatabase(database);
  });

  async function through(mode: 'transaction' | 'session'): Promise<PostgresOptions> {
    const pooler = new Pooler(sharedServer().folder, mode);
    poolers.push(pooler);
    await pooler.listen();
    return { ...(await optionsFor(database)), url: `postgres://plain@/${database}?host=${pooler.folder}` };
  }

  test('in transaction mode is refused before anything is set or made', async () => {
    const postgres = await through('transaction');
    await expect(openPostgresLedger({ postgres, schema: 'create' })).rejects.toThrow(
      'DOSSIER_POSTGRES is the address of a connection pooler in transaction or statement mode',
    );
    const schemas = await query(
      database,
      `SELECT 1 FROM pg_namespace WHERE nspname IN ('ledger', 'cluster')`,
    );
    expect(schemas).toEqual([]);
  });

  test('in session mode serves', async () => {
    const ledger = await openPostgresLedger({ postgres: await through('session'), schema: 'create' });
    await ledger.probe();
    expect(await ledger.verify()).toEqual([]);
    await ledger.close();
  });
});
