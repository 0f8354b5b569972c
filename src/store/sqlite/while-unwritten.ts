import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseFileError } from '../errors.js';
import { Database, type Sqlite } from './file/driver.js';

const FILES = ['catalog.db', 'links.db'];
const LOOK_EVERY_MS = 100;
const WAIT_MS = 30_000;
/** SQLite's own waits would block the thread, which must renew a lease meanwhile. */
const BUSY_MS = 5_000;

/**
 * Runs `work` while nobody writes the catalog or the links of a folder, with their logs fully checkpointed. Other connections
 * of this process to the files must not be closed during it: closing one releases this process's locks. Rejects with
 * `DatabaseFileError` if others read or write them for too long.
 */
export async function whileUnwritten<Value>(folder: string, work: () => Promise<Value>): Promise<Value> {
  const databases: Sqlite[] = [];
  try {
    for (const name of FILES) {
      const database = new Database(join(folder, name), { fileMustExist: true, timeout: BUSY_MS });
      databases.push(database);
      database.pragma('journal_mode = WAL');
      await holdStill(database);
    }
    return await work();
  } finally {
    for (const database of databases) {
      if (database.inTransaction) database.exec('ROLLBACK');
      database.close();
    }
  }
}

/** Another process may write between the checkpoint and the lock. */
async function holdStill(database: Sqlite): Promise<void> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.exec('BEGIN IMMEDIATE');
    const log = statSync(`${database.name}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    if (log === 0) return;
    database.exec('ROLLBACK');
    if (performance.now() >= until)
      throw new DatabaseFileError(
        database.name,
        'SQLITE_BUSY',
        new Error('Other processes are using the database.'),
      );
    await wait(LOOK_EVERY_MS);
  }
}
