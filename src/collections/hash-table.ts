const FIRST_PLACES = 1_024;
/** The max load factor: above it, probing takes too long. */
const FULLEST = 0.7;
/** A key is the two halves of a hash. */
const KEY_WORDS = 2;

/**
 * Maps 64 bits of a hash to one or two 32-bit numbers, in a typed array with linear probing. A slot with one number takes 12
 * bytes; tens of millions in a `Map` would take gigabytes, and a `Map` is limited to 16.7 million entries. Keys that agree in
 * all 64 bits are the same key.
 */
export class HashTable {
  readonly #width: number;
  #words: Uint32Array;
  #places = FIRST_PLACES;
  #size = 0;

  /** `numbers`: how many numbers each key has. The last one must not be 0. */
  constructor(numbers: 1 | 2) {
    this.#width = KEY_WORDS + numbers;
    this.#words = new Uint32Array(FIRST_PLACES * this.#width);
  }

  get size(): number {
    return this.#size;
  }

  /** Returns the place of a key's numbers; all of them are 0 if the key is new. Valid until the next `set`. */
  find(high: number, low: number): number {
    const words = this.#words;
    const width = this.#width;
    const last = this.#places - 1;
    let place = low & last;
    for (let at = place * width; words[at + width - 1] !== 0; at = place * width) {
      if (words[at] === high >>> 0 && words[at + 1] === low >>> 0) return at + KEY_WORDS;
      place = (place + 1) & last;
    }
    return place * width + KEY_WORDS;
  }

  number(found: number, index: number): number {
    return this.#words[found + index] as number;
  }

  /** Sets the numbers of a key at the place that `find` returned for it. */
  set(found: number, high: number, low: number, first: number, second = 0): void {
    const words = this.#words;
    const at = found - KEY_WORDS;
    if (words[at + this.#width - 1] === 0) this.#size += 1;
    words[at] = high;
    words[at + 1] = low;
    words[found] = first;
    if (this.#width > KEY_WORDS + 1) words[found + 1] = second;
    if (this.#size > this.#places * FULLEST) this.#grow();
  }

  #grow(): void {
    const [old, width] = [this.#words, this.#width];
    this.#places *= 2;
    this.#words = new Uint32Array(this.#places * width);
    for (let at = 0; at < old.length; at += width) {
      if (old[at + width - 1] === 0) continue;
      const to = this.find(old[at] as number, old[at + 1] as number) - KEY_WORDS;
      for (let word = 0; word < width; word++) this.#words[to + word] = old[at + word] as number;
    }
  }
}
