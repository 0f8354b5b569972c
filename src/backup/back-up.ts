import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageVersion } from '../platform/package-root.js';
import { backUpStore, damageOfCopy } from '../store/engine/engine.js';
import type { DataFolder } from '../store/folder/data-folder.js';
import { BackupError } from './error.js';
import { type BackupManifest, describeFile, MANIFEST } from './manifest.js';

interface BackupOptions {
  /** Compresses the copies with gzip, one by one. */
  readonly compress?: boolean;
  /** Allows rotation to delete the backup; see `backUpAndRotate`. */
  readonly installation?: string;
}

/**
 * Copies a folder's databases into an empty folder while servers charge and loads run. Indexes and the live
 * cache are omitted, because they are derived. Every copy is verified, so that a damaged database never
 * replaces a good backup. If it fails, nothing remains. Throws `BackupError`.
 */
export async function backUp(
  folder: DataFolder,
  target: string,
  now: number,
  options: BackupOptions = {},
): Promise<BackupManifest> {
  const made = mkdirSync(target, { recursive: true });
  const found = readdirSync(target);
  if (found.includes(UNFINISHED)) empty(target);
  else if (found.length > 0) throw new BackupError(`${target} is not empty; a backup needs a new folder.`);
  writeFileSync(join(target, UNFINISHED), '');
  try {
    const manifest = await copyTo(folder, target, now, options);
    rmSync(join(target, UNFINISHED));
    return manifest;
  } catch (error) {
    if (made === undefined) empty(target);
    else rmSync(made, { recursive: true, force: true });
    throw error;
  }
}

/** Marks a target as incomplete. Its content may be deleted. */
const UNFINISHED = 'backup.unfinished';

function empty(target: string): void {
  // The mark is deleted last, so that a killed run leaves a folder marked as incomplete.
  const names = readdirSync(target).filter((name) => name !== UNFINISHED);
  for (const name of [...names, UNFINISHED]) rmSync(join(target, name), { recursive: true, force: true });
}

async function copyTo(
  folder: DataFolder,
  target: string,
  now: number,
  { compress = false, installation }: BackupOptions,
): Promise<BackupManifest> {
  const names = await backUpStore(folder.path, target);
  const files = [];
  for (const name of names) {
    refuseDamage(folder, target, name);
    flush(join(target, name));
    files.push(await describeFile(target, name, compress));
  }
  const manifest = {
    kind: folder.kind,
    version: packageVersion(),
    ...(installation && { installation }),
    madeAt: new Date(now).toISOString(),
    files,
  };
  writeFileSync(join(target, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
  return manifest;
}

function refuseDamage(folder: DataFolder, target: string, name: string): void {
  const damage = damageOfCopy(target, name);
  if (damage === null) return;
  throw new BackupError(
    `${name} in ${folder.path} is damaged: ${damage}. No backup was made; keep the last good one. Run: dossier doctor --deep`,
  );
}

function flush(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
