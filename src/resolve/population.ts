import type { NormalRecord } from './prepare.js';
import { TextCounts } from './text-counts.js';

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
    const size = this.#size;
    const known = [...this.#states.values()].reduce((sum, count) => sum + count, 0);
    const fewest = known / STATES / SPARSE;
    return {
      size,
      bearers: (core) => this.#bearers.of(core),
      bearersIn: (core, state) => this.#bearers.of(inState(core, state)),
      mass: (token) => Math.log((size + 1) / (this.#tokens.of(token) + 1)),
      atDoor: (door) => this.#doors.of(door),
      covers: (state) => (this.#states.get(state) ?? 0) >= fewest,
    };
  }
}

/** No core holds a line feed. */
function inState(core: string, state: string): string {
  return `${core}\n${state}`;
}

const STATES = 51;
/** A state with less than a fifth of its even share is not covered. */
const SPARSE = 5;
