import { join } from 'node:path';
import { Database } from '../../src/store/sqlite/driver.js';
import { openLedger } from '../../src/store/sqlite/ledger/ledger.js';
import type { OpenLedger } from './ledger-fixtures.js';

/** An engine that keeps the ledger, as the suites of the ledger use it. A second one is one more entry below. */
export interface LedgerEngine {
  readonly name: string;
  /** Opens the ledger that lives in a folder, and makes it the first time. A closed one can be opened again. */
  open(folder: string): Promise<OpenLedger>;
  /** Runs SQL on its rows, past the ledger; rejects if the database itself refuses it. */
  write(folder: string, sql: string): Promise<void>;
  /** As `write`, on a database that refuses nothing from then on. */
  tamper(folder: string, sql: string): Promise<void>;
  countRows(folder: string, table: string): Promise<number>;
  /** For a process of its own, which is killed: a module that exports `openLedger`, and what to call that with. */
  readonly module: string;
  optionsIn(folder: string): object;
}

const pathIn = (folder: string) => join(folder, 'ledger.db');

async function inFile<Result>(folder: string, work: (database: InstanceType<typeof Database>) => Result) {
  const database = new Database(pathIn(folder));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

const SQLITE: LedgerEngine = {
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
  countRows: (folder, table) =>
    inFile(
      folder,
      (database) => database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0,
    ),
  module: 'src/store/sqlite/ledger/ledger.ts',
  optionsIn: (folder) => ({ path: pathIn(folder), schema: 'current', busyTimeoutMs: 30_000 }),
};

export const LEDGER_ENGINES: readonly LedgerEngine[] = [SQLITE];
