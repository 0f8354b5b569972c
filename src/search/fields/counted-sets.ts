import type { RoaringBitmap32 } from '../../platform/internals/roaring.js';
import type { Container } from '../format/container.js';
import type { SetPlace } from '../format/layout.js';
import type { StoredSet } from '../sets/stored-set.js';

/** To count the difference is worth it if it has at most so many of the documents. */
const WORTH = 0.75;

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
  readonly #fewest: number;

  /** `valueCount`: values of all facets that are counted. */
  constructor(
    container: Container,
    valueCount: number,
    documentsAt: (place: Exclude<SetPlace, 'all'>) => StoredSet | undefined,
  ) {
    const { countedSets, documentCount } = container.about;
    const counts = countedSets.length === 0 ? new Uint32Array(0) : container.uint32('counted-sets');
    this.#sets = countedSets.map((place, at) => {
      const documents = place === 'all' ? null : (documentsAt(place) ?? null);
      return {
        documents,
        size: documents?.bitmap.size ?? documentCount,
        counts: counts.subarray(at * valueCount, (at + 1) * valueCount),
      };
    });
    this.#fewest = Math.min(...this.#sets.map(({ size }) => size));
  }

  /** The set that differs least from the documents; undefined if it takes less to count these themselves. */
  nearest(documents: RoaringBitmap32): CountedSet | undefined {
    const { size } = documents;
    let found: CountedSet | undefined;
    let least = size * WORTH;
    if (size < this.#fewest * (1 - WORTH)) return undefined;
    for (const set of this.#sets) {
      if (Math.abs(set.size - size) >= least) continue;
      const shared = set.documents?.bitmap.andCardinality(documents) ?? size;
      const differing = set.size + size - 2 * shared;
      if (differing >= least) continue;
      found = set;
      least = differing;
    }
    return found;
  }
}
