import { type Bitmap, bitmapOfNumbers } from '../../src/search/index.js';

/** The bitmap of numbers in any order, repeated or not. */
export function bitmapFrom(numbers: Iterable<number>): Bitmap {
  return bitmapOfNumbers(Uint32Array.from(numbers).sort());
}
