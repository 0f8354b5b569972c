import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sha256OfFile } from '../platform/sha256-of-file.js';
import { isStoreFile, STORE_FILE_NAMES } from '../store/engine/engine.js';
import type { FolderKind } from '../store/folder/data-folder.js';
import { BackupError } from './error.js';

/** `backup.json`: what a backup holds. It is written last; a folder without it is no backup. */
export interface BackupManifest {
  readonly kind: FolderKind;
  /** That of the program that made it; backups of before 0.2.0 name none. */
  readonly version?: string;
  /** ISO 8601, UTC. */
  readonly madeAt: string;
  readonly files: readonly BackupFile[];
}

export interface BackupFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export const MANIFEST = 'backup.json';
/** Backups of older versions hold none; a restore makes it. */
const SINCE_LATER: ReadonlySet<string> = new Set(['state.db']);

export async function describeFile(folder: string, name: string): Promise<BackupFile> {
  const path = join(folder, name);
  return { name, bytes: statSync(path).size, sha256: await sha256OfFile(path) };
}

/** Throws `BackupError` where the folder holds no whole backup. */
export async function readBackup(folder: string): Promise<BackupManifest> {
  const manifest = parse(folder);
  const foreign = manifest.files.find(({ name }) => !isStoreFile(name));
  if (foreign)
    throw new BackupError(`${MANIFEST} in ${folder} names ${foreign.name}, which is no file of a store.`);
  const lost = STORE_FILE_NAMES.find(
    (name) => !manifest.files.some((file) => file.name === name) && !SINCE_LATER.has(name),
  );
  if (lost) throw new BackupError(`${MANIFEST} in ${folder} names no ${lost}: the backup is not whole.`);
  for (const file of manifest.files) {
    const found = await describeFile(folder, file.name).catch(() => null);
    if (found?.sha256 !== file.sha256) {
      throw new BackupError(`${file.name} in ${folder} is not the file that was backed up.`);
    }
  }
  return manifest;
}

function parse(folder: string): BackupManifest {
  const manifest = readJson(folder);
  if (!isManifest(manifest)) {
    throw new BackupError(
      `${MANIFEST} in ${folder} is cut or damaged, or was made by another version of Dossier; restore another backup, or use that version.`,
    );
  }
  return manifest;
}

function readJson(folder: string): unknown {
  let text: string;
  try {
    text = readFileSync(join(folder, MANIFEST), 'utf8');
  } catch {
    throw new BackupError(`${folder} holds no backup: there is no readable ${MANIFEST} in it.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isManifest(value: unknown): value is BackupManifest {
  const { kind, madeAt, files } = (value ?? {}) as Partial<Record<keyof BackupManifest, unknown>>;
  return isFolderKind(kind) && typeof madeAt === 'string' && Array.isArray(files) && files.every(isFile);
}

function isFolderKind(value: unknown): value is FolderKind {
  return value === 'data' || value === 'sample';
}

function isFile(value: unknown): value is BackupFile {
  const { name, bytes, sha256 } = (value ?? {}) as Partial<Record<keyof BackupFile, unknown>>;
  return typeof name === 'string' && typeof bytes === 'number' && typeof sha256 === 'string';
}
