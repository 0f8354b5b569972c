import type { Container } from '../format/container.js';
import { page } from '../query/page.js';
import { isList, type NumberSet, sizeOf } from '../sets/number-set.js';

/** So many documents are looked up at a time. */
const AT_ONCE = 262_144;
/** For fewer documents than one in so many sets their values are counted one by one. */
const FEW_IS_ONE_IN = 8;

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

  /** How many of the documents have each value; `valueCount` is how many values there are. */
  count(documents: NumberSet, valueCount: number): Uint32Array {
    const counts = new Uint32Array(valueCount);
    if (sizeOf(documents) * FEW_IS_ONE_IN < this.#parents.length) this.#countEach(pagesOf(documents), counts);
    else this.#countTogether(pagesOf(documents), counts);
    return counts;
  }

  #countEach(pages: Iterable<Uint32Array>, counts: Uint32Array): void {
    for (const documents of pages) {
      for (const document of documents) {
        for (let set = this.#sets[document] as number; set > 0; set = this.#parents[set] as number) {
          increment(counts, this.#values[set] as number, 1);
        }
      }
    }
  }

  /** First by set; then each set hands its count on to the one it is made from. */
  #countTogether(pages: Iterable<Uint32Array>, counts: Uint32Array): void {
    const bySet = new Uint32Array(this.#parents.length);
    for (const documents of pages) countSets(documents, this.#sets, bySet);
    for (let set = bySet.length - 1; set > 0; set--) {
      const count = bySet[set] as number;
      if (count === 0) continue;
      increment(counts, this.#values[set] as number, count);
      increment(bySet, this.#parents[set] as number, count);
    }
  }
}

function* pagesOf(documents: NumberSet): Generator<Uint32Array> {
  if (isList(documents)) {
    yield documents;
    return;
  }
  for (let offset = 0; ; offset += AT_ONCE) {
    const among = page(documents, offset, AT_ONCE);
    if (among.length === 0) return;
    yield among;
  }
}

function countSets(documents: Uint32Array, sets: Uint16Array | Uint32Array, counts: Uint32Array): void {
  for (let at = 0; at < documents.length; at++) increment(counts, sets[documents[at] as number] as number, 1);
}

function increment(counts: Uint32Array, at: number, by: number): void {
  counts[at] = (counts[at] as number) + by;
}
