import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StageMissingError } from '../../store.js';
import { CATALOG_MIGRATIONS } from '../catalog/schema.js';
import { openStageFile, stagePath } from '../catalog/staging/stage-file.js';
import { type Migration, schemaVersion } from '../file/database.js';
import { Database } from '../file/driver.js';
import { HELD_LOG_BYTES } from '../file/wal-checkpoint.js';
import { LEDGER_MIGRATIONS, STATE_SINCE } from '../ledger/migrations.js';
import { LINKS_MIGRATIONS } from '../links/schema.js';
import { STATE_MIGRATIONS } from '../state/migrations.js';
import { damageOf, isDamage } from './damage.js';

/**
 * The files of a store, with their schemas. A backup copies them in this order: links older than the catalog are just
 * recomputed, but newer ones would refer to records that the catalog lacks. The state names accounts, so it precedes the
 * ledger, which never loses one.
 */
const STORE_FILES: readonly { readonly name: string; readonly migrations: readonly Migration[] }[] = [
  { name: 'links.db', migrations: LINKS_MIGRATIONS },
  { name: 'catalog.db', migrations: CATALOG_MIGRATIONS },
  { name: 'state.db', migrations: STATE_MIGRATIONS },
  { name: 'ledger.db', migrations: LEDGER_MIGRATIONS },
];

/** The schema versions of the published files in this release. */
export const DATA_SCHEMA = { catalog: CATALOG_MIGRATIONS.length, links: LINKS_MIGRATIONS.length } as const;

/**
 * Returns whether catalog and links of a folder have the schema of this version. Unreadable files count as such: opening them
 * reports the cause.
 */
export function hasSchemaOfThisVersion(folder: string): boolean {
  return Object.entries(DATA_SCHEMA).every(
    ([name, known]) => (versionOf(join(folder, `${name}.db`)) ?? known) === known,
  );
}

/** Returns whether a database of the folder has the schema of an older version. Unreadable files do not count. */
export function hasOlderFile(folder: string): boolean {
  return STORE_FILES.some(({ name, migrations }) => {
    const found = versionOf(join(folder, name));
    return found !== undefined && found > 0 && found < migrations.length;
  });
}

