/*
 * Numbers in a single typed array; a plain array takes three times the memory. The classes share their growth but not their
 * methods: a method used for arrays of several types takes 50 % more CPU time.
 */

const FIRST_ROOM = 1_024;

/** Unsigned 32-bit numbers. */
export class GrowableUint32 {
  #values = new Uint32Array(FIRST_ROOM);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Uint32Array(moreThan(this.#length));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  /** Replaces a number that was pushed before. */
  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** Returns the numbers from `from` (inclusive) to `to` (exclusive) without copying; valid until the next `push`. */
  view(from = 0, to = this.#length): Uint32Array {
    return this.#values.subarray(from, to);
  }

  clear(): void {
    this.#values = new Uint32Array(FIRST_ROOM);
    this.#length = 0;
  }
}

/** Unsigned 16-bit numbers. `push` throws `RangeError` for a larger one. */
export class GrowableUint16 {
  #values = new Uint16Array(FIRST_ROOM);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (value > 0xffff) throw new RangeError(`${value} does not fit 16 bits.`);
    if (this.#length === this.#values.length) {
      const larger = new Uint16Array(moreThan(this.#length));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  /** Returns the numbers without copying; valid until the next `push`. */
  view(): Uint16Array {
    return this.#values.subarray(0, this.#length);
  }
}

/** Unsigned 64-bit numbers. */
export class GrowableUint64 {
  #values = new BigUint64Array(FIRST_ROOM);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: bigint): void {
    if (this.#length === this.#values.length) {
      const larger = new BigUint64Array(moreThan(this.#length));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  at(index: number): bigint {
    return this.#values[index] ?? 0n;
  }

  clear(): void {
    this.#values = new BigUint64Array(FIRST_ROOM);
    this.#length = 0;
  }
}

function moreThan(length: number): number {
  return Math.ceil(length * 1.5);
}
