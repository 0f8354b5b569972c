import { RoaringBitmap32 } from '../../platform/internals/roaring.js';
import type { SetPlace } from '../format/layout.js';
import type { FacetInput } from '../types.js';
import type { ContainerWriter } from './sections/container-writer.js';
import { valuesInOrder } from './write-facet.js';

/** Sets of a lexicon: each takes up to 2.5 MB of 20 million documents while the index is built. */
const MOST = 64;

interface CountedSet {
  readonly place: SetPlace;
  readonly documents: RoaringBitmap32;
}

/** The largest sets of documents: what a search finds is mostly one of them, or nearly, or few. */
export class CountedSets {
  readonly #from: number;
  #sets: CountedSet[] = [];

  /** A set with at least this number of documents is counted. */
  constructor(from: number) {
    this.#from = from;
  }

  /** Keeps a copy if the set is among the largest and no equal one is kept. */
  offer(place: SetPlace, documents: RoaringBitmap32 | Uint32Array): void {
    const size = documents instanceof Uint32Array ? documents.length : documents.size;
    if (size < this.#from) return;
    const copy = documents instanceof Uint32Array ? new RoaringBitmap32(documents) : documents.clone();
    if (this.#sets.some((one) => one.documents.isEqual(copy))) {
      copy.dispose();
      return;
    }
    this.#sets.push({ place, documents: copy });
    if (this.#sets.length <= MOST) return;
    this.#sets.sort((one, other) => other.documents.size - one.documents.size);
    this.#sets.pop()?.documents.dispose();
  }

  /** The counts of each set by value, facet by facet, and the sets. A blank is no value. */
  write(writer: ContainerWriter, facets: readonly FacetInput[], all: readonly FacetInput[]): SetPlace[] {
    const values = facets.flatMap(valuesInOrder);
    const sets: { readonly place: SetPlace; readonly documents: RoaringBitmap32 | null }[] = [
      { place: 'all', documents: null },
    ];
    for (const [facet, input] of all.entries())
      for (const [value, [, documents]] of valuesInOrder(input).entries())
        if (documents.size >= this.#from) sets.push({ place: { facet, value }, documents });
    sets.push(...this.#sets);
    const counts = new Uint32Array(sets.length * values.length);
    for (const [at, { documents }] of sets.entries())
      for (const [value, [text, own]] of values.entries())
        if (text !== '') counts[at * values.length + value] = documents?.andCardinality(own) ?? own.size;
    writer.add('counted-sets', counts);
    for (const { documents } of this.#sets) documents.dispose();
    this.#sets = [];
    return sets.map(({ place }) => place);
  }
}
