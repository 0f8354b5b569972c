import type { Prepared } from '../prepare.js';
import { KeyIndex, KeyList } from './key-index.js';
import { type Key, keysOf } from './keys.js';
import { TrigramIndex } from './trigram-index.js';

/**
 * Finds the records worth comparing: those that share the core, the compact core, a pair of rare tokens, a rare
 * token, or ZIP and house number. Records are told by their place in the order in which they were added.
 */
export class Blocker {
  readonly #keys: KeyIndex;
  readonly #trigrams = new TrigramIndex();
  readonly #worth: Float32Array;
  /** What a record shares with itself: many keys shared are less where there are many. */
  readonly #own: Float32Array;
  readonly #registerOf: (record: number) => string;
  /** The records whose worth is to be set back to 0 after a query. */
  #touched: number[] = [];

  /** Records of two registers are no rivals, so the likeliest are told register by register. */
  constructor(records: Iterable<Prepared>, registerOf = (_record: number) => '') {
    const keys = new KeyList();
    const worths: number[] = [];
    for (const record of records) {
      const own = keysOf(record);
      for (const key of own) keys.add(key.hash, worths.length);
      this.#trigrams.add(worths.length, record.names[0]?.trigrams ?? NO_TRIGRAMS);
      worths.push(totalWorth(own) / Math.max(1, record.names.length));
    }
    this.#keys = new KeyIndex(keys);
    this.#worth = new Float32Array(worths.length);
    this.#own = new Float32Array(worths);
    this.#registerOf = registerOf;
  }

  /** At most `most` record numbers of each register, the likeliest first; of `covered` records alone. */
  candidates(query: Prepared, most: number, covered = (_record: number) => true): readonly number[] {
    const keys = keysOf(query);
    const byKeys = this.#byKeys(keys).filter(covered);
    const found = byKeys.length === 0 ? this.#byTrigrams(query).filter(covered) : byKeys;
    const best = this.#likeliest(found, totalWorth(keys), most);
    for (const record of this.#touched) this.#worth[record] = 0;
    this.#touched = [];
    return best;
  }

  /** What ranks far below the likeliest is not compared: it would be none of the rivals that count. */
  #likeliest(found: readonly number[], own: number, most: number): number[] {
    const rankOf = (record: number) =>
      Math.fround((this.#worth[record] ?? 0) / (own + (this.#own[record] ?? 0)));
    const far = Math.min(LEAST_SHARE * highestOf(found.map(rankOf)), LEAST_ELSEWHERE);
    return this.#byRegister(found).flatMap((some) =>
      likeliestOf(some, rankOf, Math.max(far, LEAST_RANK), most),
    );
  }

  #byRegister(found: readonly number[]): number[][] {
    const registers = new Map<string, number[]>();
    for (const record of found) {
      const others = registers.get(this.#registerOf(record));
      if (others) others.push(record);
      else registers.set(this.#registerOf(record), [record]);
    }
    return [...registers.values()];
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

/** Sorting numbers is much cheaper than sorting records, so the least rank that is kept comes first. */
function likeliestOf(
  records: readonly number[],
  rankOf: (record: number) => number,
  least: number,
  most: number,
): number[] {
  const ranks = Float32Array.from(records, rankOf);
  const kept = Math.max(least, LEAST_SHARE * highestOf(ranks), leastKept(ranks, most));
  return records
    .filter((record) => rankOf(record) >= kept)
    .map((record) => ({ record, rank: rankOf(record) }))
    .sort((one, other) => other.rank - one.rank || one.record - other.record)
    .slice(0, most)
    .map(({ record }) => record);
}

function highestOf(ranks: Iterable<number>): number {
  let highest = 0;
  for (const rank of ranks) highest = Math.max(highest, rank);
  return highest;
}

function leastKept(ranks: Float32Array, most: number): number {
  return ranks.length > most ? (ranks.sort()[ranks.length - most] ?? 0) : 0;
}

function totalWorth(keys: readonly Key[]): number {
  return keys.reduce((sum, key) => sum + key.worth, 0);
}

const NO_TRIGRAMS = new Uint16Array();

/** Of the query's rarest trigrams. */
const FEWEST_TRIGRAMS = 3;
/** Of what two records have together: less is one common word. */
const LEAST_RANK = 0.02;
/** Of the rank of the likeliest of the register. */
const LEAST_SHARE = 0.3;
/** Asked of a register's records beside a far likelier one of another register: there, less is chance. */
const LEAST_ELSEWHERE = 0.06;
/** A key of more records tells too little to be followed. */
const COMMONEST = 80;
