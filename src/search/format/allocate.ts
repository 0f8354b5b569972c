import { RoaringBitmap32 } from '../../platform/internals/roaring.js';

/** Bitmap views need their bytes at addresses divisible by this. */
export const ALIGNMENT = 32;

/**
 * Room to read an index file into, so that `openIndex` need not copy it: aligned, and on a SharedArrayBuffer
 * (`.buffer`) that other threads may open too. Not cleared: fill all of it.
 */
export function allocateIndexBytes(length: number): Buffer {
  return asBuffer(RoaringBitmap32.bufferAlignedAllocSharedUnsafe(length, ALIGNMENT));
}

/** The same bytes where they are aligned, else a copy. */
export function alignedBytes(bytes: Uint8Array | SharedArrayBuffer): Buffer {
  return asBuffer(RoaringBitmap32.ensureBufferAligned(bytes, ALIGNMENT));
}

/** The library's own type of a Buffer is not Node's. */
function asBuffer({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
