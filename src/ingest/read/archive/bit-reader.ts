/** The input ended before the data did. */
export class EndOfBits extends Error {
  override readonly name = 'EndOfBits';
}

/**
 * Reads bits from the low end of each byte, as in deflate. Past the end of the input it returns zeros, so that a decoder may
 * look ahead; `check` reports whether they were used.
 */
export class BitReader {
  bits = 0;
  count = 0;
  #input: Uint8Array = new Uint8Array(0);
  #position = 0;
  #borrowed = 0;

  /** `refill` returns the next piece of the input, or undefined at its end. */
  constructor(private readonly refill: () => Uint8Array | undefined) {}

  /** Makes at least 25 bits available. */
  fill(): void {
    while (this.count <= 24) {
      this.bits |= this.#nextByte() << this.count;
      this.count += 8;
    }
  }

  /** Returns up to 16 bits as a number. */
  take(length: number): number {
    if (this.count < length) this.fill();
    const value = this.bits & ((1 << length) - 1);
    this.drop(length);
    return value;
  }

  drop(length: number): void {
    this.bits = (this.bits >>> length) | 0;
    this.count -= length;
  }

  skipToByte(): void {
    this.drop(this.count & 7);
  }

  /** Throws EndOfBits if zeros past the end were used as data. */
  check(): void {
    if (this.#borrowed > this.count) throw new EndOfBits('The data ends within its last block.');
  }

  #nextByte(): number {
    while (this.#position >= this.#input.length) {
      const more = this.refill();
      if (more === undefined) {
        this.#borrowed += 8;
        return 0;
      }
      this.#input = more;
      this.#position = 0;
    }
    const byte = this.#input[this.#position] as number;
    this.#position += 1;
    return byte;
  }
}
