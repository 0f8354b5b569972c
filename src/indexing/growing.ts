const FIRST_ROOM = 1_024;

/** Numbers in one flat array; 20 million cost 80 MB, where an array of numbers costs three times that. */
export class GrowingUint32 {
  #values = new Uint32Array(FIRST_ROOM);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Uint32Array(Math.ceil(this.#length * 1.5));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  view(from = 0, to = this.#length): Uint32Array {
    return this.#values.subarray(from, to);
  }

  clear(): void {
    this.#values = new Uint32Array(FIRST_ROOM);
    this.#length = 0;
  }
}

/** Numbers below 65,536, likewise. */
export class GrowingUint16 {
  #values = new Uint16Array(FIRST_ROOM);
  #length = 0;

  push(value: number): void {
    if (value > 0xffff) throw new RangeError(`${value} does not fit 16 bits.`);
    if (this.#length === this.#values.length) {
      const larger = new Uint16Array(Math.ceil(this.#length * 1.5));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }
}

/** 64-bit keys, likewise. */
export class GrowingKeys {
  #keys = new BigUint64Array(FIRST_ROOM);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(key: bigint): void {
    if (this.#length === this.#keys.length) {
      const larger = new BigUint64Array(Math.ceil(this.#length * 1.5));
      larger.set(this.#keys);
      this.#keys = larger;
    }
    this.#keys[this.#length++] = key;
  }

  at(index: number): bigint {
    return this.#keys[index] ?? 0n;
  }

  clear(): void {
    this.#keys = new BigUint64Array(FIRST_ROOM);
    this.#length = 0;
  }
}
