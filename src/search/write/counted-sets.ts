import { RoaringBitmap32 } from '../../platform/internals/roaring.js';
import type { IndexAbout, SetPlace, StoredPlace } from '../format/layout.js';
import type { FacetInput } from '../types.js';
import type { ContainerWriter } from './sections/container-writer.js';
import { valuesInOrder } from './write-facet.js';

/** Sets of a lexicon: each takes up to 2.5 MB of 20 million documents while the index is built. */
const MOST = 64;
/** Sets of the documents that are in two others. */
const MOST_OF_BOTH = 64;
/** Two sets of one value whose sizes differ by less than this part (one in N) are taken for nearly the same: one of them will do. */
const ALIKE_IS_ONE_IN = 50;

interface CountedSet {
  readonly place: SetPlace;
  readonly documents: RoaringBitmap32;
}

/** The largest sets of documents: what a search finds is mostly one of them, or nearly, or few. */
export class CountedSets {
  readonly #from: number;
  #sets: (CountedSet & { readonly place: StoredPlace })[] = [];

  /** A set with at least this number of documents is counted. */
  constructor(from: number) {
    this.#from = from;
  }

  /** Keeps a copy if the set is among the largest and no equal one is kept. */
  offer(place: StoredPlace, documents: RoaringBitmap32 | Uint32Array): void {
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

  /**
   * Set by set and stretch by stretch: how many documents up to the end of the stretch have each value, facet by facet, and how many
   * there are. A blank is no value. Documents that are in a value and a set of a lexicon, or in two values, are sets, too.
   */
  write(
    writer: ContainerWriter,
    facets: readonly FacetInput[],
    all: readonly FacetInput[],
    { documentCount, stretches }: { readonly documentCount: number; readonly stretches: number },
  ): Pick<IndexAbout, 'countedSets' | 'countedStretch'> {
    const values = facets.flatMap(valuesInOrder).map(([text, documents]) => (text === '' ? null : documents));
    const stretch = Math.max(1, Math.ceil(documentCount / stretches));
    const whole = RoaringBitmap32.fromRange(0, documentCount);
    const ofValues = all.flatMap((input, facet) =>
      valuesInOrder(input).flatMap(([, documents], value): (CountedSet & { place: StoredPlace })[] =>
        documents.size >= this.#from ? [{ place: { facet, value }, documents }] : [],
      ),
    );
    const stored: CountedSet[] = [{ place: 'all', documents: whole }, ...ofValues, ...this.#sets];
    const section = writer.open('counted-sets');
    const write = ({ documents }: CountedSet) =>
      section.write(countsOf(documents, values, stretch, documentCount));
    for (const one of stored) write(one);
    const places = stored.map(({ place }) => place);
    for (const [one, other] of this.#pairs(stored, ofValues.length)) {
      const documents = RoaringBitmap32.and(
        (stored[one] as CountedSet).documents,
        (stored[other] as CountedSet).documents,
      );
      const place: SetPlace = { both: [one, other] };
      write({ place, documents });
      documents.dispose();
      places.push(place);
    }
    section.close();
    whole.dispose();
    for (const { documents } of this.#sets) documents.dispose();
    this.#sets = [];
    return { countedSets: places, countedStretch: stretch };
  }

  /** Numbers of a value and a later set, not of the same facet, that share many documents: those with the most. */
  #pairs(stored: readonly CountedSet[], valueCount: number): (readonly [number, number])[] {
    const found: { one: number; other: number; size: number }[] = [];
    for (let one = 1; one <= valueCount; one++) {
      for (let other = one + 1; other < stored.length; other++) {
        const [value, set] = [stored[one] as CountedSet, stored[other] as CountedSet];
        if (facetOf(value) === facetOf(set)) continue;
        const size = value.documents.andCardinality(set.documents);
        if (size >= this.#from) found.push({ one, other, size });
      }
    }
    found.sort((a, b) => b.size - a.size);
    const kept: typeof found = [];
    for (const pair of found) {
      const isLike = (known: (typeof found)[number]) =>
        known.one === pair.one && known.size - pair.size < known.size / ALIKE_IS_ONE_IN;
      if (kept.length < MOST_OF_BOTH && !kept.some(isLike)) kept.push(pair);
    }
    return kept.map(({ one, other }) => [one, other]);
  }
}

function facetOf({ place }: CountedSet): number | undefined {
  return typeof place === 'object' && 'facet' in place ? place.facet : undefined;
}

function countsOf(
  documents: RoaringBitmap32,
  values: readonly (RoaringBitmap32 | null)[],
  stretch: number,
  documentCount: number,
): Uint32Array {
  const width = values.length + 1;
  const stretches = Math.ceil(documentCount / stretch);
  const counts = new Uint32Array(stretches * width);
  for (let at = 0; at < stretches; at++) {
    const within = RoaringBitmap32.fromRange(at * stretch, (at + 1) * stretch);
    within.andInPlace(documents);
    const before = (place: number) => (at === 0 ? 0 : (counts[(at - 1) * width + place] as number));
    for (const [place, value] of values.entries())
      counts[at * width + place] = before(place) + (value?.andCardinality(within) ?? 0);
    counts[at * width + values.length] = before(values.length) + within.size;
    within.dispose();
  }
  return counts;
}
