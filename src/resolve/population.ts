import type { NormalRecord } from './prepare.js';
import { TextCounts } from './text-counts.js';

/**
 * What the whole loaded population says about a name: never only the candidates at hand. 23 % of IRS records
 * share their exact name with another EIN, so a name's weight depends on how many bear it.
 *
 * Large numbers are told in powers of two. So a judgement changes only when a number that it rests on has moved by
 * a factor, and not with each record that is loaded anywhere.
 */
export interface Population {
  /** Records counted, and one: the greatest power of two in that. */
  readonly size: number;
  /** Bodies that bear the core name; 0 where none does. Exact up to 16, above that the power of two below. */
  bearers(core: string): number;
  /** The same of those in a state. */
  bearersIn(core: string, state: string): number;
  /** Inverse document frequency of a token in natural logarithms, 0 to ln(size), in steps of ln(2). */
  mass(token: string): number;
  /** Twenty records or more are at the door: it is an agent's or a virtual office and relates nobody. */
  isCrowded(door: string): boolean;
  /** False where so few records are of the state that a namesake there may be missing from the population. */
  covers(state: string): boolean;
}

/** Counts a population record by record; memory grows with the distinct names, 60 bytes each. */
export class PopulationCounter {
  #size = 0;
  readonly #bearers = new TextCounts();
  readonly #tokens = new TextCounts();
  readonly #doors = new TextCounts();
  readonly #states = new Map<string, number>();

  add({ names, address }: NormalRecord): void {
    const { state = '', door = '' } = address ?? {};
    this.#size++;
    for (const core of new Set(names.map((name) => name.core))) {
      this.#bearers.add(core);
      if (state !== '') this.#bearers.add(inState(core, state));
    }
    for (const token of new Set(names.flatMap((name) => name.tokens))) this.#tokens.add(token);
    if (door !== '') this.#doors.add(door);
    if (state !== '') this.#states.set(state, (this.#states.get(state) ?? 0) + 1);
  }

  finish(): Population {
    const size = powerOfTwo(this.#size + 1);
    const known = [...this.#states.values()].reduce((sum, count) => sum + count, 0);
    const fewest = known / STATES / SPARSE;
    return {
      size,
      bearers: (core) => rounded(this.#bearers.of(core)),
      bearersIn: (core, state) => rounded(this.#bearers.of(inState(core, state))),
      mass: (token) => Math.log(size / powerOfTwo(this.#tokens.of(token) + 1)),
      isCrowded: (door) => this.#doors.of(door) >= CROWD,
      covers: (state) => (this.#states.get(state) ?? 0) >= fewest,
    };
  }
}

/** No core holds a line feed. */
function inState(core: string, state: string): string {
  return `${core}\n${state}`;
}

/** The greatest that is not above the number. */
function powerOfTwo(number: number): number {
  return 2 ** Math.floor(Math.log2(number));
}

function rounded(count: number): number {
  return count <= 16 ? count : powerOfTwo(count);
}

const CROWD = 20;
const STATES = 51;
/** A state with less than a fifth of its even share is not covered. */
const SPARSE = 5;
