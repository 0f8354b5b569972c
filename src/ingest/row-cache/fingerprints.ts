import type { KnownEntity, RowPrint } from './row-print.js';

/** 32-bit words of an entry: record number, the two halves of the row's fingerprint, the filled fields. */
export const WORDS = 4;
const NUMBER = 0;
const HIGH = 1;
const LOW = 2;
const FILLED = 3;

/** Flags next to the bits of the filled fields: the number is a step of the run; the record is forgotten. */
const NEW = 1 << 30;
const FORGOTTEN = 1 << 29;

/** Row fingerprints, in the words of the cache file. */
export class Fingerprints {
  readonly words: Int32Array;
  readonly count: number;

  constructor(words: Int32Array) {
    this.words = words;
    this.count = words.length / WORDS;
  }

  at(place: number): KnownEntity {
    return {
      number: this.number(place),
      high: this.#word(place, HIGH),
      low: this.low(place),
      filled: this.#word(place, FILLED),
    };
  }

  number(place: number): number {
    return this.#word(place, NUMBER) >>> 0;
  }

  low(place: number): number {
    return this.#word(place, LOW);
  }

  isOf(place: number, high: number, low: number): boolean {
    return place < this.count && this.#word(place, HIGH) === high && this.#word(place, LOW) === low;
  }

  isNew(place: number): boolean {
    return (this.#word(place, FILLED) & NEW) !== 0;
  }

  put(place: number, number: number, { high, low, filled }: RowPrint): void {
    const at = place * WORDS;
    this.words[at + NUMBER] = number;
    this.words[at + HIGH] = high;
    this.words[at + LOW] = low;
    this.words[at + FILLED] = filled;
  }

  /** Sets the fingerprint of a record that the run adds at this step. */
  putNew(place: number, step: number, print: RowPrint): void {
    this.put(place, step, print);
    this.words[place * WORDS + FILLED] = print.filled | NEW;
  }

  putForgotten(place: number, number: number): void {
    this.put(place, number, { high: 0, low: 0, filled: FORGOTTEN });
  }

  /** Replaces the step of a stored record by its number. */
  settle(place: number, number: number): void {
    this.words[place * WORDS + NUMBER] = number;
    this.words[place * WORDS + FILLED] = this.#word(place, FILLED) & ~NEW;
  }

  forget(place: number): void {
    this.words[place * WORDS + FILLED] = FORGOTTEN;
  }

  /** The words of the entries that are not forgotten, compacted in place. */
  remembered(): Int32Array {
    let length = 0;
    for (let place = 0; place < this.count; place += 1) {
      if ((this.#word(place, FILLED) & FORGOTTEN) !== 0) continue;
      this.words.copyWithin(length, place * WORDS, (place + 1) * WORDS);
      length += WORDS;
    }
    return this.words.subarray(0, length);
  }

  #word(place: number, word: number): number {
    return this.words[place * WORDS + word] ?? 0;
  }
}