/** `undefined` if the file is missing or cannot be read. */
function versionOf(path: string): number | undefined {
  try {
    const database = new Database(path, { readonly: true });
    try {
      return schemaVersion(database);
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

/** In backup order. */
export const STORE_FILE_NAMES: readonly string[] = STORE_FILES.map(({ name }) => name);

/** They are small, and their data cannot be recreated. */
const WHOLE: ReadonlySet<string> = new Set(['ledger.db', 'state.db']);

export interface StoreFileState {
  readonly name: string;
  /** `damaged`: SQLite found damage. `unreadable`: the file could not be checked. */
  readonly state: 'missing' | 'damaged' | 'unreadable' | 'older' | 'newer' | 'current';
  /** The findings of a check, if damaged. */
  readonly detail: string | null;
  /** The error, if damaged or unreadable. */
  readonly cause: unknown;
}

/**
 * Inspects each file without changing it. Checks the ledger, the state and small files completely. Samples a large catalog,
 * unless `deep`, which takes minutes.
 */
export function inspectStoreFiles(folder: string, deep = false): readonly StoreFileState[] {
  return STORE_FILES.map(({ name, migrations }) =>
    inspect(folder, name, migrations.length, deep || WHOLE.has(name)),
  );
}

/** Names of the store's files that exist. */
export function storeFilesIn(folder: string): readonly string[] {
  return STORE_FILE_NAMES.filter((name) => existsSync(join(folder, name)));
}

/** Names of the store's files that are missing in a folder in use. An older version created no `state.db`. */
export function missingStoreFiles(folder: string): readonly string[] {
  const missing = STORE_FILE_NAMES.filter((name) => isEmpty(join(folder, name)));
  return missing.filter((name) => name !== 'state.db' || missing.includes('ledger.db') || hasState(folder));
}

/** Missing, or truncated to nothing. SQLite treats an empty file as a new database; no database of a store is empty. */
function isEmpty(path: string): boolean {
  return !existsSync(path) || statSync(path, { throwIfNoEntry: false })?.size === 0;
}

/** If a ledger cannot be read, the command that opens it reports so. */
function hasState(folder: string): boolean {
  return (versionOf(join(folder, 'ledger.db')) ?? 0) >= STATE_SINCE;
}

/**
 * Returns whether a load ended successfully there, or was killed while it was applied, or an account was created. Unreadable
 * files count as data.
 */
export function holdsAnything(folder: string): boolean {
  return (
    hasRow(folder, 'catalog.db', 'runs', `outcome IN ('done', 'applying')`) ||
    hasRow(folder, 'ledger.db', 'accounts', 'true')
  );
}

function hasRow(folder: string, name: string, table: string, condition: string): boolean {
  const path = join(folder, name);
  if (!existsSync(path)) return false;
  try {
    const database = new Database(path, { readonly: true });
    try {
      if (schemaVersion(database) === 0) return false;
      return database.prepare(`SELECT 1 FROM ${table} WHERE ${condition} LIMIT 1`).get() !== undefined;
    } finally {
      database.close();
    }
  } catch {
    return true;
  }
}

function inspect(folder: string, name: string, known: number, whole: boolean): StoreFileState {
  const path = join(folder, name);
  const of = (state: StoreFileState['state'], detail: string | null = null, cause: unknown = null) => {
    return { name, state, detail, cause };
  };
  if (isEmpty(path)) return of('missing');
  try {
    const database = new Database(path, { readonly: true });
    try {
      const damage = damageOf(database, whole ? 'whole' : 'sampled');
      return damage === null ? of(compared(schemaVersion(database), known)) : of('damaged', damage);
    } finally {
      database.close();
    }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return isDamage(error) ? of('damaged', said, error) : of('unreadable', null, error);
  }
}

function compared(found: number, known: number): 'older' | 'newer' | 'current' {
  if (found === known) return 'current';
  return found < known ? 'older' : 'newer';
}

/** Long enough for commands that only read. */
const WAIT_MS = 1_000;

/**
 * Returns the names of the databases of a folder that another process has open, whatever its version. SQLite leaves WAL mode
 * only if no other connection is open; a connection that finds the file in another mode enters WAL mode again.
 */
export function filesInUse(folder: string): readonly string[] {
  return STORE_FILE_NAMES.filter((name) => existsSync(join(folder, name)) && isInUse(join(folder, name)));
}

function isInUse(path: string): boolean {
  const database = new Database(path, { fileMustExist: true, timeout: WAIT_MS });
  try {
    database.pragma('journal_mode = DELETE');
    return false;
  } catch (error) {
    if ((error as { readonly code?: string }).code?.startsWith('SQLITE_BUSY')) return true;
    throw error;
  } finally {
    database.close();
  }
}

/** Returns whether the stage of an unfinished run exists and is readable. `deep` reads all of it. */
export function inspectStage(folder: string, runId: number, deep: boolean): 'whole' | 'missing' | 'damaged' {
  try {
    const { database } = openStageFile(stagePath(folder, runId));
    try {
      return damageOf(database, deep ? 'whole' : 'sampled') === null ? 'whole' : 'damaged';
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof StageMissingError) return 'missing';
    if (isDamage(error)) return 'damaged';
    throw error;
  }
}

/** The databases of a folder with a log so long that a reader must have kept it from restarting. */
export function longLogs(folder: string): readonly { readonly name: string; readonly bytes: number }[] {
  return STORE_FILE_NAMES.flatMap((name) => {
    const bytes = statSync(join(folder, `${name}-wal`), { throwIfNoEntry: false })?.size ?? 0;
    return bytes > HELD_LOG_BYTES ? [{ name, bytes }] : [];
  });
}
