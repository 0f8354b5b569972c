import { createReadStream, createWriteStream, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { sha256Of, sha256OfFile } from '../platform/sha256-of-file.js';
import { isStoreFile, STORE_FILE_NAMES } from '../store/engine/engine.js';
import type { FolderKind } from '../store/folder/data-folder.js';
import { BackupError } from './error.js';

/** `backup.json`: the contents of a backup. It is written last, so a folder without it is not a complete backup. */
export interface BackupManifest {
  readonly kind: FolderKind;
  /** Version of the program that created it; absent in backups by versions before 0.2.0. */
  readonly version?: string;
  /** The folder that was backed up: see `installationOf`. Only in backups that may be rotated. */
  readonly installation?: string;
  /** ISO 8601, UTC. */
  readonly madeAt: string;
  readonly files: readonly BackupFile[];
}

/** A database: its name in a data folder, its size and its checksum. */
interface BackupFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Size of `<name>.gz`, which the backup contains instead, in bytes. */
  readonly gzipBytes?: number;
}

export const MANIFEST = 'backup.json';
/** Backups of older versions hold none; a restore makes it. */
const SINCE_LATER: ReadonlySet<string> = new Set(['state.db']);

/** Describes a copied database; if `compress`, replaces it by `<name>.gz`. */
export async function describeFile(folder: string, name: string, compress: boolean): Promise<BackupFile> {
  const path = join(folder, name);
  const file = { name, bytes: statSync(path).size, sha256: await sha256OfFile(path) };
  if (!compress) return file;
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  await pipeline(createReadStream(path), gzip, createWriteStream(`${path}.gz`, { flush: true }));
  rmSync(path);
  return { ...file, gzipBytes: statSync(`${path}.gz`).size };
}

/** The path and size of a file in the backup. */
export function storedFile({ name, bytes, gzipBytes }: BackupFile): {
  readonly path: string;
  readonly size: number;
} {
  return gzipBytes === undefined ? { path: name, size: bytes } : { path: `${name}.gz`, size: gzipBytes };
}

/** The content of a database in a backup. */
export function contentOf(folder: string, file: BackupFile): Readable {
  const stored = createReadStream(join(folder, storedFile(file).path));
  if (file.gzipBytes === undefined) return stored;
  const content = createGunzip();
  stored.on('error', (error) => content.destroy(error));
  return stored.pipe(content);
}

/** Throws `BackupError` where the folder holds no whole backup. */
export async function readBackup(folder: string): Promise<BackupManifest> {
  const manifest = readManifest(folder);
  const foreign = manifest.files.find(({ name }) => !isStoreFile(name));
  if (foreign)
    throw new BackupError(`${MANIFEST} in ${folder} names ${foreign.name}, which is not a database file.`);
  const lost = STORE_FILE_NAMES.find(
    (name) => !manifest.files.some((file) => file.name === name) && !SINCE_LATER.has(name),
  );
  if (lost)
    throw new BackupError(`${MANIFEST} in ${folder} does not list ${lost}: the backup is incomplete.`);
  for (const file of manifest.files) {
    const found = await sha256Of(contentOf(folder, file)).catch(() => null);
    if (found !== file.sha256) {
      throw new BackupError(`${file.name} in ${folder} differs from the file that was backed up.`);
    }
  }
  return manifest;
}

/** Throws `BackupError` if the folder has no readable manifest. */
export function readManifest(folder: string): BackupManifest {
  const manifest = readJson(folder);
  if (!isManifest(manifest)) {
    throw new BackupError(
      `${MANIFEST} in ${folder} is truncated or damaged, or was written by another version of Dossier. Restore another backup, or use that version.`,
    );
  }
  return manifest;
}

function readJson(folder: string): unknown {
  let text: string;
  try {
    text = readFileSync(join(folder, MANIFEST), 'utf8');
  } catch {
    throw new BackupError(`${folder} contains no backup: ${MANIFEST} is missing or unreadable.`);
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
  const { name, bytes, sha256, gzipBytes } = (value ?? {}) as Partial<Record<keyof BackupFile, unknown>>;
  return (
    typeof name === 'string' &&
    typeof bytes === 'number' &&
    typeof sha256 === 'string' &&
    (gzipBytes === undefined || typeof gzipBytes === 'number')
  );
}
