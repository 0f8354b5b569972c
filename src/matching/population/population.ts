import { houseAndZipOf, sketchOf } from '../block/sketch.js';
import type { NormalRecord } from '../records/normal-record.js';
import { BearerList, NameBearers, VERY_MANY } from './name-bearers.js';
import { TextCounts } from './text-counts.js';

/**
 * Counts of names over the whole loaded population, never only the candidates at hand. 23 % of IRS records
 * share their exact name with another EIN, so a name's weight depends on how many bear it.
 */
export interface Population {
  /** Bodies that bear the core name; 0 where none does. Exact up to 16, above that the power of two below, at most 256. */
  bearers(core: string): number;
  /** The same of those in a state. */
  bearersIn(core: string, state: string): number;
  /** Records that bear it: more than bodies where a body stands in several registers. */
  records(core: string): number;
  /** True if a name is counted only among records at the address in a question. */
  isCountedThere?(core: string): boolean;
  /** Bodies of twenty names or more are at the door: it is an agent's or a virtual office and relates nobody. */
  isCrowded(door: string): boolean;
  /** False where so few records are of the state that a namesake there may be missing from the population. */
  covers(state: string): boolean;
}

/**
 * Counts a population record by record, in whatever order; memory grows by 15 bytes a name and 24 a
 * record. Records of one body are told by `identity.ts`: those are no namesakes.
 */
export class PopulationCounter {
  readonly #counted = new TextCounts();
  readonly #bearers = new BearerList();
  /** Records that bear a core, or are at a house number and ZIP code, however many of them are one body. */
  readonly #records = new TextCounts();
  readonly #doors = new TextCounts();
  readonly #states = new Map<string, number>();

  /** `register`: within one a body stands once, so that it tells namesakes from records of one body. */
  add(record: NormalRecord, register = ''): void {
    const { cores, houseAndZip, door, state } = sketchOf(record);
    for (const text of [...cores, `\n${houseAndZip}`]) this.#records.add(text);
    // A benefit trust bears its employer's name; it is no second firm of that name.
    if (!record.record.isBenefitTrust) this.#bearers.add(record, register);
    if (door !== '' && this.#isFirst(`\n${cores[0]}\n${door}`, door)) this.#doors.add(door);
    if (state !== '') this.#states.set(state, (this.#states.get(state) ?? 0) + 1);
  }

  finish(): Population {
    const covered = coveredStates(this.#states);
    const bearers = new NameBearers(this.#bearers);
    const isVeryMany = (text: string) => this.#records.of(text) > MAX_COUNTED;
    const counted = (core: string) => (isVeryMany(core) ? VERY_MANY : bearers.of(core));
    return {
      bearers: (core) => roundedBearers(counted(core).bodies),
      bearersIn: (core, state) => roundedBearers(counted(core).inState(state)),
      records: (core) => roundedBearers(counted(core).records),
      isCrowded: (door) => isVeryMany(`\n${houseAndZipOf(door)}`) || this.#doors.of(door) >= CROWD,
      covers: (state) => covered.has(state),
    };
  }

  /** How many records are of each state. */
  get states(): ReadonlyMap<string, number> {
    return this.#states;
  }

  /** Each record without a known door is a body. */
  #isFirst(text: string, door: string): boolean {
    return door === '' || this.#counted.add(text) === 0;
  }
}

/** A judgement rests on the figure, so it does not change with each further bearer of a common name. */
export function roundedBearers(count: number): number {
  return count <= EXACT_BEARERS ? count : Math.min(MAX_BEARERS, 2 ** Math.floor(Math.log2(count)));
}

export function coveredStates(records: ReadonlyMap<string, number>): ReadonlySet<string> {
  const known = [...records.values()].reduce((sum, count) => sum + count, 0);
  const fewest = known / STATES / SPARSE;
  return new Set([...records].flatMap(([state, count]) => (count > 0 && count >= fewest ? [state] : [])));
}

/** If an address has this number of records, a further record tells nothing. */
export const CROWD = 20;
const MAX_BEARERS = 256;
/** Bodies are not counted among more records that bear one name, or are at one house number and ZIP code. */
export const MAX_COUNTED = 1_000;
const EXACT_BEARERS = 16;
const STATES = 51;
/** A state with less than a fifth of its even share is not covered. */
const SPARSE = 5;
