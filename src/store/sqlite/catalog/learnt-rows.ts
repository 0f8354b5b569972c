import type { KnownEntity, RowPrint } from '../../store.js';
import { Bitset } from './bitset.js';
import { WORDS } from './row-memory-file.js';

const RECORDS_PER_BLOCK = 65_536;
/** Kept beside the fields a record fills. */
const NEW = 1 << 30;
const FORGOTTEN = 1 << 29;

/**
 * What one run learns of rows, in the order of its steps. A new record is kept under the step that adds it, because
 * its number is known only when the stage is applied. Beyond eight million rows, which take 128 MB, nothing more is
 * learnt: those records are mapped each time.
 */
export class LearntRows {
  readonly #most: number;
  readonly #blocks: Int32Array[] = [];
  /** Stored records named when nothing more was learnt. */
  readonly #late = new Bitset();
  #count = 0;

  constructor(most = 8_000_000) {
    this.#most = most;
  }

  /** Of a stored record. Without a print, what was known of it is forgotten. */
  learn(number: number, print: RowPrint | undefined): void {
    if (this.#count === this.#most) this.#late.add(number);
    else this.#add(number, print?.high ?? 0, print?.low ?? 0, print?.filled ?? FORGOTTEN);
  }

  /** Of a record that the step adds. */
  learnNew(step: number, print: RowPrint | undefined): void {
    if (print && this.#count < this.#most) this.#add(step, print.high, print.low, print.filled | NEW);
  }

  /**
   * All that is known after the run, in blocks of words; to be asked once. `base` is what the numbers of new records
   * count on from, `dropped` the steps that were not applied, `stays` whether a record that the run did not learn
   * anew is still live.
   */
  *remembered(
    before: Iterable<KnownEntity>,
    base: number,
    dropped: ReadonlySet<number>,
    stays: (number: number) => boolean,
  ): Generator<Int32Array> {
    const named = this.#settle(base, dropped);
    const kept = new Block();
    for (const known of before) {
      if (named.has(known.number) || !stays(known.number)) continue;
      kept.add(known.number, known.high, known.low, known.filled);
      if (kept.isFull) yield kept.take();
    }
    yield kept.take();
    for (const words of this.#blocks) yield withoutForgotten(words);
  }

  #add(reference: number, high: number, low: number, flags: number): void {
    const place = this.#count % RECORDS_PER_BLOCK;
    if (place === 0) this.#blocks.push(new Int32Array(RECORDS_PER_BLOCK * WORDS).fill(FORGOTTEN));
    const words = this.#blocks.at(-1);
    if (words) write(words, place * WORDS, reference, high, low, flags);
    this.#count += 1;
  }

  /** Of several words on one record the last counts. Gives all records that were spoken of. */
  #settle(base: number, dropped: ReadonlySet<number>): Bitset {
    const named = this.#late;
    for (let index = this.#count - 1; index >= 0; index -= 1) {
      const words = this.#blocks[Math.floor(index / RECORDS_PER_BLOCK)] ?? new Int32Array(WORDS);
      const at = (index % RECORDS_PER_BLOCK) * WORDS;
      const [reference = 0, flags = 0] = [(words[at] ?? 0) >>> 0, words[at + 3]];
      const isNew = (flags & NEW) !== 0;
      const number = isNew ? base + reference : reference;
      const counts = !(isNew && dropped.has(reference)) && named.add(number);
      words[at] = number;
      words[at + 3] = counts ? flags & ~NEW : FORGOTTEN;
    }
    return named;
  }
}

class Block {
  #words = new Int32Array(RECORDS_PER_BLOCK * WORDS);
  #length = 0;

  get isFull(): boolean {
    return this.#length === this.#words.length;
  }

  add(number: number, high: number, low: number, filled: number): void {
    write(this.#words, this.#length, number, high, low, filled);
    this.#length += WORDS;
  }

  take(): Int32Array {
    const taken = this.#words.subarray(0, this.#length);
    this.#words = new Int32Array(RECORDS_PER_BLOCK * WORDS);
    this.#length = 0;
    return taken;
  }
}

function write(words: Int32Array, at: number, first: number, high: number, low: number, last: number): void {
  words[at] = first;
  words[at + 1] = high;
  words[at + 2] = low;
  words[at + 3] = last;
}

function withoutForgotten(words: Int32Array): Int32Array {
  let length = 0;
  for (let at = 0; at < words.length; at += WORDS) {
    if (((words[at + 3] ?? 0) & FORGOTTEN) !== 0) continue;
    words.copyWithin(length, at, at + WORDS);
    length += WORDS;
  }
  return words.subarray(0, length);
}
