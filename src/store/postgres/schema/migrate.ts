import { SchemaMismatchError } from '../../errors.js';
import type { Pool, Queries } from '../connection/pool.js';
import { CLUSTER_SCHEMA, LOGGED_WINDOWS_SCHEMA, NODE_ROOTS_SCHEMA } from './cluster.js';
import { BY_ACCOUNT_SCHEMA, LEDGER_SCHEMA, MOVED_SCHEMA, PERSON_SCHEMA } from './ledger.js';
import {
  LIST_RECORDS_SCHEMA,
  MATCH_LIST_SCHEMA,
  ORDER_CHARGE_SCHEMA,
  STATE_SCHEMA,
  WATCH_START_SCHEMA,
} from './state.js';
/** Same as for SQLite files: `current`, `create` or `migrate`. */
export type SchemaMode = 'current' | 'create' | 'migrate';

/** Arbitrary, but the same in every node: of two that start together one migrates and the other does nothing. */
const LOCK = 7_203_114;
const MIGRATE_WITHIN_MS = 600_000;
/** From this version on, `purses` exists. */
const LEDGER_VERSION = 2;

/** Checks or migrates to the schema that this version needs. Rejects with `SchemaMismatchError`. */
export async function migrate(
  pool: Pool,
  mode: SchemaMode,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const found = await pool.read(schemaVersion);
  const makes = mode === 'migrate' || (mode === 'create' && found === 0);
  if (found < migrations.length && makes) {
    await pool.write((queries) => bringUp(queries, migrations), MIGRATE_WITHIN_MS);
    return;
  }
  refuseOther(found, migrations.length);
}

/** Schema version of the database; 0 if it has no schema. */
export async function schemaVersion({ rows }: Queries): Promise<number> {
  const [table] = await rows<{ there: boolean }>(
    `SELECT to_regclass('cluster.schema_version') IS NOT NULL AS there`,
  );
  if (!table?.there) return 0;
  const [row] = await rows<{ version: number }>(
    'SELECT coalesce(max(version), 0) AS version FROM cluster.schema_version',
  );
  return row?.version ?? 0;
}

async function bringUp(queries: Queries, migrations: readonly Migration[]): Promise<void> {
  // Another program's migration may take minutes; for other locks the limit remains.
  await queries.change('SET LOCAL lock_timeout = 0');
  await queries.rows('SELECT pg_advisory_xact_lock($1)', [LOCK]);
  await queries.change(`SET LOCAL lock_timeout = '2s'`);
  await queries.change('CREATE SCHEMA IF NOT EXISTS cluster');
  await queries.change(
    'CREATE TABLE IF NOT EXISTS cluster.schema_version (version int PRIMARY KEY, name text NOT NULL)',
  );
  const found = await schemaVersion(queries);
  // A newer program migrated while this one waited.
  if (found > migrations.length) refuseOther(found, migrations.length);
  // Everything that charges and grants lock is locked after a purse: with all purses locked, no migration step over several
  // tables can deadlock.
  if (found >= LEDGER_VERSION && found < migrations.length) await queries.change('LOCK TABLE ledger.purses');
  for (const { version, name, up } of migrations) {
    if (version <= found) continue;
    for (const statement of up.split(/^\s*;;\s*$/m)) {
      if (statement.trim() !== '') await queries.change(statement);
    }
    await queries.change('INSERT INTO cluster.schema_version VALUES ($1, $2)', [version, name]);
  }
}

function refuseOther(found: number, known: number): void {
  if (found > known) {
    throw new SchemaMismatchError(
      `The database in PostgreSQL was created by a newer version (schema ${found}; this version supports ${known}). Use the version ` +
        'that created it, or a newer one.',
    );
  }
  if (found === 0 && known > 0) {
    throw new SchemaMismatchError('The database in PostgreSQL is empty; run: dossier migrate');
  }
  if (found < known) {
    throw new SchemaMismatchError(
      `The database in PostgreSQL was created by an older version (schema ${found}; this version requires ${known}). ` +
        'Back up, then run: dossier migrate',
    );
  }
}

/** One step of the schema. Versions are consecutive from 1; a released step is never changed. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  /** Statements, separated by lines with only `;;`. */
  readonly up: string;
}

/** In order of version. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'leases, publications, nodes and windows', up: CLUSTER_SCHEMA },
  { version: 2, name: 'accounts, keys, grants, charges, refunds', up: LEDGER_SCHEMA },
  { version: 3, name: 'exports, watches, deliveries, sessions', up: STATE_SCHEMA },
  { version: 4, name: 'mark of a ledger that was moved', up: MOVED_SCHEMA },
  { version: 5, name: 'windows that a crash leaves as they are', up: LOGGED_WINDOWS_SCHEMA },
  { version: 6, name: 'roots of the copies of nodes', up: NODE_ROOTS_SCHEMA },
  { version: 7, name: 'exports whose order is charged', up: ORDER_CHARGE_SCHEMA },
  { version: 8, name: 'locks and sweeps, one account at a time', up: BY_ACCOUNT_SCHEMA },
  { version: 9, name: 'matched lists', up: MATCH_LIST_SCHEMA },
  { version: 10, name: 'persons in the audit log', up: PERSON_SCHEMA },
  { version: 11, name: 'names, counts and records of matched lists', up: LIST_RECORDS_SCHEMA },
  { version: 12, name: 'the start of each watch', up: WATCH_START_SCHEMA },
];
