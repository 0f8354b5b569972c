import type { Prepared } from '../prepare.js';
import { KeyIndex } from './key-index.js';
import { type Key, keysOf } from './keys.js';
import { TrigramIndex } from './trigram-index.js';

/**
 * Finds the records worth comparing: those that share the core, the compact core, a pair of rare tokens, a rare
 * token, or ZIP and house number. Records are told by their place in the order in which they were added.
 */
export class Blocker {
  readonly #keys: KeyIndex;
  readonly #trigrams: TrigramIndex;
  readonly #worth: Float32Array;
  /** What a record shares with itself: many keys shared are less where there are many. */
  readonly #own: Float32Array;
  /** The records whose worth is to be set back to 0 after a query. */
  #touched: number[] = [];

  constructor(records: Iterable<Prepared>) {
    const hashes: number[] = [];
    const owners: number[] = [];
    const grams: Uint16Array[] = [];
    const worths: number[] = [];
    for (const record of records) {
      const own = keysOf(record);
      for (const key of own) {
        hashes.push(key.hash);
        owners.push(grams.length);
      }
      worths.push(totalWorth(own) / Math.max(1, record.names.length));
      grams.push(record.names[0]?.trigrams ?? new Uint16Array());
    }
    this.#keys = new KeyIndex(Uint32Array.from(hashes), Uint32Array.from(owners));
    this.#trigrams = new TrigramIndex(grams);
    this.#worth = new Float32Array(grams.length);
    this.#own = Float32Array.from(worths);
  }

  /** At most `most` record numbers, the likeliest first. */
  candidates(query: Prepared, most: number): readonly number[] {
    const keys = keysOf(query);
    const found = this.#byKeys(keys);
    const some = found.length === 0 ? this.#byTrigrams(query) : found;
    const best = this.#likeliest(some, totalWorth(keys), most);
    for (const record of this.#touched) this.#worth[record] = 0;
    this.#touched = [];
    return best;
  }

  /**
   * Sorting numbers is much cheaper than sorting records, so the least rank that is kept comes first. What ranks far
   * below the likeliest is not compared: it would be none of the rivals that count.
   */
  #likeliest(found: readonly number[], own: number, most: number): number[] {
    const rankOf = (record: number) => (this.#worth[record] ?? 0) / (own + (this.#own[record] ?? 0));
    const ranks = Float32Array.from(found, rankOf);
    const far = LEAST_SHARE * ranks.reduce((highest, rank) => Math.max(highest, rank), 0);
    const least = Math.max(LEAST_RANK, far, leastKept(ranks, most));
    return found
      .filter((record) => Math.fround(rankOf(record)) >= least)
      .map((record) => ({ record, rank: rankOf(record) }))
      .sort((one, other) => other.rank - one.rank || one.record - other.record)
      .slice(0, most)
      .map(({ record }) => record);
  }

  #byKeys(keys: readonly Key[]): number[] {
    const found = this.#touched;
    for (const key of keys) {
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
      const shared = this.#worthOf(record);
      if (shared === 0) this.#touched.push(record);
      if (shared === FEWEST_TRIGRAMS - 1) found.push(record);
      this.#worth[record] = shared + 1;
    });
    return found;
  }

  #worthOf(record: number): number {
    return this.#worth[record] ?? 0;
  }
}

function leastKept(ranks: Float32Array, most: number): number {
  return ranks.length > most ? (ranks.sort()[ranks.length - most] ?? 0) : 0;
}

function totalWorth(keys: readonly Key[]): number {
  return keys.reduce((sum, key) => sum + key.worth, 0);
}

/** Of the query's rarest trigrams. */
const FEWEST_TRIGRAMS = 3;
/** Of what two records have together: less is one common word. */
const LEAST_RANK = 0.02;
/** Of the rank of the likeliest. */
const LEAST_SHARE = 0.3;
/** A key of more records tells too little to be followed. */
const COMMONEST = 80;
