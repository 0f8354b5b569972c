import { SchemaMismatchError } from '../store.js';
import { Database, type Sqlite } from './driver.js';

/** One step of a file's schema. Versions count up from 1 without gaps; a released step is never changed. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly up: string | ((database: Sqlite) => void);
}

export interface DatabaseOptions {
  readonly path: string;
  /** In order of version; what the file must have when it is open. */
  readonly migrations: readonly Migration[];
  /** `migrate`: bring an older file up to date. `current`: refuse it (the server, beside another version's writers). */
  readonly schema: 'migrate' | 'current';
  /** `full`: a commit is on the disk before it returns. `normal`: a power cut may lose the last commits, never order. */
  readonly synchronous: 'full' | 'normal';
  /** How long a statement waits for another process's lock. The wait blocks this thread. */
  readonly busyTimeoutMs?: number;
  readonly readOnly?: boolean;
  readonly cacheKiB?: number;
  readonly mmapBytes?: number;
  /** How long the log grows before it is written back: a page that is written again meanwhile is written back once. */
  readonly logPages?: number;
}

/**
 * Opens a SQLite file in WAL mode with the schema it must have. Creates it under `schema: 'migrate'`.
 * Throws `SchemaMismatchError` where the file is newer, or older under `schema: 'current'`.
 */
export function openDatabase(options: DatabaseOptions): Sqlite {
  const database = new Database(options.path, {
    timeout: options.busyTimeoutMs ?? 5_000,
    readonly: options.readOnly ?? false,
    fileMustExist: options.schema === 'current' && options.path !== ':memory:',
  });
  try {
    setPragmas(database, options);
    if (options.schema === 'migrate') migrate(database, options.migrations, options.path);
    refuseOtherSchema(database, options.migrations, options.path);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Version of the file's schema; 0 where it has none. */
export function schemaVersion(database: Sqlite): number {
  const table = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'schema_version'`).get();
  if (table === undefined) return 0;
  return database.prepare<[], number>('SELECT max(version) FROM schema_version').pluck().get() ?? 0;
}

function setPragmas(database: Sqlite, options: DatabaseOptions): void {
  if (!options.readOnly) database.pragma('journal_mode = WAL');
  database.pragma(`synchronous = ${options.synchronous}`);
  database.pragma('foreign_keys = ON');
  database.pragma('temp_store = MEMORY');
  if (options.cacheKiB !== undefined) database.pragma(`cache_size = -${options.cacheKiB}`);
  if (options.logPages !== undefined) database.pragma(`wal_autocheckpoint = ${options.logPages}`);
  if (options.mmapBytes !== undefined) database.pragma(`mmap_size = ${options.mmapBytes}`);
}

function migrate(database: Sqlite, migrations: readonly Migration[], path: string): void {
  refuseGaps(migrations);
  if (schemaVersion(database) > migrations.length) return;
  for (const migration of migrations) applyOnce(database, migration, path);
}

/** The version is read inside the write lock: of two processes that start together, one migrates and one looks on. */
function applyOnce(database: Sqlite, migration: Migration, path: string): void {
  if (schemaVersion(database) >= migration.version) return;
  database
    .transaction(() => {
      const found = schemaVersion(database);
      if (found >= migration.version) return;
      if (found !== migration.version - 1) throw new SchemaMismatchError(`${path} has schema ${found}.`);
      if (typeof migration.up === 'string') database.exec(migration.up);
      else migration.up(database);
      database.exec(
        'CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY, name TEXT NOT NULL)',
      );
      database.prepare('INSERT INTO schema_version VALUES (?, ?)').run(migration.version, migration.name);
    })
    .immediate();
}

function refuseGaps(migrations: readonly Migration[]): void {
  const wrong = migrations.find((migration, index) => migration.version !== index + 1);
  if (wrong) throw new RangeError(`Migration ${wrong.version} (${wrong.name}) is out of order.`);
}

function refuseOtherSchema(database: Sqlite, migrations: readonly Migration[], path: string): void {
  const found = schemaVersion(database);
  const known = migrations.length;
  if (found > known) {
    throw new SchemaMismatchError(
      `${path} has schema ${found}; this version knows ${known}. Use the version that made it, or a newer one.`,
    );
  }
  if (found < known) {
    throw new SchemaMismatchError(
      `${path} has schema ${found}; this version needs ${known}. Run: dossier migrate`,
    );
  }
}
