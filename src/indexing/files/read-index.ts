import { type FileHandle, open } from 'node:fs/promises';
import { allocateIndexBytes, IndexVerifier } from '../../search/index.js';

const CHUNK_BYTES = 2 ** 24;
/** The number of cores of a small machine: copying from the page cache into new memory is what takes long. */
const READS_AT_ONCE = 2;

/**
 * Reads an index file of any size (`readFile` is limited to 2 GiB) into memory that threads share. Computes its checksum while
 * it reads, and reports progress to `onRead`. Rejects with `IndexFormatError` if the file is damaged.
 */
export async function readIndex(
  path: string,
  chunkBytes = CHUNK_BYTES,
  onRead: (bytes: number) => void = () => undefined,
): Promise<Buffer> {
  const file = await open(path);
  const reads: Promise<number>[] = [];
  try {
    const bytes = allocateIndexBytes((await file.stat()).size);
    const verifier = new IndexVerifier(bytes);
    let next = 0;
    const readOn = () => {
      if (next >= bytes.length) return;
      const read = readRange(file, bytes, next, Math.min(next + chunkBytes, bytes.length));
      // It may fail while an earlier one is awaited; its own await reports the error.
      read.catch(() => undefined);
      reads.push(read);
      next += chunkBytes;
    };
    for (let count = 0; count < READS_AT_ONCE; count++) readOn();
    for (let read = reads.shift(); read; read = reads.shift()) {
      const end = await read;
      readOn();
      verifier.advance(end);
      onRead(end);
    }
    verifier.finish();
    return bytes;
  } finally {
    await Promise.allSettled(reads);
    await file.close();
  }
}

/** Resolves to `to`, the end of the bytes read. */
async function readRange(file: FileHandle, bytes: Buffer, from: number, to: number): Promise<number> {
  for (let at = from; at < to; ) {
    const { bytesRead } = await file.read(bytes, at, to - at, at);
    if (bytesRead === 0) throw new Error('The file was truncated while it was being read.');
    at += bytesRead;
  }
  return to;
}
