import { houseAndZipOf, sketchOf } from '../block/sketch.js';
import type { NormalRecord } from '../records/normal-record.js';
import { HolderList, NameHolders, VERY_MANY } from './name-holders.js';
import { TextCounts } from './text-counts.js';

/**
 * Counts of names over the whole loaded population, not only the candidates. 23 % of IRS records share their exact name with
 * another EIN, so a name's weight depends on the number of its holders.
 */
export interface Population {
  /** Number of bodies with the core name. Exact up to 16, above that the power of two below, at most 256. */
  holders(core: string): number;
  /** Same, in one state. */
  holdersIn(core: string, state: string): number;
  /** Number of records with the name: higher than that of bodies if a body is in several registers. */
  records(core: string): number;
  /** True if a name is counted only among records at the address in a request. */
  isCountedThere?(core: string): boolean;
  /** At least twenty bodies are at the address: it is an agent's or a virtual office and is no evidence. */
  isCrowded(door: string): boolean;
  /** False if the population has so few records of the state that a namesake there may be missing. */
  covers(state: string): boolean;
}

/**
 * Counts a population record by record, in any order; memory grows by 15 bytes a name and 24 a record. Records of one body, as
 * found by `identity.ts`, are not namesakes.
 */
export class PopulationCounter {
  readonly #counted = new TextCounts();
  readonly #holders = new HolderList();
  /** Number of records with a core, or at a house number and ZIP code, even if several belong to one body. */
  readonly #records = new TextCounts();
  readonly #doors = new TextCounts();
  readonly #states = new Map<string, number>();

  /** `register`: a body has one record in it, which separates namesakes from records of one body. */
  add(record: NormalRecord, register = ''): void {
    const { cores, houseAndZip, door, state } = sketchOf(record);
    for (const text of [...cores, `\n${houseAndZip}`]) this.#records.add(text);
    // A benefit trust has its employer's name, but is not a second firm with it.
    if (!record.record.isBenefitTrust) this.#holders.add(record, register);
    if (door !== '' && this.#isFirst(`\n${cores[0]}\n${door}`, door)) this.#doors.add(door);
    if (state !== '') this.#states.set(state, (this.#states.get(state) ?? 0) + 1);
  }

  finish(): Population {
    const covered = coveredStates(this.#states);
    const holders = new NameHolders(this.#holders);
    const isVeryMany = (text: string) => this.#records.of(text) > MAX_COUNTED;
    const counted = (core: string) => (isVeryMany(core) ? VERY_MANY : holders.of(core));
    return {
      holders: (core) => roundedHolders(counted(core).bodies),
      holdersIn: (core, state) => roundedHolders(counted(core).inState(state)),
      records: (core) => roundedHolders(counted(core).records),
      isCrowded: (door) => isVeryMany(`\n${houseAndZipOf(door)}`) || this.#doors.of(door) >= CROWD,
      covers: (state) => covered.has(state),
    };
  }

  /** Number of records in each state. */
  get states(): ReadonlyMap<string, number> {
    return this.#states;
  }

  /** Each record without a known address counts as a body. */
  #isFirst(text: string, door: string): boolean {
    return door === '' || this.#counted.add(text) === 0;
  }
}

/** Rounds the count, because decisions depend on it: they must not change with each further holder of a common name. */
export function roundedHolders(count: number): number {
  return count <= EXACT_BEARERS ? count : Math.min(MAX_BEARERS, 2 ** Math.floor(Math.log2(count)));
}

export function coveredStates(records: ReadonlyMap<string, number>): ReadonlySet<string> {
  const known = [...records.values()].reduce((sum, count) => sum + count, 0);
  const fewest = known / STATES / SPARSE;
  return new Set([...records].flatMap(([state, count]) => (count > 0 && count >= fewest ? [state] : [])));
}

/** If an address has this number of records, a further record is no evidence. */
export const CROWD = 20;
const MAX_BEARERS = 256;
/** Bodies are not counted if more records share one name, or one house number and ZIP code. */
export const MAX_COUNTED = 1_000;
const EXACT_BEARERS = 16;
const STATES = 51;
/** A state with less than a fifth of an even share of the records is not covered. */
const SPARSE = 5;
