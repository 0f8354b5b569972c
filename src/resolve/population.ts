import { sketchOf } from './block/sketch.js';
import type { NormalRecord } from './prepare.js';
import { TextCounts } from './text-counts.js';
import { WORD_CLASSES, wordMass } from './word-mass.js';

/**
 * What the whole loaded population says about a name: never only the candidates at hand. 23 % of IRS records
 * share their exact name with another EIN, so a name's weight depends on how many bear it. How much a word tells is
 * not of the population: else each record that is loaded anywhere would change the judgements of others.
 */
export interface Population {
  /** Of as many names the rarest word stands in one. */
  readonly size: number;
  /** Bodies that bear the core name; 0 where none does. Exact up to 16, above that the power of two below, at most 256. */
  bearers(core: string): number;
  /** The same of those in a state. */
  bearersIn(core: string, state: string): number;
  /** Inverse document frequency of a token in natural logarithms, 0 to ln(size). */
  mass(token: string): number;
  /** Bodies of twenty names or more are at the door: it is an agent's or a virtual office and relates nobody. */
  isCrowded(door: string): boolean;
  /** False where so few records are of the state that a namesake there may be missing from the population. */
  covers(state: string): boolean;
}

const SIZE = 2 ** WORD_CLASSES;

/**
 * Counts a population record by record, in whatever order; memory grows with the distinct names, 60 bytes each. One
 * company in several registers, at one door, bears its name once: those are no namesakes.
 */
export class PopulationCounter {
  readonly #counted = new TextCounts();
  readonly #bearers = new TextCounts();
  readonly #doors = new TextCounts();
  readonly #states = new Map<string, number>();

  add(record: NormalRecord): void {
    const { cores, door, state } = sketchOf(record);
    for (const core of cores) {
      if (this.#isFirst(`${core}\n\n${door}`, door)) this.#bearers.add(core);
      if (state !== '' && this.#isFirst(`${core}\n${state}\n${door}`, door)) {
        this.#bearers.add(inState(core, state));
      }
    }
    if (door !== '' && this.#isFirst(`\n${cores[0]}\n${door}`, door)) this.#doors.add(door);
    if (state !== '') this.#states.set(state, (this.#states.get(state) ?? 0) + 1);
  }

  finish(): Population {
    const covered = coveredStates(this.#states);
    return {
      size: SIZE,
      bearers: (core) => roundedBearers(this.#bearers.of(core)),
      bearersIn: (core, state) => roundedBearers(this.#bearers.of(inState(core, state))),
      mass: wordMass,
      isCrowded: (door) => this.#doors.of(door) >= CROWD,
      covers: (state) => covered.has(state),
    };
  }

  /** How many records are of each state. */
  get states(): ReadonlyMap<string, number> {
    return this.#states;
  }

  /** Where no door is known, each record is a body. */
  #isFirst(text: string, door: string): boolean {
    return door === '' || this.#counted.add(text) === 0;
  }
}

/** No core holds a line feed. */
function inState(core: string, state: string): string {
  return `${core}\n${state}`;
}

/** A judgement rests on the figure, so it does not change with each further bearer of a common name. */
export function roundedBearers(count: number): number {
  return count <= EXACT_BEARERS ? count : Math.min(MOST_BEARERS, 2 ** Math.floor(Math.log2(count)));
}

export function coveredStates(records: ReadonlyMap<string, number>): ReadonlySet<string> {
  const known = [...records.values()].reduce((sum, count) => sum + count, 0);
  const fewest = known / STATES / SPARSE;
  return new Set([...records].flatMap(([state, count]) => (count > 0 && count >= fewest ? [state] : [])));
}

/** At a door of so many a further one tells nothing. */
const CROWD = 20;
const MOST_BEARERS = 256;
const EXACT_BEARERS = 16;
const STATES = 51;
/** A state with less than a fifth of its even share is not covered. */
const SPARSE = 5;
