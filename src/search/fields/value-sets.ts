import { upperBound } from '../../collections/bisect.js';
import type { Container } from '../format/container.js';
import type { ValueSetsAbout } from '../format/layout.js';
import { type Adjacency, openAdjacency } from '../sets/adjacency.js';

/** If the documents are fewer than this share of the sets (1/N), their values are counted one by one. */
const FEW_IS_ONE_IN = 8;
/** If a document is more than this many places ahead, the search is exponential instead of linear. */
const NEAR = 16;

/**
 * Counts values. `add` takes documents in ascending order, in any number of calls; `counts` returns the documents per value.
 */
interface ValueTally {
  readonly add: (documents: Uint32Array) => void;
  readonly counts: () => Uint32Array;
}

/** The values of each document in several facets, stored as the number of their combination. See `writeValueSets`. */
export class ValueSets {
  readonly #common: number;
  /** By document: the number of its set if common; otherwise the number of common sets. */
  readonly #codes: Uint8Array | Uint16Array;
  /** The values of each common set. */
  readonly #sets: Adjacency;
  readonly #rareDocuments: Uint32Array;
  /** The values of each document in `#rareDocuments`, by its place there. */
  readonly #rare: Adjacency;

  constructor(
    container: Container,
    section: string,
    { common, bits }: Pick<ValueSetsAbout, 'common' | 'bits'>,
  ) {
    this.#common = common;
    this.#codes = bits === 8 ? container.bytes(`${section}/codes`) : container.uint16(`${section}/codes`);
    this.#sets = openAdjacency(container, section);
    this.#rareDocuments = container.uint32(`${section}/rare-documents`);
    this.#rare = openAdjacency(container, `${section}/rare`);
  }

  /** `valueCount`: the number of values of the facets. */
  tally(documentCount: number, valueCount: number): ValueTally {
    const counts = new Uint32Array(valueCount);
    const [codes, common, sets] = [this.#codes, this.#common, this.#sets];
    const addRare = this.#rareDocuments.length === 0 ? () => undefined : this.#addRare(counts);
    if (documentCount * FEW_IS_ONE_IN < common) {
      const add = (documents: Uint32Array) => {
        for (const document of documents) addList(sets, codes[document] as number, 1, counts);
        addRare(documents.filter((document) => codes[document] === common));
      };
      return { add, counts: () => counts };
    }
    const bySet = new Int32Array(common + 1);
    const add = (documents: Uint32Array) => {
      if (codes instanceof Uint16Array) addRare(countShorts(documents, codes, bySet, common));
      else countBytes(documents, codes, bySet);
    };
    const sums = () => {
      for (let set = 0; set < common; set++) addList(sets, set, bySet[set] as number, counts);
      return counts;
    };
    return { add, counts: sums };
  }

  /** Returns a function that counts the values of rare documents. They must be in ascending order over all calls. */
  #addRare(counts: Uint32Array): (documents: Uint32Array) => void {
    const [all, lists] = [this.#rareDocuments, this.#rare];
    let place = 0;
    return (documents) => {
      for (let at = 0; at < documents.length; at++) {
        const document = documents[at] as number;
        if ((all[place + NEAR] ?? document) < document) place = firstFrom(all, place + NEAR, document);
        while ((all[place] as number) < document) place++;
        addList(lists, place, 1, counts);
      }
    };
  }
}

/** Returns the place of a number that is known to be in the list after `from`. */
function firstFrom(numbers: Uint32Array, from: number, number: number): number {
  let [low, step] = [from, NEAR];
  while ((numbers[low + step] ?? number) < number) {
    low += step;
    step *= 2;
  }
  return upperBound(low, Math.min(low + step, numbers.length), (at) => (numbers[at] as number) >= number);
}

/** Adds nothing for a number without a list. */
function addList({ starts, values }: Adjacency, list: number, count: number, counts: Uint32Array): void {
  const end = starts[list + 1] ?? 0;
  for (let at = starts[list] as number; at < end; at++) {
    const value = values[at] as number;
    counts[value] = (counts[value] as number) + count;
  }
}

function countBytes(documents: Uint32Array, codes: Uint8Array, counts: Int32Array): void {
  for (let at = 0; at < documents.length; at++) {
    const set = codes[documents[at] as number] as number;
    counts[set] = ((counts[set] as number) + 1) | 0;
  }
}

/** Scratch memory, one per thread. */
let rare = new Uint32Array(0);

/** Returns the documents whose set is not common. Branchless: the CPU would mispredict a branch here. */
function countShorts(
  documents: Uint32Array,
  codes: Uint16Array,
  counts: Int32Array,
  common: number,
): Uint32Array {
  if (rare.length < documents.length) rare = new Uint32Array(documents.length);
  const found = rare;
  let count = 0;
  for (let at = 0; at < documents.length; at++) {
    const document = documents[at] as number;
    const set = codes[document] as number;
    counts[set] = ((counts[set] as number) + 1) | 0;
    found[count] = document;
    count += 1 - ((set - common) >>> 31);
  }
  return found.subarray(0, count);
}
