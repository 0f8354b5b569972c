import { DatabaseFileError, SchemaMismatchError } from '../../store.js';
import { Database, type Sqlite } from './driver.js';
import { HELD_LOG_BYTES } from './wal-checkpoint.js';

/** One step of a file's schema. Versions are consecutive from 1; a released step is never changed. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly up: string | ((database: Sqlite) => void);
}

/**
 * `current`: the file must exist with the schema of this version. `create`: it is created if missing, and an older one is
 * refused. `migrate`: it is created if missing, and an older one is migrated.
 */
export type SchemaMode = 'current' | 'create' | 'migrate';

export interface DatabaseOptions {
  readonly path: string;
  /** In order of version: the schema of the opened file. */
  readonly migrations: readonly Migration[];
  readonly schema: SchemaMode;
  /**
   * `full`: a commit is durable before it returns. `normal`: a power failure may lose the last commits, but never their order.
   */
  readonly synchronous: 'full' | 'normal';
  /** How long a statement waits for another process's lock. Blocks this thread. */
  readonly busyTimeoutMs?: number;
  readonly readOnly?: boolean;
  readonly cacheKiB?: number;
  readonly mmapBytes?: number;
  /** Log size at which it is checkpointed. A page that changes several times before that is written back once. */
  readonly logPages?: number;
}

/**
 * Opens a SQLite file in WAL mode with the required schema. Throws `SchemaMismatchError` if the file is newer, or older and not
 * to be migrated, `DatabaseFileError` if SQLite cannot open it.
 */
export function openDatabase(options: DatabaseOptions): Sqlite {
  try {
    return open(options);
  } catch (error) {
    if (error instanceof Database.SqliteError) throw new DatabaseFileError(options.path, error.code, error);
    throw error;
  }
}

function open(options: DatabaseOptions): Sqlite {
  const database = new Database(options.path, {
    timeout: options.busyTimeoutMs ?? 5_000,
    readonly: options.readOnly ?? false,
    fileMustExist: options.schema === 'current' && options.path !== ':memory:',
  });
  try {
    setPragmas(database, options);
    if (options.schema === 'migrate') migrate(database, options.migrations, options.path);
    if (options.schema === 'create') create(database, options.migrations, options.path);
    refuseOtherSchema(database, options.migrations, options.path);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Schema version of the file; 0 if it has no schema. */
export function schemaVersion(database: Sqlite): number {
  const table = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'schema_version'`).get();
  if (table === undefined) return 0;
  return database.prepare<[], number>('SELECT max(version) FROM schema_version').pluck().get() ?? 0;
}

function setPragmas(database: Sqlite, options: DatabaseOptions): void {
  if (!options.readOnly) {
    database.pragma('journal_mode = WAL');
    // Truncates a log that a long reader kept, when it restarts; SQLite would keep the file's length. Writers of many
    // transactions keep theirs shorter.
    database.pragma(`journal_size_limit = ${HELD_LOG_BYTES}`);
  }
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

/** All of the schema or nothing, so that a kill leaves no file that looks like one of an older version. */
function create(database: Sqlite, migrations: readonly Migration[], path: string): void {
  if (schemaVersion(database) > 0) return;
  database
    .transaction(() => {
      if (schemaVersion(database) === 0) migrate(database, migrations, path);
    })
    .immediate();
}

/** The version is read under the write lock: of two processes that start together, one migrates and the other does nothing. */
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
      `${path} was created by a newer version (schema ${found}; this version supports ${known}). Use the version that created it, or a newer one.`,
    );
  }
  if (found < known) {
    throw new SchemaMismatchError(
      `${path} was created by an older version (schema ${found}; this version requires ${known}). Back up, then run: dossier migrate`,
    );
  }
}
