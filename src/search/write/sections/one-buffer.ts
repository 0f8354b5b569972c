import { allocateIndexBytes } from '../../format/allocate.js';

/** The chunks one after the other, where bitmaps can be viewed in place. */
export function inOneBuffer(chunks: readonly Uint8Array[]): Buffer {
  const whole = allocateIndexBytes(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
