import type { IndexAbout, SetPlace, StoredPlace } from '../format/layout.js';
import type { FacetInput } from '../format/types.js';
import type { Bitmap } from '../sets/bitmap/bitmap.js';
import { countCommon, intersection } from '../sets/bitmap/intersection.js';
import { bitmapOfRanges } from '../sets/bitmap/make.js';
import { asBitmap, type NumberSet, sizeOf } from '../sets/number-set.js';
import type { ContainerWriter } from './sections/container-writer.js';
import { valuesInOrder } from './write-facet.js';

/** Max sets of lexicons: each takes up to 2.5 MB per 20 million documents during the build. */
const MOST = 64;
/** Max sets that are the intersection of two others. */
const MAX_OF_BOTH = 64;
/**
 * Two sets with the same value whose sizes differ by less than this share (1/N) are assumed to be similar: only one of them is
 * counted.
 */
const ALIKE_IS_ONE_IN = 50;

interface CountedSet {
  readonly place: SetPlace;
  readonly documents: Bitmap;
}

/** The largest sets of documents. Most searches find one of them, nearly one of them, or few documents. */
export class CountedSets {
  readonly #from: number;
  #sets: (CountedSet & { readonly place: StoredPlace })[] = [];

  /** `from`: min documents of a set. */
  constructor(from: number) {
    this.#from = from;
  }

  /** Retains the set if it is among the largest and not a duplicate. */
  offer(place: StoredPlace, set: NumberSet): void {
    const size = sizeOf(set);
    if (size < this.#from) return;
    const documents = asBitmap(set);
    const isEqual = (one: CountedSet) =>
      one.documents.size === size && countCommon(one.documents, documents) === size;
    if (this.#sets.some(isEqual)) return;
    this.#sets.push({ place, documents });
    if (this.#sets.length <= MOST) return;
    this.#sets.sort((one, other) => other.documents.size - one.documents.size);
    this.#sets.pop();
  }

  /**
   * Writes, for each set and slice, the documents per value from the start to the end of the slice, facet after facet, and
   * their total. The empty value counts as 0. Intersections of a value with a set of a lexicon, or with another value, are
   * sets, too.
   */
  write(
    writer: ContainerWriter,
    facets: readonly FacetInput[],
    all: readonly FacetInput[],
    { documentCount, stretches }: { readonly documentCount: number; readonly stretches: number },
  ): Pick<IndexAbout, 'countedSets' | 'countedStretch'> {
    const values = facets.flatMap(valuesInOrder).map(([text, documents]) => (text === '' ? null : documents));
    const stretch = Math.max(1, Math.ceil(documentCount / stretches));
    const whole = bitmapOfRanges([[0, documentCount]]);
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
      const documents = intersection(
        (stored[one] as CountedSet).documents,
        (stored[other] as CountedSet).documents,
      );
      const place: SetPlace = { both: [one, other] };
      write({ place, documents });
      places.push(place);
    }
    section.close();
    this.#sets = [];
    return { countedSets: places, countedStretch: stretch };
  }

  /** Returns pairs of a value and a later set, not of the same facet, with the largest intersections. */
  #pairs(stored: readonly CountedSet[], valueCount: number): (readonly [number, number])[] {
    const found: { one: number; other: number; size: number }[] = [];
    for (let one = 1; one <= valueCount; one++) {
      for (let other = one + 1; other < stored.length; other++) {
        const [value, set] = [stored[one] as CountedSet, stored[other] as CountedSet];
        if (facetOf(value) === facetOf(set)) continue;
        const size = countCommon(value.documents, set.documents);
        if (size >= this.#from) found.push({ one, other, size });
      }
    }
    found.sort((a, b) => b.size - a.size);
    const kept: typeof found = [];
    for (const pair of found) {
      const isLike = (known: (typeof found)[number]) =>
        known.one === pair.one && known.size - pair.size < known.size / ALIKE_IS_ONE_IN;
      if (kept.length < MAX_OF_BOTH && !kept.some(isLike)) kept.push(pair);
    }
    return kept.map(({ one, other }) => [one, other]);
  }
}

function facetOf({ place }: CountedSet): number | undefined {
  return typeof place === 'object' && 'facet' in place ? place.facet : undefined;
}

function countsOf(
  documents: Bitmap,
  values: readonly (Bitmap | null)[],
  stretch: number,
  documentCount: number,
): Uint32Array {
  const width = values.length + 1;
  const stretches = Math.ceil(documentCount / stretch);
  const counts = new Uint32Array(stretches * width);
  for (let at = 0; at < stretches; at++) {
    const within = intersection(bitmapOfRanges([[at * stretch, (at + 1) * stretch]]), documents);
    const before = (place: number) => (at === 0 ? 0 : (counts[(at - 1) * width + place] as number));
    for (const [place, value] of values.entries())
      counts[at * width + place] = before(place) + (value === null ? 0 : countCommon(value, within));
    counts[at * width + values.length] = before(values.length) + within.size;
  }
  return counts;
}
