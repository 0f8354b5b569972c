const CHUNK_BITS = 20;
const CHUNK = 2 ** CHUNK_BITS;

/**
 * Unsigned 32-bit numbers in chunks of 4 MB, for hundreds of millions of numbers. Unlike `GrowableUint32`, it never copies
 * them, so an old and a new array are never in memory together.
 */
export class ChunkedUint32 {
  readonly #chunks: Uint32Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    const at = this.#length & (CHUNK - 1);
    if (at === 0) this.#chunks.push(new Uint32Array(CHUNK));
    (this.#chunks[this.#chunks.length - 1] as Uint32Array)[at] = number;
    this.#length += 1;
  }

  at(index: number): number {
    return (this.#chunks[index >>> CHUNK_BITS] as Uint32Array)[index & (CHUNK - 1)] as number;
  }
}
