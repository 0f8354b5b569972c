import { allocateIndexBytes } from '../../format/allocate.js';

/** Concatenates the chunks so that bitmaps can be used in place. */
export function inOneBuffer(chunks: readonly Uint8Array[]): Buffer {
  const whole = allocateIndexBytes(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
