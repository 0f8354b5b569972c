import { join } from 'node:path';
import { Database } from '../../../../src/store/sqlite/file/driver.js';
import { openLedger } from '../../../../src/store/sqlite/ledger/ledger.js';
import { hasPostgres } from '../../../support/postgres/server.js';
import { POSTGRES } from '../../postgres/ledger-engine.js';
import type { LedgerEngine } from './engine.js';

const pathIn = (folder: string) => join(folder, 'ledger.db');

async function inFile<Result>(folder: string, work: (database: InstanceType<typeof Database>) => Result) {
  const database = new Database(pathIn(folder));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

export const SQLITE: LedgerEngine = {
  name: 'SQLite',
  open: async (folder) => openLedger({ path: pathIn(folder), schema: 'migrate' }),
  write: (folder, sql) => inFile(folder, (database) => void database.exec(sql)),
  tamper: (folder, sql) =>
    inFile(folder, (database) => {
      database.pragma('foreign_keys = OFF');
      const guards = database
        .prepare<[], string>(
          `SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '%\\_never\\_%' ESCAPE '\\'`,
        )
        .pluck()
        .all();
      for (const guard of guards) database.exec(`DROP TRIGGER ${guard}`);
      database.exec(sql);
    }),
  rows: (folder, sql) => inFile(folder, (database) => database.prepare(sql).all()),
  countRows: (folder, table) =>
    inFile(
      folder,
      (database) => database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0,
    ),
  module: 'src/store/sqlite/ledger/ledger.ts',
  optionsIn: (folder) => ({ path: pathIn(folder), schema: 'current', busyTimeoutMs: 30_000 }),
  sql: {
    raiseCounter: 'UPDATE grant_remaining SET remaining = remaining + 1 WHERE grant_id = 1',
    dropCounter: 'DELETE FROM grant_remaining WHERE grant_id = 1',
    lowerCounterBelowZero: 'UPDATE grant_remaining SET remaining = -1',
    forgetRollUp: 'UPDATE rolled_up SET last_charge = 0',
    addManyAccounts: `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 150000)
      INSERT INTO accounts (id, name, monthly_credits, requests_per_minute, created_at)
      SELECT 'many ' || n, 'many ' || n, 0, 1, 0 FROM numbers`,
  },
};

export const LEDGER_ENGINES: readonly LedgerEngine[] = hasPostgres ? [SQLITE, POSTGRES] : [SQLITE];

export type { LedgerEngine };
