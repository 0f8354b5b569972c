import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseFileError } from '../errors.js';
import { stagePath } from './catalog/staging/stage-file.js';
import { Database } from './file/driver.js';
import { damageOf } from './inspect/damage.js';
import { STORE_FILE_NAMES } from './inspect/inspect.js';

/** Copies all pages in one step: one snapshot of the file, which no writer can force to restart. */
const ALL_PAGES = 0x7fffffff;

/** The sealed stage of a run that was being applied, by its name in a backup. */
const STAGE_NAME = /^stage\/\d+\.db$/;

/**
 * Copies the store of a folder while others write; each file is one snapshot. The ledger comes last: nothing in it refers to
 * the other files. Stages that a load still has to apply are copied with the catalog, so that a restore finishes it. A folder
 * of an older version may lack a database. Returns the names of the copies.
 */
export async function backUpStore(folder: string, target: string): Promise<readonly string[]> {
  const names = STORE_FILE_NAMES.filter((name) => existsSync(join(folder, name)));
  const stages: string[] = [];
  for (const name of names) {
    if (name === 'catalog.db') stages.push(...(await backUpCatalog(folder, target)));
    else await copyDatabase(folder, target, name);
  }
  return [...names, ...stages];
}

/** Returns whether a backup may contain a file with this name. */
export function isStoreFile(name: string): boolean {
  return STAGE_NAME.test(name) || STORE_FILE_NAMES.includes(name);
}

/** Returns one sentence on the first damage found in a copy; null if it is intact. */
export function damageOfCopy(target: string, name: string): string | null {
  const database = new Database(join(target, name));
  try {
    return damageOf(database, 'whole');
  } finally {
    database.close();
  }
}

/** A load that ends between the two copies deletes its stage: the catalog is then copied again. */
async function backUpCatalog(folder: string, target: string): Promise<readonly string[]> {
  for (;;) {
    await copyDatabase(folder, target, 'catalog.db');
    const runs = applyingIn(join(target, 'catalog.db'));
    const missing = runs.filter((run) => !copyStage(folder, target, run));
    const ended = missing.filter((run) => !applyingIn(join(folder, 'catalog.db')).includes(run));
    if (ended.length === 0) return runs.filter((run) => !missing.includes(run)).map(stageName);
    for (const path of ['catalog.db', 'stage']) rmSync(join(target, path), { recursive: true, force: true });
  }
}

async function copyDatabase(folder: string, target: string, name: string): Promise<void> {
  let path = join(folder, name);
  try {
    const database = new Database(path, { readonly: true, fileMustExist: true });
    try {
      database.pragma('schema_version');
      path = join(target, name);
      await database.backup(path, { progress: () => ALL_PAGES });
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof Database.SqliteError) throw new DatabaseFileError(path, error.code, error);
    throw error;
  }
}

function applyingIn(path: string): number[] {
  const database = new Database(path);
  try {
    return database
      .prepare<[], number>(`SELECT id FROM runs WHERE outcome = 'applying' ORDER BY id`)
      .pluck()
      .all();
  } finally {
    database.close();
  }
}

/** Returns false if the stage is missing: the run ended, or lost it. A sealed stage is never written again. */
function copyStage(folder: string, target: string, run: number): boolean {
  const copy = join(target, stageName(run));
  mkdirSync(dirname(copy), { recursive: true });
  try {
    copyFileSync(stagePath(folder, run), copy);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
}

function stageName(run: number): string {
  return `stage/${run}.db`;
}
