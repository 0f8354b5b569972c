import {
  closeSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

interface RowCacheHeader {
  /** Version of the code that maps rows to records; under another version the cache is ignored. */
  readonly mapping: string;
  /** The last applied run of the source: if there is a later one, records have changed since. */
  readonly run: string;
  readonly seed: string;
  readonly notes: string | null;
}

interface RowCacheFile {
  readonly header: RowCacheHeader;
  readonly words: Int32Array;
}

const SIZE_BYTES = 4;

/** One file a source, next to the data. If it is invalid, the rows are mapped again. */
export function rowCachePath(folder: string, sourceId: string): string {
  return join(folder, 'rows', `${sourceId}.bin`);
}

/** File for the rows that a run learns, until it is applied. */
export function learntRowsPath(folder: string, sourceId: string): string {
  return join(folder, 'rows', `${sourceId}.learnt`);
}

/** Returns `undefined` if there is no readable file. */
export function readRowCache(path: string): RowCacheFile | undefined {
  try {
    return readWhole(path);
  } catch {
    return undefined;
  }
}

/** Writes atomically and durably. */
export function writeRowCache(path: string, header: RowCacheHeader, blocks: Iterable<Int32Array>): void {
  mkdirSync(dirname(path), { recursive: true });
  const text = Buffer.from(JSON.stringify(header));
  const size = Buffer.alloc(SIZE_BYTES);
  size.writeUInt32LE(text.length);
  const file = openSync(`${path}.new`, 'w');
  try {
    writeFileSync(file, Buffer.concat([size, text]));
    for (const { buffer, byteOffset, byteLength } of blocks) {
      writeFileSync(file, Buffer.from(buffer, byteOffset, byteLength));
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
}

export function removeRowCache(path: string): void {
  rmSync(path, { force: true });
  rmSync(`${path}.new`, { force: true });
}

function readWhole(path: string): RowCacheFile {
  const file = openSync(path, 'r');
  try {
    const size = Buffer.from(readExactly(file, new Uint8Array(SIZE_BYTES))).readUInt32LE();
    const text = Buffer.from(readExactly(file, new Uint8Array(size))).toString();
    const bytes = fstatSync(file).size - SIZE_BYTES - size;
    return {
      header: JSON.parse(text) as RowCacheHeader,
      words: readExactly(file, new Int32Array(bytes / Int32Array.BYTES_PER_ELEMENT)),
    };
  } finally {
    closeSync(file);
  }
}

function readExactly<T extends Uint8Array | Int32Array>(file: number, into: T): T {
  for (let at = 0; at < into.byteLength; ) {
    const count = readSync(file, into, at, into.byteLength - at, null);
    if (count === 0) throw new RangeError('The file was truncated while it was being read.');
    at += count;
  }
  return into;
}
