import {
  LEDGER_TABLES,
  LedgerNotEmptyError,
  type LedgerRow,
  type LedgerRows,
  type LedgerTable,
} from '../../ledger-rules/ledger-rows.js';
import { inPages } from '../../ledger-rules/state-rows.js';
import { openDatabase } from '../file/database.js';
import type { Sqlite } from '../file/driver.js';
import { LEDGER_MIGRATIONS } from './migrations.js';

/** `PRAGMA user_version` of a ledger that was moved to another engine. */
export const MOVED = 1;

/** Columns that are in other tables, or have other names. */
const SELECTS: Readonly<Partial<Record<LedgerTable, string>>> = {
  take_backs: `SELECT t.id, g.account_id, t.grant_id, t.at, t.credits, t.reason
    FROM take_backs t JOIN grants g ON g.id = t.grant_id ORDER BY t.id`,
  refunds: `SELECT r.id AS number, r.charge_id, c.account_id, r.at, r.reason, r.credits, r.returned
    FROM refunds r JOIN charges c ON c.id = r.charge_id ORDER BY r.id`,
  grant_sums: `SELECT s.id, g.account_id, s.grant_id, s.burned, s.returned
    FROM grant_sums s JOIN grants g ON g.id = s.grant_id ORDER BY s.id`,
};
/** Column names of this engine's table. */
const COLUMNS: Readonly<Partial<Record<LedgerTable, string>>> = {
  take_backs: 'id grant_id at credits reason',
  refunds: 'charge_id at reason credits returned',
  grant_sums: 'id grant_id burned returned',
};

async function inLedger<Value>(path: string, work: (database: Sqlite) => Promise<Value>): Promise<Value> {
  const database = openDatabase({
    path,
    migrations: LEDGER_MIGRATIONS,
    schema: 'create',
    synchronous: 'full',
  });
  try {
    return await work(database);
  } finally {
    database.close();
  }
}

/** Reads a ledger under its write lock, so nobody can charge during the read. */
export function readSqliteLedger<Value>(
  path: string,
  work: (rows: LedgerRows) => Promise<Value>,
): Promise<Value> {
  return inLedger(path, async (database) => {
    database.exec('BEGIN IMMEDIATE');
    const seenAt = database.prepare<[], number>('SELECT seen_at FROM ledger_clock').pluck().get() ?? 0;
    const etagSalt = database.prepare<[], string>('SELECT salt FROM etag_salt').pluck().get() ?? '';
    const done = await work({ seenAt, etagSalt, read: (table) => readTable(database, table) });
    database.exec('ROLLBACK');
    return done;
  });
}

async function* readTable(database: Sqlite, table: LedgerTable): AsyncGenerator<readonly LedgerRow[]> {
  const columns = LEDGER_TABLES[table].split(' ');
  const sql = SELECTS[table] ?? `SELECT ${columns.join(', ')} FROM ${table} ORDER BY ${columns[0]}`;
  for (const page of inPages(database.prepare<[], LedgerRow>(sql).iterate()))
    yield table === 'idempotency_charges'
      ? page.map((row) => ({ ...row, replayed: row.replayed === 1 }))
      : page;
}

/**
 * Writes a whole ledger in one transaction. Charge ids ascend with time, as this engine's roll-up requires. Rejects with
 * `LedgerNotEmptyError` if there is a ledger.
 */
export function writeSqliteLedger(path: string, from: LedgerRows): Promise<void> {
  return inLedger(path, async (database) => {
    database.exec('BEGIN IMMEDIATE');
    if (database.prepare('SELECT 1 FROM accounts').get() !== undefined)
      throw new LedgerNotEmptyError(`${path} already contains accounts.`);
    const ids = new Map<unknown, number>();
    for (const table of Object.keys(LEDGER_TABLES) as LedgerTable[]) {
      const columns = (COLUMNS[table] ?? LEDGER_TABLES[table]).split(' ');
      const insert = database.prepare(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
      );
      for await (const page of from.read(table)) {
        for (const row of page) insert.run(renumbered(table, row, ids));
      }
    }
    database.prepare('UPDATE ledger_clock SET seen_at = ?').run(from.seenAt);
    database.prepare('UPDATE etag_salt SET salt = ?').run(from.etagSalt);
    database.exec('COMMIT');
  });
}

function renumbered(table: LedgerTable, row: LedgerRow, ids: Map<unknown, number>): LedgerRow {
  if (table === 'charges') {
    ids.set(row.id, ids.size + 1);
    return { ...row, id: ids.size };
  }
  if (table === 'refunds') return { ...row, charge_id: ids.get(row.charge_id) };
  if (table === 'idempotency_charges')
    return { ...row, charge_id: ids.get(row.charge_id), replayed: row.replayed ? 1 : 0 };
  return row;
}

/** Prevents any program from opening it again. */
export function markSqliteMoved(path: string): Promise<void> {
  return inLedger(path, async (database) => void database.pragma(`user_version = ${MOVED}`));
}
