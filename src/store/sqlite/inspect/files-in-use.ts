import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../driver.js';
import { STORE_FILE_NAMES } from './inspect.js';

/** Long enough for a command that only looks. */
const WAIT_MS = 1_000;

/**
 * Returns the names of the databases of a folder that another process has open, whatever its version. SQLite leaves WAL mode only
 * if no other connection is open; a connection that finds the file in another mode enters WAL mode again.
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
