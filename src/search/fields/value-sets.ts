import type { Container } from '../format/container.js';

/** For fewer documents than one in so many sets their values are counted one by one. */
const FEW_IS_ONE_IN = 8;

/** Takes documents, some at a time, and tells how many of them have each value. */
export interface ValueTally {
  readonly add: (documents: Uint32Array) => void;
  readonly counts: () => Uint32Array;
}

/**
 * The values of each document in some facets together, as the number of its set. A set is another one and one value more, or
 * the empty set, number 0; one that holds another has the greater number. See `writeValueSets`.
 */
export class ValueSets {
  /** By document. */
  readonly #sets: Uint16Array | Uint32Array;
  readonly #parents: Uint32Array;
  readonly #values: Uint32Array;

  constructor(container: Container, section: string) {
    this.#parents = container.uint32(`${section}/parents`);
    this.#values = container.uint32(`${section}/values`);
    this.#sets = container.uint16or32(`${section}/sets`, this.#parents.length);
  }

  /** For so many documents; `valueCount` is how many values there are. */
  tally(documentCount: number, valueCount: number): ValueTally {
    return documentCount * FEW_IS_ONE_IN < this.#parents.length
      ? this.#tallyEach(new Uint32Array(valueCount))
      : this.#tallyTogether(valueCount);
  }

  #tallyEach(counts: Uint32Array): ValueTally {
    const add = (documents: Uint32Array) => {
      for (const document of documents) {
        for (let set = this.#sets[document] as number; set > 0; set = this.#parents[set] as number) {
          increment(counts, this.#values[set] as number, 1);
        }
      }
    };
    return { add, counts: () => counts };
  }

  /** First by set; then each set hands its count on to the one it is made from. */
  #tallyTogether(valueCount: number): ValueTally {
    const bySet = new Int32Array(this.#parents.length);
    const sets = this.#sets;
    const add =
      sets instanceof Uint16Array
        ? (documents: Uint32Array) => countShort(documents, sets, bySet)
        : (documents: Uint32Array) => countLong(documents, sets, bySet);
    const counts = () => {
      const byValue = new Uint32Array(valueCount);
      for (let set = bySet.length - 1; set > 0; set--) {
        const count = bySet[set] as number;
        if (count === 0) continue;
        increment(byValue, this.#values[set] as number, count);
        increment(bySet, this.#parents[set] as number, count);
      }
      return byValue;
    };
    return { add, counts };
  }
}

/** The same as `countLong`: the engine makes faster code for one kind of array. */
function countShort(documents: Uint32Array, sets: Uint16Array, counts: Int32Array): void {
  for (let at = 0; at < documents.length; at++) {
    const set = sets[documents[at] as number] as number;
    counts[set] = ((counts[set] as number) + 1) | 0;
  }
}

function countLong(documents: Uint32Array, sets: Uint32Array, counts: Int32Array): void {
  for (let at = 0; at < documents.length; at++) {
    const set = sets[documents[at] as number] as number;
    counts[set] = ((counts[set] as number) + 1) | 0;
  }
}

function increment(counts: Uint32Array | Int32Array, at: number, by: number): void {
  counts[at] = (counts[at] as number) + by;
}
