import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StageMissingError } from '../../../store.js';
import type { Sqlite } from '../../file/driver.js';
import { Database } from '../../file/driver.js';

/** A stage is a separate SQLite file next to the catalog, named after its run. */
export function stagePath(folder: string, runId: number): string {
  return join(folder, 'stage', `${runId}.db`);
}

/**
 * Written without a journal in one long transaction: an unsealed stage is discarded as a whole, so it need not survive a kill.
 */
export function createStageFile(path: string, schema: string): Sqlite {
  mkdirSync(dirname(path), { recursive: true });
  for (const end of ['', '-journal']) rmSync(`${path}${end}`, { force: true });
  const database = new Database(path);
  database.pragma('page_size = 65536');
  database.pragma('journal_mode = OFF');
  database.pragma('synchronous = OFF');
  database.pragma('locking_mode = EXCLUSIVE');
  database.pragma('cache_size = -32768');
  database.exec(`CREATE TABLE stage (kind TEXT NOT NULL, total INTEGER NOT NULL) STRICT; ${schema} BEGIN`);
  return database;
}

/** From here on the stage survives a power failure: the file and its directory entry are synced. */
export function sealStageFile(database: Sqlite, path: string, kind: StageKind, total: number): void {
  database.prepare('INSERT INTO stage VALUES (?, ?)').run(kind, total);
  database.exec('COMMIT');
  database.close();
  syncToDisk(path);
  syncToDisk(dirname(path));
}

export type StageKind = 'entities' | 'sec' | 'dataset';

export function openStageFile(path: string): { database: Sqlite; kind: StageKind; total: number } {
  if (!existsSync(path)) {
    throw new StageMissingError('The staged changes of the run are missing; load the source again.');
  }
  const database = new Database(path, { readonly: true });
  database.pragma('cache_size = -32768');
  const stage = database.prepare<[], { kind: StageKind; total: number }>('SELECT * FROM stage').get();
  if (!stage) {
    database.close();
    throw new Error(`${path} is not a sealed stage.`);
  }
  return { database, ...stage };
}

export function removeStageFile(path: string): void {
  rmSync(path, { force: true });
  rmSync(`${path}-journal`, { force: true });
  rmSync(`${path}-lock`, { force: true });
}

function syncToDisk(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
