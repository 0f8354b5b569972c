import type { Sketch } from '../block/sketch.js';
import { houseAndZipOf } from '../block/sketch.js';
import { Codes, codeOf, countBodies, type NameCounts, numberOf, VERY_MANY } from './name-holders.js';
import { CROWD, coveredStates, type Population, roundedHolders } from './population.js';

/** Finds records by name or address; `undefined` if there are more than are counted. */
export interface CountedRecords {
  bearing(core: string): readonly CountedRecord[] | undefined;
  atHouse(houseAndZip: string): readonly CountedRecord[] | undefined;
  /** Number of records in each state. */
  states(): ReadonlyMap<string, number>;
}

export interface CountedRecord extends Pick<Sketch, 'cores' | 'door' | 'state'> {
  readonly register: string;
  readonly city: string;
  readonly identifiers: readonly string[];
  readonly isBenefitTrust: boolean;
}

/** Returns the same counts as `PopulationCounter`, computed on request. */
export class StoredPopulation implements Population {
  readonly #records: CountedRecords;
  readonly #covered: ReadonlySet<string>;
  readonly #known = new Map<string, NameCounts>();

  constructor(records: CountedRecords) {
    this.#records = records;
    this.#covered = coveredStates(records.states());
  }

  /** Sorted. */
  get coveredStates(): readonly string[] {
    return [...this.#covered].sort();
  }

  holders(core: string): number {
    return roundedHolders(this.#counts(core).bodies);
  }

  holdersIn(core: string, state: string): number {
    return roundedHolders(this.#counts(core).inState(state));
  }

  records(core: string): number {
    return roundedHolders(this.#counts(core).records);
  }

  /** All counts of a name that decisions use, as one text. */
  figuresOf(core: string): string {
    const { states, inState } = this.#counts(core);
    const inStates = states.map((state) => `${state} ${Math.min(2, inState(state))}`);
    return [this.holders(core), this.records(core), ...inStates].join();
  }

  isCrowded(door: string): boolean {
    const there = this.#records.atHouse(houseAndZipOf(door));
    if (there === undefined) return true;
    const names = there.flatMap((one) => (one.door === door ? (one.cores[0] ?? []) : []));
    return new Set(names).size >= CROWD;
  }

  covers(state: string): boolean {
    return this.#covered.has(state);
  }

  #counts(core: string): NameCounts {
    const known = this.#known.get(core);
    if (known) return known;
    const records = this.#records.bearing(core);
    const counts = records ? countsOf(core, records) : VERY_MANY;
    this.#known.set(core, counts);
    return counts;
  }
}

function countsOf(core: string, records: readonly CountedRecord[]): NameCounts {
  const [registers, states] = [new Codes(), new Codes()];
  const holders = records.flatMap((one) =>
    one.isBenefitTrust
      ? []
      : {
          register: registers.of(one.register),
          state: states.of(one.state),
          city: codeOf(one.city),
          door: codeOf(one.door),
          numbers: one.identifiers.map(numberOf),
        },
  );
  return countBodies(core, holders, (code) => states.text(code));
}
