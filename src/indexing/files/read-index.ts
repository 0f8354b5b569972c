import { type FileHandle, open } from 'node:fs/promises';
import { allocateIndexBytes, IndexVerifier } from '../../search/index.js';

const CHUNK_BYTES = 2 ** 24;
/** As many as there are cores on a small machine: to copy from the page cache into new memory is what takes long. */
const READS_AT_ONCE = 2;

/**
 * Reads an index file of any size (`readFile` stops at 2 GiB) to where threads share it, and verifies it: what is
 * there is summed up while more is read, and `onRead` hears how far that is. Rejects with `IndexFormatError` where it is damaged.
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
      // It may fail while an earlier one is waited for; it is waited for in its turn.
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

/** Gives `to`, up to where the bytes are there then. */
async function readRange(file: FileHandle, bytes: Buffer, from: number, to: number): Promise<number> {
  for (let at = from; at < to; ) {
    const { bytesRead } = await file.read(bytes, at, to - at, at);
    if (bytesRead === 0) throw new Error('The file was cut while it was read.');
    at += bytesRead;
  }
  return to;
}
