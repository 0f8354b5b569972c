import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { sentence } from '../../domain/sentence.js';
import {
  Excerpt,
  IndexFormatError,
  type IndexQuery,
  openIndex,
  PROLOGUE_BYTES,
  type SearchIndex,
} from '../../search/index.js';
import { type IndexManifest, readManifest, withoutDelta } from './files.js';
import { readIndex } from './read-index.js';

/** An index, and its build. */
export interface BuiltIndex {
  readonly index: SearchIndex;
  readonly manifest: IndexManifest;
}

const CHUNK_BYTES = 2 ** 22;

/**
 * Opens the newest build of a folder for a single query. The index returns the same documents as the whole build, but may
 * contain nothing else. Resolves to `undefined` if no build can be read; `onProblem` is called for each that cannot.
 */
export async function openExcerpt(
  folder: string,
  kind: 'entities' | 'filings',
  query: IndexQuery,
  onProblem: (message: string) => void,
): Promise<BuiltIndex | undefined> {
  const manifest = readManifest(folder);
  const builds = manifest ? [manifest, withoutDelta(manifest), manifest.previous] : [];
  for (const build of builds) {
    if (build === undefined) continue;
    try {
      const bytes = await readExcerpt(join(folder, build[kind]), query);
      const delta = build.delta?.[kind];
      const changes = delta === undefined ? {} : { changes: await readIndex(join(folder, delta)) };
      return { index: openIndex(bytes, { verified: true, ...changes }), manifest: build };
    } catch (error) {
      onProblem(`The index ${build[kind]} cannot be used: ${sentence(error)}`);
    }
  }
  return undefined;
}

/** Rejects with `IndexFormatError` if any byte of the file is damaged. */
async function readExcerpt(path: string, query: IndexQuery, chunkBytes = CHUNK_BYTES): Promise<Buffer> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const first = await read(file, 0, Math.min(PROLOGUE_BYTES, size));
    const head = await read(file, 0, Math.min(Excerpt.headLength(first, size), size));
    const excerpt = new Excerpt(head, size, query);
    for (let at = head.length; at < size; ) {
      const piece = await read(file, at, Math.min(chunkBytes, size - at));
      excerpt.take(piece);
      at += piece.length;
    }
    excerpt.finish();
    return excerpt.bytes;
  } finally {
    await file.close();
  }
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, at + done);
    if (bytesRead === 0) throw new IndexFormatError('The file was truncated while it was being read.');
    done += bytesRead;
  }
  return bytes;
}
