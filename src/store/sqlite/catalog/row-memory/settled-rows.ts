import type { Bitset } from '../../../../collections/bitset.js';
import { WORDS } from './row-memory-file.js';

/** Kept beside the fields a record fills. */
export const NEW = 1 << 30;
export const FORGOTTEN = 1 << 29;

/** Of several words on one record the last counts: blocks are settled from the last to the first. */
export class SettledRows {
  /** All records that were spoken of. */
  readonly named: Bitset;
  readonly #base: number;
  readonly #dropped: ReadonlySet<number>;

  constructor(base: number, dropped: ReadonlySet<number>, named: Bitset) {
    this.#base = base;
    this.#dropped = dropped;
    this.named = named;
  }

  /** The records of the block that count, under their numbers. */
  words(words: Int32Array): Int32Array {
    for (let at = words.length - WORDS; at >= 0; at -= WORDS) {
      const [reference = 0, flags = 0] = [(words[at] ?? 0) >>> 0, words[at + 3]];
      const isNew = (flags & NEW) !== 0;
      const number = isNew ? this.#base + reference : reference;
      const counts = !(isNew && this.#dropped.has(reference)) && this.named.add(number);
      words[at] = number;
      words[at + 3] = counts ? flags & ~NEW : FORGOTTEN;
    }
    return withoutForgotten(words);
  }
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
