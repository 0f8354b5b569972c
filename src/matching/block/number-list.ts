const CHUNK_BITS = 20;
const CHUNK = 2 ** CHUNK_BITS;

/** Numbers of 32 bits in chunks: hundreds of millions are gathered without ever being copied. */
export class NumberList {
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
