import { Fingerprints } from './fingerprints.js';
import type { KnownEntity } from './row-print.js';

/**
 * Finds records by the fingerprints of their rows. Publishers list rows in nearly the same order each time, so the one after
 * the last match is tried first; a hash table for the others is built on the first miss.
 */
export class StoredRows {
  readonly #rows: Fingerprints;
  #next = 0;
  /** Places plus one, by the fingerprint's low half; zero is free. */
  #table: Int32Array | null = null;

  constructor(
    readonly seed: string,
    readonly notes: string | null,
    words: Int32Array,
  ) {
    this.#rows = new Fingerprints(words);
  }

  find(high: number, low: number): KnownEntity | undefined {
    if (this.#rows.count === 0) return undefined;
    const place = this.#rows.isOf(this.#next, high, low) ? this.#next : this.#search(high, low);
    if (place < 0) return undefined;
    this.#next = place + 1;
    return this.#rows.at(place);
  }

  *records(): Generator<KnownEntity> {
    for (let place = 0; place < this.#rows.count; place += 1) yield this.#rows.at(place);
  }

  #search(high: number, low: number): number {
    this.#table ??= this.#makeTable();
    const table = this.#table;
    const mask = table.length - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const place = (table[slot] ?? 0) - 1;
      if (place < 0 || this.#rows.isOf(place, high, low)) return place;
    }
  }

  #makeTable(): Int32Array {
    const table = new Int32Array(2 ** Math.ceil(Math.log2(this.#rows.count * 1.5)));
    const mask = table.length - 1;
    for (let place = 0; place < this.#rows.count; place += 1) {
      let slot = this.#rows.low(place) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = place + 1;
    }
    return table;
  }
}
