import { type Key, type Keys, totalWorth } from './keys.js';

/** Records found by keys, each identified by a number. */
export interface KeyedRecords {
  /** Calls `found` for each record with the key, but for none if more than `max` records have it. */
  each(hash: number, max: number, found: (record: number) => void): void;
  /** The sum of the weights of the record's keys, for each of its names. */
  own(record: number): number;
  /** Records of two registers are not rivals, so the likeliest are returned for each register. */
  register(record: number): string;
  /** Tie order of equally ranked records, lowest first; independent of the order of loads. */
  order(record: number): number;
}

export interface BlockedRecords {
  /** The likeliest of each register first. */
  readonly records: readonly number[];
  /** The minimum rank that matters: a further record below it would change nothing. */
  readonly min: number;
}

/**
 * Finds the records worth comparing: those that share the core, the compact core, a pair of rare tokens, a rare token, or ZIP
 * and house number; if there are none, those whose name begins or ends alike.
 */
export class Blocker {
  readonly #records: KeyedRecords;

  constructor(records: KeyedRecords) {
    this.#records = records;
  }

  /** Returns at most `max` records of each register, from the `covered` records only. */
  candidates({ keys, spare }: Keys, max: number, covered = (_record: number) => true): BlockedRecords {
    const byKeys = this.#find(keys, covered);
    if (byKeys.length > 0) return this.#likeliest(byKeys, totalWorth(keys), max);
    const alike = this.#find(spare, covered);
    return { records: this.#likeliest(alike, totalWorth(spare), max).records, min: 0 };
  }

  /** Records far below the likeliest are not compared: they would not be rivals. */
  #likeliest(found: readonly Shared[], own: number, max: number): BlockedRecords {
    const ranked = found.map(
      ({ record, worth }): Ranked => ({
        record,
        rank: rankOf(worth, own, this.#records.own(record)),
      }),
    );
    const far = Math.min(MIN_SHARE * highestOf(ranked), MIN_ELSEWHERE);
    const min = Math.max(far, MIN_RANK);
    const records = this.#byRegister(ranked).flatMap((some) => this.#likeliestOf(some, min, max));
    // If no record is near, removing any record may cause this one to be found by the beginning of its name.
    return { records, min: highestOf(ranked) < MIN_RANK ? 0 : min };
  }

  #byRegister(found: readonly Ranked[]): Ranked[][] {
    const registers = new Map<string, Ranked[]>();
    for (const one of found) {
      const register = this.#records.register(one.record);
      const others = registers.get(register);
      if (others) others.push(one);
      else registers.set(register, [one]);
    }
    return [...registers].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, some]) => some);
  }

  #likeliestOf(some: readonly Ranked[], min: number, max: number): number[] {
    const kept = Math.max(min, MIN_SHARE * highestOf(some));
    return some
      .filter(({ rank }) => rank >= kept)
      .map(({ record, rank }) => ({ record, rank, order: this.#records.order(record) }))
      .sort((one, other) => other.rank - one.rank || one.order - other.order || one.record - other.record)
      .slice(0, max)
      .map(({ record }) => record);
  }

  #find(keys: readonly Key[], covered: (record: number) => boolean): Shared[] {
    const worths = new Map<number, number>();
    for (const { hash, worth } of keys) {
      this.#records.each(hash, COMMONEST, (record) => {
        worths.set(record, (worths.get(record) ?? 0) + worth);
      });
    }
    const found: Shared[] = [];
    for (const [record, worth] of worths) if (covered(record)) found.push({ record, worth });
    return found;
  }
}

interface Shared {
  readonly record: number;
  readonly worth: number;
}

interface Ranked {
  readonly record: number;
  readonly rank: number;
}

/** The share of both records' key weights that they have in common. */
export function rankOf(shared: number, ours: number, theirs: number): number {
  return Math.fround(shared / (ours + theirs));
}

function highestOf(ranked: readonly Ranked[]): number {
  return ranked.reduce((highest, { rank }) => Math.max(highest, rank), 0);
}

/** Keys of more records are not followed: they are too common. */
export const COMMONEST = 80;
/** Share of both records' key weights; below it lies one common word. */
const MIN_RANK = 0.02;
/** Share of the rank of the likeliest record of the register. */
const MIN_SHARE = 0.3;
/** Minimum for a register's records if another register has a far likelier record. */
const MIN_ELSEWHERE = 0.06;
