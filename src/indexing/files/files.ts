import { closeSync, fsyncSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The content of `index/current.json`: one file per search, what changed since, and the content of the catalog they hold. */
export interface IndexManifest {
  readonly entities: string;
  readonly filings: string;
  readonly delta?: DeltaManifest;
  readonly contentVersion: number;
  /** The run that made this content, as `Content.runOf` names it; null if none did, left out by older versions. */
  readonly run?: string | null;
  /** Milliseconds since 1970. */
  readonly builtAt: number;
  /** The build before, with what had changed since it; served where the current one is damaged. */
  readonly previous?: Omit<IndexManifest, 'previous'>;
}

/** All changes since the two files were built; each delta takes the place of the one before. */
export interface DeltaManifest {
  /** Files in addition to those of the build; none if nothing that is searched changed. */
  readonly entities?: string;
  readonly filings?: string;
  /** The content that the build itself holds, and when it was made. */
  readonly since: Pick<IndexManifest, 'contentVersion' | 'run' | 'builtAt'>;
  /** Records that came, changed or went. */
  readonly touched: number;
  /** Known filers with other names, tickers or codes: those wait for the next build. */
  readonly filers: number;
}

export const CURRENT = 'current.json';

/** Undefined if nothing was built yet, or if what names the build is damaged: the next build takes its place. */
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

/** Sorts by time. */
export function indexName(builtAt: number, kind: string): string {
  return `${String(builtAt).padStart(15, '0')}-${kind}.idx`;
}

/** Content of the build alone, without what changed since. */
export function bytesOfBuild(folder: string, { entities, filings }: IndexManifest): number {
  return [entities, filings].reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

/** The build without what changed since: what may be served where only the delta is damaged. */
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

/** Gives the work a function that writes behind the first `headBytes`, which its result fills. */
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

/** A file that cannot be written whole goes again: the part of it would keep a full disk full. */
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

/** The files that answers of a build are made from. */
export function filesOf({ entities, filings, delta }: Omit<IndexManifest, 'previous'>): string[] {
  return [entities, filings, delta?.entities, delta?.filings].filter((name) => name !== undefined);
}
