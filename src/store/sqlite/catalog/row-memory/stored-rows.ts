import type { KnownEntity, RowMemory } from '../../../store.js';
import { WORDS } from './row-memory-file.js';

/**
 * Finds records by the prints of their rows. Publishers list rows in nearly the same order each time, so the one
 * behind the last one found is tried first; the table for the others is made when one is missed.
 */
export class StoredRows implements RowMemory {
  readonly #words: Int32Array;
  readonly #count: number;
  #next = 0;
  /** Places plus one, by the print's low half; zero is free. */
  #table: Int32Array | null = null;

  constructor(
    readonly seed: string,
    readonly notes: string | null,
    words: Int32Array,
  ) {
    this.#words = words;
    this.#count = words.length / WORDS;
  }

  find(high: number, low: number): KnownEntity | undefined {
    if (this.#count === 0) return undefined;
    const place = this.#isAt(this.#next, high, low) ? this.#next : this.#search(high, low);
    if (place < 0) return undefined;
    this.#next = place + 1;
    return this.#at(place);
  }

  *records(): Generator<KnownEntity> {
    for (let place = 0; place < this.#count; place += 1) yield this.#at(place);
  }

  #search(high: number, low: number): number {
    this.#table ??= this.#makeTable();
    const table = this.#table;
    const mask = table.length - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const place = (table[slot] ?? 0) - 1;
      if (place < 0 || this.#isAt(place, high, low)) return place;
    }
  }

  #makeTable(): Int32Array {
    const table = new Int32Array(2 ** Math.ceil(Math.log2(this.#count * 1.5)));
    const mask = table.length - 1;
    for (let place = 0; place < this.#count; place += 1) {
      let slot = (this.#words[place * WORDS + 2] ?? 0) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = place + 1;
    }
    return table;
  }

  #isAt(place: number, high: number, low: number): boolean {
    const at = place * WORDS;
    return place < this.#count && this.#words[at + 1] === high && this.#words[at + 2] === low;
  }

  #at(place: number): KnownEntity {
    const at = place * WORDS;
    const words = this.#words;
    return {
      number: (words[at] ?? 0) >>> 0,
      high: words[at + 1] ?? 0,
      low: words[at + 2] ?? 0,
      filled: words[at + 3] ?? 0,
    };
  }
}
