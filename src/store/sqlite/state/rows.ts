import { LedgerNotEmptyError, type LedgerRow } from '../../ledger-rules/ledger-rows.js';
import {
  FILLED_TABLES,
  inPages,
  rowsAtOnce,
  STATE_TABLES,
  type StateRows,
  type StateTable,
  stateTables,
} from '../../ledger-rules/state-rows.js';
import { openDatabase } from '../file/database.js';
import type { Sqlite } from '../file/driver.js';
import { STATE_MIGRATIONS } from './migrations.js';

async function inState<Value>(path: string, work: (database: Sqlite) => Promise<Value>): Promise<Value> {
  const database = openDatabase({
    path,
    migrations: STATE_MIGRATIONS,
    schema: 'create',
    synchronous: 'full',
  });
  try {
    database.exec('BEGIN IMMEDIATE');
    return await work(database);
  } finally {
    database.close();
  }
}

/** Reads a state under its write lock. */
export function readSqliteState<Value>(
  path: string,
  work: (rows: StateRows) => Promise<Value>,
): Promise<Value> {
  return inState(path, (database) => work({ read: (table) => readTable(database, table) }));
}

async function* readTable(database: Sqlite, table: StateTable): AsyncGenerator<readonly LedgerRow[]> {
  const { columns, key, bytes } = STATE_TABLES[table];
  const read = columns
    .split(' ')
    .map((name) => (name === bytes ? `'\\x' || lower(hex(${name})) AS ${name}` : name));
  const sql = `SELECT ${read.join(', ')} FROM ${table} ORDER BY ${listed(key)}`;
  yield* inPages(database.prepare<[], LedgerRow>(sql).iterate(), rowsAtOnce(table));
}

/** Writes a whole state in one transaction, which commits after `work`. Rejects with `LedgerNotEmptyError` if there is one. */
export function writeSqliteState(path: string, from: StateRows, work: () => Promise<void>): Promise<void> {
  return inState(path, async (database) => {
    for (const table of FILLED_TABLES) {
      if (database.prepare(`SELECT 1 FROM ${table}`).get() !== undefined)
        throw new LedgerNotEmptyError(`${path} already contains ${table}.`);
    }
    for (const table of stateTables()) {
      const { columns, bytes } = STATE_TABLES[table];
      const values = columns
        .split(' ')
        .map((name) => (name === bytes ? `unhex(substr(@${name}, 3))` : `@${name}`));
      const insert = database.prepare(
        `INSERT INTO ${table} (${listed(columns)}) VALUES (${values.join(', ')})`,
      );
      for await (const page of from.read(table)) for (const row of page) insert.run(row);
    }
    await work();
    database.exec('COMMIT');
  });
}

function listed(columns: string): string {
  return columns.replaceAll(' ', ', ');
}
