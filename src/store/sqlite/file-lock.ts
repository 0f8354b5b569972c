import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Database, type Sqlite } from './file/driver.js';
import { isSameFile, lookAt } from './file/same-file.js';

/** The collector would close a database that nothing refers to, and end the lock with it. */
const held = new Set<Sqlite>();

/** Who looks for a lock is in the way of who takes it, for less than this. */
const LOOK_MS = 2;
const MAX_LOOKS = 250;

/** Held until it is let go, or until its process ends in whatever way. */
export interface FileLock {
  release(): void;
}

/**
 * Undefined where this or another process holds it. A lock of the operating system on an empty database, which
 * outlives no process, as a note of who holds it would. Only the holder may remove the file. Blocks the thread only
 * while somebody looks, for half a second at most.
 */
export function lockFile(path: string): FileLock | undefined {
  mkdirSync(dirname(path), { recursive: true });
  for (;;) {
    const before = lookAt(path);
    const database = takeLock(path);
    if (database === undefined) return undefined;
    if (before !== undefined && isSameFile(before, lookAt(path))) return holding(database);
    // The holder before removed the file that was opened, and the next to come would lock another one.
    database.close();
  }
}

function takeLock(path: string): Sqlite | undefined {
  const database = new Database(path, { timeout: 0 });
  try {
    // A journal on the disk would outlive a kill, and look as if there were something to roll back.
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

/** Fails where somebody holds the lock; false if somebody looks, and that may be. */
function isExclusive(database: Sqlite, mayLook: boolean): boolean {
  // A look is in nobody's way here.
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

/** Whether anybody holds it; a file that is not there is held by nobody. */
export function isLocked(path: string): boolean {
  for (;;) {
    const before = lookAt(path);
    if (before === undefined) return false;
    let database: Sqlite | undefined;
    try {
      database = new Database(path, { timeout: 0, readonly: true, fileMustExist: true });
      database.prepare('SELECT 1 FROM sqlite_schema').get();
      // Else the file was removed since, and somebody may hold the one that came after it.
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
