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
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { allocateIndexBytes } from '../search/index.js';

/** What `index/current.json` names: one file per search, what changed since, and the content of the catalog they hold. */
export interface IndexManifest {
  readonly entities: string;
  readonly filings: string;
  readonly delta?: DeltaManifest;
  readonly contentVersion: number;
  /** Milliseconds since 1970. */
  readonly builtAt: number;
  /** The build before, with what had changed since it; served where the current one is damaged. */
  readonly previous?: Omit<IndexManifest, 'previous'>;
}

/** All changes since the two files were built; each delta takes the place of the one before. */
export interface DeltaManifest {
  /** Files beside those of the build; none where nothing that is searched changed. */
  readonly entities?: string;
  readonly filings?: string;
  /** The content that the build itself holds, and when it was made. */
  readonly since: Pick<IndexManifest, 'contentVersion' | 'builtAt'>;
  /** Records that came, changed or went. */
  readonly touched: number;
  /** Known filers that were spoken of: what is new of them waits for the next build. */
  readonly filers: number;
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

/** Makes a build current, and the present one the build before. */
export function publishManifest(folder: string, built: Omit<IndexManifest, 'previous'>): IndexManifest {
  const { previous: _older, ...previous } = readManifest(folder) ?? {};
  const manifest = 'entities' in previous ? { ...built, previous } : built;
  replaceManifest(folder, manifest);
  return manifest;
}

/** The rename is the swap: a reader sees the old set of files or the new one, never a mixture. */
export function replaceManifest(folder: string, manifest: IndexManifest): void {
  const draft = join(folder, `${CURRENT}.draft`);
  writeDurably(draft, [Buffer.from(JSON.stringify(manifest))]);
  renameSync(draft, join(folder, CURRENT));
  removeUnnamed(folder, manifest);
}

/** Sorts by time. */
export function indexName(builtAt: number, kind: string): string {
  return `${String(builtAt).padStart(15, '0')}-${kind}.idx`;
}

/** Of the build alone, without what changed since. */
export function bytesOfBuild(folder: string, { entities, filings }: IndexManifest): number {
  return [entities, filings].reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

/** The build without what changed since: what may be served where only the delta is damaged. */
export function withoutDelta({ delta, previous, ...build }: IndexManifest): IndexManifest | undefined {
  return delta && { ...build, ...delta.since, ...(previous && { previous }) };
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

/** Gives the work a function that writes behind the first `headBytes`, which its result fills. */
export function writeBehindHead(
  path: string,
  headBytes: number,
  work: (write: (chunk: Uint8Array) => void) => Uint8Array,
): void {
  const file = openSync(path, 'w');
  try {
    let end = headBytes;
    const head = work((chunk) => {
      writeAt(file, chunk, end);
      end += chunk.length;
    });
    writeAt(file, head, 0);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function writeAt(file: number, chunk: Uint8Array, at: number): void {
  for (let written = 0; written < chunk.length; ) {
    written += writeSync(file, chunk, written, chunk.length - written, at + written);
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
export function filesOf({ entities, filings, delta }: Omit<IndexManifest, 'previous'>): string[] {
  return [entities, filings, delta?.entities, delta?.filings].filter((name) => name !== undefined);
}

/** Files of a build that another process is just making are not named yet: they are newer than the present one. */
function removeUnnamed(folder: string, manifest: IndexManifest): void {
  const named = new Set([...filesOf(manifest), ...(manifest.previous ? filesOf(manifest.previous) : [])]);
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.idx') || named.has(name)) continue;
    if (name < manifest.entities || name.endsWith('-delta.idx')) rmSync(join(folder, name), { force: true });
  }
}
