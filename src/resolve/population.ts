import type { NormalRecord } from './prepare.js';

/**
 * What the whole loaded population says about a name: never only the candidates at hand. 23 % of IRS records
 * share their exact name with another EIN, so a name's weight depends on how many bear it.
 */
export interface Population {
  /** Records counted. */
  readonly size: number;
  /** Records that bear the core name; 0 where none does. */
  bearers(core: string): number;
  bearersIn(core: string, state: string): number;
  /** Inverse document frequency of a token in natural logarithms, 0 to ln(size). */
  mass(token: string): number;
  /** Records at one door; a door of many is an agent's or a virtual office and relates nobody. */
  atDoor(door: string): number;
  /** False where so few records are of the state that a namesake there may be missing from the population. */
  covers(state: string): boolean;
}

/** Counts a population record by record; memory grows with the distinct names. */
export class PopulationCounter {
  #size = 0;
  readonly #bearers = new Map<string, number>();
  readonly #tokens = new Map<string, number>();
  readonly #doors = new Map<string, number>();
  readonly #states = new Map<string, number>();

  add({ names, address }: NormalRecord): void {
    const { state = '', door = '' } = address ?? {};
    this.#size++;
    for (const core of new Set(names.map((name) => name.core))) {
      increment(this.#bearers, core);
      if (state !== '') increment(this.#bearers, inState(core, state));
    }
    for (const token of new Set(names.flatMap((name) => name.tokens))) increment(this.#tokens, token);
    if (door !== '') increment(this.#doors, door);
    if (state !== '') increment(this.#states, state);
  }

  finish(): Population {
    const size = this.#size;
    const known = [...this.#states.values()].reduce((sum, count) => sum + count, 0);
    const fewest = known / STATES / SPARSE;
    return {
      size,
      bearers: (core) => this.#bearers.get(core) ?? 0,
      bearersIn: (core, state) => this.#bearers.get(inState(core, state)) ?? 0,
      mass: (token) => Math.log((size + 1) / ((this.#tokens.get(token) ?? 0) + 1)),
      atDoor: (door) => this.#doors.get(door) ?? 0,
      covers: (state) => (this.#states.get(state) ?? 0) >= fewest,
    };
  }
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** No core holds a line feed. */
function inState(core: string, state: string): string {
  return `${core}\n${state}`;
}

const STATES = 51;
/** A state with less than a fifth of its even share is not covered. */
const SPARSE = 5;
