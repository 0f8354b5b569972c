/** A Uint32Array that grows by half; 20 million numbers cost 80 MB, where an array of numbers costs three times that. */
export class GrowingUint32 {
  #values = new Uint32Array(1024);
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

  view(): Uint32Array {
    return this.#values.subarray(0, this.#length);
  }
}
