import type { Bitmap } from './bitmap.js';
import { CHUNK_WORDS } from './bits.js';
import { BITS_UNITS } from './chunks.js';
import { BitmapWriter } from './make.js';

/** Builds a bitmap of numbers below a limit, added in any order. For few numbers, sorting is faster. */
export class DenseBitmapBuilder {
  readonly #bits: Int32Array;

  constructor(limit: number) {
    this.#bits = new Int32Array(Math.ceil(limit / 65_536) * CHUNK_WORDS);
  }

  addRun(numbers: Uint32Array, from: number, to: number): void {
    const bits = this.#bits;
    for (let at = from; at < to; at++) {
      const number = numbers[at] as number;
      bits[number >>> 5] = (bits[number >>> 5] as number) | (1 << (number & 31));
    }
  }

  /** Returns the numbers as a bitmap and clears the builder. */
  take(): Bitmap {
    const chunks = this.#bits.length / CHUNK_WORDS;
    const writer = new BitmapWriter(chunks, chunks * BITS_UNITS);
    for (let chunk = 0; chunk < chunks; chunk++) writer.copyBits(chunk, this.#bits, chunk * CHUNK_WORDS);
    this.#bits.fill(0);
    return writer.finish();
  }
}
