/** Bitmaps start at offsets that are divisible by this. */
export const ALIGNMENT = 32;

/** Room for an index file that other threads can open too, by its `buffer`. */
export function allocateIndexBytes(length: number): Buffer {
  return Buffer.from(new SharedArrayBuffer(length));
}

/** The same bytes if their address is divisible by that of the largest number in a file, else a copy. */
export function alignedBytes(bytes: Uint8Array | SharedArrayBuffer): Buffer {
  if (bytes instanceof SharedArrayBuffer) return Buffer.from(bytes);
  const { buffer, byteOffset, byteLength } = bytes;
  if (byteOffset % BigUint64Array.BYTES_PER_ELEMENT === 0) return Buffer.from(buffer, byteOffset, byteLength);
  const copy = allocateIndexBytes(byteLength);
  copy.set(bytes);
  return copy;
}
