import type { Bitset } from '../../collections/bitset.js';
import { Fingerprints } from './fingerprints.js';

/** The last of several words on one record counts: blocks are settled from the last to the first. */
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
    const rows = new Fingerprints(words);
    for (let place = rows.count - 1; place >= 0; place -= 1) {
      const reference = rows.number(place);
      const isNew = rows.isNew(place);
      const number = isNew ? this.#base + reference : reference;
      const isDropped = isNew && this.#dropped.has(reference);
      if (!isDropped && this.named.add(number)) rows.settle(place, number);
      else rows.forget(place);
    }
    return rows.remembered();
  }
}
