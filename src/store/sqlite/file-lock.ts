import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Database, type Sqlite } from './file/driver.js';
import { isSameFile, lookAt } from './file/same-file.js';

/** Prevents garbage collection, which would close the database and release its lock. */
const held = new Set<Sqlite>();

/** How long an inspection of a lock can block taking it. */
const LOOK_MS = 2;
const MAX_LOOKS = 250;

/** Held until released or until the process ends, however it ends. */
export interface FileLock {
  release(): void;
}

/**
 * Returns `undefined` if this or another process holds the lock. It is an operating system lock on an empty database, which
 * does not outlive its process as a lock file would. Only the holder may remove the file. Blocks the thread only during another
 * process's inspection, for half a second at most.
 */
export function lockFile(path: string): FileLock | undefined {
  mkdirSync(dirname(path), { recursive: true });
  for (;;) {
    const before = lookAt(path);
    const database = takeLock(path);
    if (database === undefined) return undefined;
    if (before !== undefined && isSameFile(before, lookAt(path))) return holding(database);
    // The previous holder removed the opened file, and the next process would lock a new one.
    database.close();
  }
}

function takeLock(path: string): Sqlite | undefined {
  const database = new Database(path, { timeout: 0 });
  try {
    // A journal on disk would outlive a kill and look like a pending rollback.
    database.pragma('journal_mode = MEMORY');
    for (let looks = 0; !isExclusive(database, looks < MAX_LOOKS); looks += 1) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
    }
    return database;
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

/** Throws if the lock is held; returns false if it may only be under inspection. */
function isExclusive(database: Sqlite, mayLook: boolean): boolean {
  // An inspection does not block this.
  database.exec('BEGIN IMMEDIATE; ROLLBACK');
  try {
    database.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (isBusy(error) && mayLook) return false;
    throw error;
  }
}

function holding(database: Sqlite): FileLock {
  held.add(database);
  return {
    release() {
      held.delete(database);
      database.close();
    },
  };
}

/** Returns whether any process holds the lock; a missing file is not locked. */
export function isLocked(path: string): boolean {
  for (;;) {
    const before = lookAt(path);
    if (before === undefined) return false;
    let database: Sqlite | undefined;
    try {
      database = new Database(path, { timeout: 0, readonly: true, fileMustExist: true });
      database.prepare('SELECT 1 FROM sqlite_schema').get();
      // If not, the file was removed meanwhile, and its replacement may be locked.
      if (isSameFile(before, lookAt(path))) return false;
    } catch (error) {
      if (isBusy(error)) return true;
      if (isSameFile(before, lookAt(path))) throw error;
    } finally {
      database?.close();
    }
  }
}

function isBusy(error: unknown): boolean {
  return (error as { readonly code?: string }).code === 'SQLITE_BUSY';
}
