import type { Container } from '../format/container.js';
import type { ValueSetsAbout } from '../format/layout.js';

/** If the documents are fewer than this part of the sets (one in N), their values are counted one by one. */
const FEW_IS_ONE_IN = 8;

/** Takes documents, some at a time, and tells how many of them have each value. */
export interface ValueTally {
  readonly add: (documents: Uint32Array) => void;
  readonly counts: () => Uint32Array;
}

/**
 * The values of each document in some facets together: the number of its set, or the values themselves. A set is another one and
 * one value more, or the empty set, number 0; one that holds another has the greater number. See `writeValueSets`.
 */
export class ValueSets {
  readonly #tally: (documentCount: number, valueCount: number) => ValueTally;

  constructor(container: Container, section: string, by: ValueSetsAbout['by']) {
    if (by === 'pair') {
      const pairs = container.int32(`${section}/pairs`);
      const lists = container.uint16(`${section}/lists`);
      this.#tally = (_, valueCount) => tallyPairs(pairs, lists, valueCount);
      return;
    }
    const parents = container.uint32(`${section}/parents`);
    const values = container.uint32(`${section}/values`);
    const sets = container.uint16or32(`${section}/sets`, parents.length);
    this.#tally = (documentCount, valueCount) =>
      documentCount * FEW_IS_ONE_IN < parents.length
        ? tallyEach({ parents, values, sets }, valueCount)
        : tallyTogether({ parents, values, sets }, valueCount);
  }

  /** `valueCount` is the number of values. */
  tally(documentCount: number, valueCount: number): ValueTally {
    return this.#tally(documentCount, valueCount);
  }
}

interface Sets {
  readonly parents: Uint32Array;
  readonly values: Uint32Array;
  /** By document. */
  readonly sets: Uint16Array | Uint32Array;
}

function tallyEach({ parents, values, sets }: Sets, valueCount: number): ValueTally {
  const counts = new Uint32Array(valueCount);
  const add = (documents: Uint32Array) => {
    for (const document of documents)
      for (let set = sets[document] as number; set > 0; set = parents[set] as number)
        increment(counts, values[set] as number, 1);
  };
  return { add, counts: () => counts };
}

/** First by set; then each set hands its count on to the one it is made from. */
function tallyTogether({ parents, values, sets }: Sets, valueCount: number): ValueTally {
  const bySet = new Int32Array(parents.length);
  const add =
    sets instanceof Uint16Array
      ? (documents: Uint32Array) => countShort(documents, sets, bySet)
      : (documents: Uint32Array) => countLong(documents, sets, bySet);
  const counts = () => {
    const byValue = new Uint32Array(valueCount);
    for (let set = bySet.length - 1; set > 0; set--) {
      const count = bySet[set] as number;
      if (count === 0) continue;
      increment(byValue, values[set] as number, count);
      increment(bySet, parents[set] as number, count);
    }
    return byValue;
  };
  return { add, counts };
}

function tallyPairs(pairs: Int32Array, lists: Uint16Array, valueCount: number): ValueTally {
  const ones = new Int32Array(valueCount + 1);
  const others = new Int32Array(valueCount + 1);
  return {
    add: (documents) => countPairs(documents, { pairs, lists }, ones, others),
    counts: () =>
      Uint32Array.from(
        { length: valueCount },
        (_, value) => (ones[value + 1] as number) + (others[value + 1] as number),
      ),
  };
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

/** Two counters, so that one does not wait for the other. No value counts as number 0. */
function countPairs(
  documents: Uint32Array,
  { pairs, lists }: { readonly pairs: Int32Array; readonly lists: Uint16Array },
  ones: Int32Array,
  others: Int32Array,
): void {
  for (let at = 0; at < documents.length; at++) {
    const pair = pairs[documents[at] as number] as number;
    if (pair < 0) {
      const from = -1 - pair;
      const to = from + (lists[from] as number);
      for (let place = from + 1; place <= to; place++) increment(ones, (lists[place] as number) + 1, 1);
      continue;
    }
    const one = pair & 0xffff;
    const other = pair >>> 16;
    ones[one] = ((ones[one] as number) + 1) | 0;
    others[other] = ((others[other] as number) + 1) | 0;
  }
}

function increment(counts: Uint32Array | Int32Array, at: number, by: number): void {
  counts[at] = (counts[at] as number) + by;
}
