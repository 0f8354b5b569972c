import type { Container } from '../format/container.js';
import type { ValueSetsAbout } from '../format/layout.js';

/** For fewer documents than one in so many sets their values are counted one by one. */
const FEW_IS_ONE_IN = 8;

/** Takes documents, some at a time, and tells how many of them have each value. */
export interface ValueTally {
  readonly add: (documents: Uint32Array) => void;
  readonly counts: () => Uint32Array;
}

/**
 * The values of each document in some facets together, as the number of its set, or as a pair of values. A set is another one
 * and one value more, or the empty set, number 0; one that holds another has the greater number. See `writeValueSets`.
 */
export class ValueSets {
  /** By document; one of the two. */
  readonly #sets: Uint16Array | Uint32Array | null;
  readonly #pairs: Int32Array | null;
  readonly #parents: Uint32Array;
  readonly #values: Uint32Array;

  constructor(container: Container, section: string, by: ValueSetsAbout['by']) {
    this.#parents = container.uint32(`${section}/parents`);
    this.#values = container.uint32(`${section}/values`);
    this.#sets = by === 'set' ? container.uint16or32(`${section}/sets`, this.#parents.length) : null;
    this.#pairs = by === 'pair' ? container.int32(`${section}/pairs`) : null;
  }

  /** For so many documents; `valueCount` is how many values there are. */
  tally(documentCount: number, valueCount: number): ValueTally {
    if (this.#pairs !== null) return this.#tallyPairs(this.#pairs, valueCount);
    const sets = this.#sets ?? new Uint16Array(0);
    return documentCount * FEW_IS_ONE_IN < this.#parents.length
      ? this.#tallyEach(sets, new Uint32Array(valueCount))
      : this.#tallyTogether(sets, valueCount);
  }

  #tallyPairs(pairs: Int32Array, valueCount: number): ValueTally {
    const ones = new Int32Array(valueCount + 1);
    const others = new Int32Array(valueCount + 1);
    const bySet = new Uint32Array(valueCount);
    const add = (documents: Uint32Array) => {
      for (const set of countPairs(documents, pairs, ones, others)) this.#addSet(set, bySet);
    };
    const counts = () => {
      const byValue = bySet.slice();
      for (let value = 0; value < valueCount; value++) {
        increment(byValue, value, (ones[value + 1] as number) + (others[value + 1] as number));
      }
      return byValue;
    };
    return { add, counts };
  }

  #tallyEach(sets: Uint16Array | Uint32Array, counts: Uint32Array): ValueTally {
    const add = (documents: Uint32Array) => {
      for (const document of documents) this.#addSet(sets[document] as number, counts);
    };
    return { add, counts: () => counts };
  }

  #addSet(number: number, counts: Uint32Array): void {
    for (let set = number; set > 0; set = this.#parents[set] as number) {
      increment(counts, this.#values[set] as number, 1);
    }
  }

  /** First by set; then each set hands its count on to the one it is made from. */
  #tallyTogether(sets: Uint16Array | Uint32Array, valueCount: number): ValueTally {
    const bySet = new Int32Array(this.#parents.length);
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

/** Returns the sets of documents with more than two values. No value counts as number 0. */
function countPairs(
  documents: Uint32Array,
  pairs: Int32Array,
  ones: Int32Array,
  others: Int32Array,
): number[] {
  const sets: number[] = [];
  for (let at = 0; at < documents.length; at++) {
    const pair = pairs[documents[at] as number] as number;
    if (pair < 0) {
      sets.push(-pair);
      continue;
    }
    const one = pair & 0xffff;
    const other = pair >>> 16;
    ones[one] = ((ones[one] as number) + 1) | 0;
    others[other] = ((others[other] as number) + 1) | 0;
  }
  return sets;
}

function increment(counts: Uint32Array | Int32Array, at: number, by: number): void {
  counts[at] = (counts[at] as number) + by;
}
