import type { Prepared } from '../prepare.js';
import { KeyIndex } from './key-index.js';
import { keysOf } from './keys.js';
import { TrigramIndex } from './trigram-index.js';

/**
 * Finds the records worth comparing: those that share the core, the compact core, a pair of rare tokens, a rare
 * token, or ZIP and house number. Records are told by their place in the order in which they were added.
 */
export class Blocker {
  readonly #keys: KeyIndex;
  readonly #trigrams: TrigramIndex;
  readonly #worth: Float32Array;

  constructor(records: Iterable<Prepared>) {
    const hashes: number[] = [];
    const owners: number[] = [];
    const grams: Uint16Array[] = [];
    for (const record of records) {
      const own = new Set<number>();
      for (const key of keysOf(record)) own.add(key.hash);
      for (const hash of own) {
        hashes.push(hash);
        owners.push(grams.length);
      }
      grams.push(record.names[0]?.trigrams ?? new Uint16Array());
    }
    this.#keys = new KeyIndex(Uint32Array.from(hashes), Uint32Array.from(owners));
    this.#trigrams = new TrigramIndex(grams);
    this.#worth = new Float32Array(grams.length);
  }

  /** At most `most` record numbers, the likeliest first. */
  candidates(query: Prepared, most: number): readonly number[] {
    const found = this.#byKeys(query);
    const some = found.length === 0 ? this.#byTrigrams(query) : found;
    const best = this.#likeliest(some, most);
    for (const record of some) this.#worth[record] = 0;
    return best;
  }

  /** Sorting numbers is much cheaper than sorting records, so the least worth that is kept comes first. */
  #likeliest(found: readonly number[], most: number): number[] {
    let kept = found;
    if (found.length > most) {
      const worths = Float32Array.from(found, (record) => this.#worthOf(record)).sort();
      const least = worths[found.length - most] ?? 0;
      kept = found.filter((record) => this.#worthOf(record) >= least);
    }
    return [...kept]
      .sort((one, other) => this.#worthOf(other) - this.#worthOf(one) || one - other)
      .slice(0, most);
  }

  #byKeys(query: Prepared): number[] {
    const found: number[] = [];
    for (const key of keysOf(query)) {
      this.#keys.each(key.hash, COMMONEST, (record) => {
        if (this.#worthOf(record) === 0) found.push(record);
        this.#worth[record] = this.#worthOf(record) + key.worth;
      });
    }
    return found;
  }

  #byTrigrams(query: Prepared): number[] {
    const found: number[] = [];
    this.#trigrams.each(query, (record) => {
      if (this.#worthOf(record) === 0) found.push(record);
      this.#worth[record] = this.#worthOf(record) + 1;
    });
    return found;
  }

  #worthOf(record: number): number {
    return this.#worth[record] ?? 0;
  }
}

/** A key of more records tells too little to be followed. */
const COMMONEST = 400;
