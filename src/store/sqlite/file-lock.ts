import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Database, type Sqlite } from './driver.js';

/** The collector would close a database that nothing refers to, and end the lock with it. */
const held = new Set<Sqlite>();

/** Held until it is let go, or until its process ends in whatever way. */
export interface FileLock {
  release(): void;
}

/**
 * Undefined where this or another process holds it. A lock of the operating system on an empty database, which
 * outlives no process, as a note of who holds it would; the file stays, for removing it would part those who wait.
 */
export function lockFile(path: string): FileLock | undefined {
  mkdirSync(dirname(path), { recursive: true });
  const database = new Database(path, { timeout: 0 });
  try {
    // A journal on the disk would outlive a kill, and look as if there were something to roll back.
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if ((error as { readonly code?: string }).code === 'SQLITE_BUSY') return undefined;
    throw error;
  }
  held.add(database);
  return {
    release() {
      held.delete(database);
      database.close();
    },
  };
}

/** Whether anybody holds it; a file that is not there is held by nobody. Those who only ask are in nobody's way. */
export function isLocked(path: string): boolean {
  let database: Sqlite | undefined;
  try {
    database = new Database(path, { timeout: 0, readonly: true, fileMustExist: true });
    database.prepare('SELECT 1 FROM sqlite_schema').get();
    return false;
  } catch (error) {
    if ((error as { readonly code?: string }).code === 'SQLITE_BUSY') return true;
    // Looked for first, it could go before it is opened.
    if (!existsSync(path)) return false;
    throw error;
  } finally {
    database?.close();
  }
}
