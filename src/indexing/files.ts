import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { allocateIndexBytes } from '../search/index.js';

/** What `index/current.json` names: one file per search, and the content of the catalog they were built from. */
export interface IndexManifest {
  readonly entities: string;
  readonly filings: string;
  readonly contentVersion: number;
  /** Milliseconds since 1970. */
  readonly builtAt: number;
  /** The build before, served where the current one is damaged. */
  readonly previous?: Omit<IndexManifest, 'previous'>;
}

export const CURRENT = 'current.json';

/** `undefined` where nothing was built yet. */
export function readManifest(folder: string): IndexManifest | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, CURRENT), 'utf8')) as IndexManifest;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The rename is the swap: a reader sees the old pair of files or the new one, never a mixture. */
export function publishManifest(folder: string, built: Omit<IndexManifest, 'previous'>): void {
  const { previous: _older, ...previous } = readManifest(folder) ?? {};
  const manifest = 'entities' in previous ? { ...built, previous } : built;
  const draft = join(folder, `${CURRENT}.draft`);
  writeDurably(draft, [Buffer.from(JSON.stringify(manifest))]);
  renameSync(draft, join(folder, CURRENT));
  removeUnnamed(folder, manifest);
}

export function writeDurably(path: string, chunks: Iterable<Uint8Array>): void {
  const file = openSync(path, 'w');
  try {
    for (const chunk of chunks) {
      for (let written = 0; written < chunk.length; ) written += writeSync(file, chunk, written);
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Reads an index file of any size (`readFile` stops at 2 GiB) to where bitmaps can be viewed in place. */
export function readWhole(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = allocateIndexBytes(fstatSync(file).size);
    for (let read = 0; read < bytes.length; ) {
      const got = readSync(file, bytes, read, Math.min(bytes.length - read, 2 ** 30), read);
      if (got === 0) break;
      read += got;
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}

export function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
}

/** The files that answers of a build are made from. */
export function filesOf({ entities, filings }: Omit<IndexManifest, 'previous'>): string[] {
  return [entities, filings];
}

function removeUnnamed(folder: string, manifest: IndexManifest): void {
  const named = new Set([...filesOf(manifest), ...(manifest.previous ? filesOf(manifest.previous) : [])]);
  for (const name of readdirSync(folder)) {
    if (name.endsWith('.idx') && !named.has(name)) rmSync(join(folder, name), { force: true });
  }
}
