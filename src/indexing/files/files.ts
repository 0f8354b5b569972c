import { closeSync, fsyncSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The content of `index/current.json`: one file per search, the changes since, and the version of the catalog that they
 * contain.
 */
export interface IndexManifest {
  readonly entities: string;
  readonly filings: string;
  readonly delta?: DeltaManifest;
  readonly contentVersion: number;
  /** The run that produced this content, as `Content.runOf` names it; null if none did, missing in files of older versions. */
  readonly run?: string | null;
  /** Milliseconds since 1970. */
  readonly builtAt: number;
  /** The previous build with its changes; served if the current one is damaged. */
  readonly previous?: Omit<IndexManifest, 'previous'>;
}

/** All changes since the two files were built. Each delta replaces the previous one. */
export interface DeltaManifest {
  /** Files in addition to those of the build; none if no indexed record of that kind changed. */
  readonly entities?: string;
  readonly filings?: string;
  /** The content of the build itself, and when it was built. */
  readonly since: Pick<IndexManifest, 'contentVersion' | 'run' | 'builtAt'>;
  /** The number of records that were added, changed or removed. */
  readonly touched: number;
  /** The number of filers in the index whose names, tickers or codes changed: such changes wait for the next build. */
  readonly filers: number;
}

export const CURRENT = 'current.json';

/** Returns `undefined` if nothing was built yet, or if the manifest is damaged: the next build replaces it. */
export function readManifest(folder: string): IndexManifest | undefined {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, CURRENT), 'utf8')) as IndexManifest | null;
    const isWhole = typeof manifest?.entities === 'string' && typeof manifest.filings === 'string';
    return isWhole ? manifest : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns a file name. Names sort by time. */
export function indexName(builtAt: number, kind: string): string {
  return `${String(builtAt).padStart(15, '0')}-${kind}.idx`;
}

/** Returns the size of the build without its delta, in bytes. */
export function bytesOfBuild(folder: string, { entities, filings }: IndexManifest): number {
  return [entities, filings].reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

/** Returns the build without its delta, which can be served if only the delta is damaged; `undefined` if it has none. */
export function withoutDelta({
  delta,
  previous,
  run: _ofDelta,
  ...build
}: IndexManifest): IndexManifest | undefined {
  return delta && { ...build, ...delta.since, ...(previous && { previous }) };
}

export function writeDurably(path: string, chunks: Iterable<Uint8Array>): void {
  writeWhole(path, (file) => {
    for (const chunk of chunks) {
      for (let written = 0; written < chunk.length; ) written += writeSync(file, chunk, written);
    }
  });
}

/** Writes a file whose head is known last: `work` writes everything after the first `headBytes` and returns the head. */
export function writeBehindHead(
  path: string,
  headBytes: number,
  work: (write: (chunk: Uint8Array) => void) => Uint8Array,
): void {
  writeWhole(path, (file) => {
    let end = headBytes;
    const head = work((chunk) => {
      writeAt(file, chunk, end);
      end += chunk.length;
    });
    writeAt(file, head, 0);
  });
}

/** Deletes a partially written file: it would keep a full disk full. */
function writeWhole(path: string, write: (file: number) => void): void {
  const file = openSync(path, 'w');
  try {
    write(file);
    fsyncSync(file);
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

function writeAt(file: number, chunk: Uint8Array, at: number): void {
  for (let written = 0; written < chunk.length; ) {
    written += writeSync(file, chunk, written, chunk.length - written, at + written);
  }
}

/** Returns the files from which a build is served. */
export function filesOf({ entities, filings, delta }: Omit<IndexManifest, 'previous'>): string[] {
  return [entities, filings, delta?.entities, delta?.filings].filter((name) => name !== undefined);
}
