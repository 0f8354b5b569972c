import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lockFile } from '../store/engine/engine.js';
import type { DataFolder } from '../store/folder/data-folder.js';
import { installationOf } from '../store/folder/folder-mark.js';
import { backUp } from './back-up.js';
import { BackupError } from './error.js';
import { type BackupManifest, MANIFEST, readManifest, storedFile } from './manifest.js';

interface RotatedBackup {
  readonly manifest: BackupManifest;
  /** Name of the new folder in the parent folder. */
  readonly name: string;
  /** Names of the folders that were removed. */
  readonly removed: readonly string[];
}

interface Backup {
  readonly name: string;
  readonly madeAt: string;
  readonly isComplete: boolean;
}

/**
 * Backs up into a new folder in `parent`, named by its time, then deletes older backups of the same data
 * folder until the newest `keep` complete ones remain. The new one always remains, even if the clock was set
 * back. Only deletes folders that this function created for the same data folder and that contain nothing
 * else. Throws `BackupError`.
 */
export async function backUpAndRotate(
  folder: DataFolder,
  parent: string,
  { keep, now, compress }: { readonly keep: number; readonly now: number; readonly compress: boolean },
): Promise<RotatedBackup> {
  const lock = lockFile(join(folder.work, 'backup.lock'));
  if (!lock) throw new BackupError(`Another backup of ${folder.path} with --keep is running.`);
  try {
    const installation = installationOf(folder);
    // A killed run may have left it. Backups are renamed into and out of it, so that they appear and disappear
    // atomically.
    const working = join(parent, `.dossier-${installation}`);
    rmSync(working, { recursive: true, force: true });
    mkdirSync(parent, { recursive: true });
    const manifest = await backUp(folder, working, now, { compress, installation });
    const name = manifest.madeAt.replaceAll(':', '-');
    renameSync(working, join(parent, name));
    const removed = surplus(parent, installation, name, keep);
    for (const old of removed) {
      renameSync(join(parent, old), working);
      rmSync(working, { recursive: true });
    }
    return { manifest, name, removed };
  } finally {
    lock.release();
  }
}

/** Names of the backups that are older than the newest `keep` complete ones. */
function surplus(parent: string, installation: string, newest: string, keep: number): readonly string[] {
  const older = readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== newest)
    .flatMap(({ name }) => backupIn(parent, name, installation) ?? [])
    .sort((one, other) => (one.madeAt < other.madeAt ? 1 : -1));
  let complete = 1;
  return older.flatMap(({ name, isComplete }) => {
    if (complete >= keep) return name;
    if (isComplete) complete += 1;
    return [];
  });
}

/** Returns `undefined` if the folder contains anything other than a backup of this installation. */
function backupIn(parent: string, name: string, installation: string): Backup | undefined {
  const path = join(parent, name);
  const manifest = manifestIn(path);
  if (manifest?.installation !== installation) return undefined;
  const stored = manifest.files.map(storedFile);
  const expected = new Set([MANIFEST, 'stage', ...stored.map((file) => file.path)]);
  const found = readdirSync(path, { recursive: true, encoding: 'utf8' });
  if (found.some((file) => !expected.has(file))) return undefined;
  const isComplete = stored.every(
    (file) => found.includes(file.path) && statSync(join(path, file.path)).size === file.size,
  );
  return { name, madeAt: manifest.madeAt, isComplete };
}

function manifestIn(path: string): BackupManifest | undefined {
  try {
    return readManifest(path);
  } catch (error) {
    if (error instanceof BackupError) return undefined;
    throw error;
  }
}
