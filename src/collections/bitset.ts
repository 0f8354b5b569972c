/** A growing set of small non-negative integers, one bit each: ten million records take 1.25 MB. */
export class Bitset {
  #bytes = new Uint8Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(number: number): boolean {
    return ((this.#bytes[number >>> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }

  /** Returns true if the number was not in the set before. */
  add(number: number): boolean {
    if (this.has(number)) return false;
    const place = number >>> 3;
    if (place >= this.#bytes.length) this.#grow(place);
    this.#bytes[place] = (this.#bytes[place] ?? 0) | (1 << (number & 7));
    this.#size += 1;
    return true;
  }

  #grow(place: number): void {
    const grown = new Uint8Array(Math.max(place + 1, this.#bytes.length * 2));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
