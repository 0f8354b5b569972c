/** Bitmaps start at multiples of this offset, in bytes. */
export const ALIGNMENT = 32;

/** Allocates memory for an index file that other threads can open through its `buffer`. */
export function allocateIndexBytes(length: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(length));
}

/** Returns the same bytes if they are aligned for the largest number type of a file; otherwise a copy. */
export function alignedBytes(bytes: Uint8Array | SharedArrayBuffer): Buffer {
  if (bytes instanceof SharedArrayBuffer) return Buffer.from(bytes);
  const { buffer, byteOffset, byteLength } = bytes;
  if (byteOffset % BigUint64Array.BYTES_PER_ELEMENT === 0) return Buffer.from(buffer, byteOffset, byteLength);
  const copy = allocateIndexBytes(byteLength);
  copy.set(bytes);
  return copy;
}
