import { RoaringBitmap32 } from '../../platform/internals/roaring.js';
import type { Container } from '../format/container.js';
import { IndexFormatError } from '../format/format-error.js';
import type { SetPlace } from '../format/layout.js';
import type { StoredSet } from '../sets/stored-set.js';

/** The difference is counted only if it has at most this part of the documents. */
const WORTH = 0.75;
/** Sets are compared whole if they differ in a part, one in so many of all documents, by no more than the part holds: to compare reads both from memory. */
const PART_IS_ONE_IN = 16;

/** A set whose values are counted. */
export interface CountedSet {
  /** Null: all documents. */
  readonly documents: StoredSet | null;
  readonly size: number;
  /** By value, facet by facet. */
  readonly counts: Uint32Array;
}

/** Large sets of documents whose values were counted when the index was built. */
export class CountedSets {
  readonly #sets: readonly CountedSet[];
  readonly #documentCount: number;
  readonly #fewest: number;

  /** `valueCount`: values of all facets that are counted. */
  constructor(
    container: Container,
    valueCount: number,
    documentsAt: (place: Exclude<SetPlace, 'all'>) => StoredSet | undefined,
  ) {
    const { countedSets, documentCount } = container.about;
    this.#documentCount = documentCount;
    const counts = countedSets.length === 0 ? new Uint32Array(0) : container.uint32('counted-sets');
    this.#sets = countedSets.map((place, at) => {
      const documents = place === 'all' ? null : documentsAt(place);
      if (documents === undefined)
        throw new IndexFormatError(`The index counts a set that it does not hold: ${JSON.stringify(place)}.`);
      return {
        documents,
        size: documents?.bitmap.size ?? documentCount,
        counts: counts.subarray(at * valueCount, (at + 1) * valueCount),
      };
    });
    this.#fewest = Math.min(...this.#sets.map(({ size }) => size));
  }

  /**
   * The set that differs least from the documents; undefined if it takes less to count these themselves. If a set differs
   * much in the middle part and little elsewhere, it is missed: that costs time and changes no count.
   */
  nearest(documents: RoaringBitmap32): CountedSet | undefined {
    const { size } = documents;
    let found: CountedSet | undefined;
    let least = size * WORTH;
    if (size * (1 + WORTH) <= this.#fewest) return undefined;
    const from = Math.floor(this.#documentCount / 2);
    const to = from + Math.ceil(this.#documentCount / PART_IS_ONE_IN);
    const part = RoaringBitmap32.fromRange(from, to);
    part.andInPlace(documents);
    for (const set of this.#sets) {
      if (Math.abs(set.size - size) >= least) continue;
      if (set.documents !== null) {
        const { bitmap } = set.documents;
        const differing = bitmap.rangeCardinality(from, to) + part.size - 2 * bitmap.andCardinality(part);
        if (differing > part.size) continue;
      }
      const shared = set.documents?.bitmap.andCardinality(documents) ?? size;
      const differing = set.size + size - 2 * shared;
      if (differing >= least) continue;
      found = set;
      least = differing;
    }
    part.dispose();
    return found;
  }
}
