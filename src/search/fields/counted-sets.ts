import type { Container } from '../format/container.js';
import { IndexFormatError } from '../format/format-error.js';
import type { SetPlace, StoredPlace } from '../format/layout.js';
import type { Bitmap } from '../sets/bitmap/bitmap.js';
import { countCommon, intersection } from '../sets/bitmap/intersection.js';
import { bitmapOfRanges } from '../sets/bitmap/make.js';

/** Counting by difference pays if the difference has at most this share of the documents. */
const WORTH = 0.75;
/**
 * Two sets are compared in full only if they differ by at most 1/N of the span in a sample of that size: comparing reads both
 * from memory.
 */
const PART_IS_ONE_IN = 64;

/** The documents in all of `sets`; all documents if there are none. */
interface CountedSet {
  readonly sets: readonly Bitmap[];
  /** For each slice: the documents per value from the start to the end of that slice, and their total. */
  readonly counts: Uint32Array;
}

/** The slices `from` (inclusive) to `to` (exclusive). */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** A set of documents whose values have been counted. */
interface NearSet {
  readonly documents: Bitmap;
  /** Documents per value, facet after facet. */
  readonly counts: Uint32Array;
}

/**
 * Large sets of documents whose values were counted slice by slice when the index was built, so that a range of dates has its
 * counts too.
 */
export class CountedSets {
  readonly #sets: readonly CountedSet[];
  readonly #stretch: number;
  readonly #stretches: number;
  readonly #valueCount: number;

  /** `valueCount`: the number of values of all counted facets. */
  constructor(
    container: Container,
    valueCount: number,
    documentsAt: (place: StoredPlace) => Bitmap | undefined,
  ) {
    const { countedSets, countedStretch, documentCount } = container.about;
    this.#stretch = countedStretch;
    this.#stretches = Math.ceil(documentCount / countedStretch);
    this.#valueCount = valueCount;
    const counts = countedSets.length === 0 ? new Uint32Array(0) : container.uint32('counted-sets');
    const width = this.#stretches * (valueCount + 1);
    const setsAt = (place: SetPlace | undefined): readonly Bitmap[] => {
      if (place === 'all') return [];
      if (place !== undefined && 'both' in place) return place.both.flatMap((at) => setsAt(storedAt(at)));
      const documents = place && documentsAt(place);
      if (documents === undefined)
        throw new IndexFormatError(
          `The index counts a set that it does not contain: ${JSON.stringify(place)}.`,
        );
      return [documents];
    };
    const storedAt = (at: number): StoredPlace | undefined => {
      const place = countedSets[at];
      return place === undefined || place === 'all' || 'both' in place ? undefined : place;
    };
    this.#sets = countedSets.map((place, at) => ({
      sets: setsAt(place),
      counts: counts.subarray(at * width, (at + 1) * width),
    }));
  }

  /**
   * Returns the set that differs least from the documents, cut to the slices that contain them; `undefined` if counting the
   * documents themselves is faster. Misses a set that differs much in the middle and little elsewhere: that costs time but does
   * not change a count.
   */
  nearest(documents: Bitmap): NearSet | undefined {
    const { size } = documents;
    if (size === 0) return undefined;
    const span = this.#spanOf(documents);
    let found: CountedSet | undefined;
    let min = size * WORTH;
    let middle: Part | undefined;
    for (const set of this.#sets) {
      const own = this.#countIn(set, span, this.#valueCount);
      if (Math.abs(own - size) >= min) continue;
      middle ??= this.#middleOf(span, documents);
      const { whole, part } = middle;
      if (countIn(set, whole) + part.size - 2 * countIn(set, part) > part.size) continue;
      const differing = own + size - 2 * countIn(set, documents);
      if (differing >= min) continue;
      found = set;
      min = differing;
    }
    if (found === undefined) return undefined;
    const known = found;
    const counts = Uint32Array.from({ length: this.#valueCount }, (_, value) =>
      this.#countIn(known, span, value),
    );
    return { documents: this.#cut(known, span), counts };
  }

  #spanOf(documents: Bitmap): Span {
    return {
      from: Math.floor(documents.minimum / this.#stretch),
      to: Math.floor(documents.maximum / this.#stretch) + 1,
    };
  }

  /** Returns how many documents of the set have the value within the span. */
  #countIn({ counts }: CountedSet, { from, to }: Span, value: number): number {
    const upTo = (stretch: number) =>
      stretch === 0 ? 0 : (counts[(stretch - 1) * (this.#valueCount + 1) + value] as number);
    return upTo(to) - upTo(from);
  }

  #middleOf({ from, to }: Span, documents: Bitmap): Part {
    const start = Math.floor(((from + to) / 2) * this.#stretch);
    const length = Math.ceil(((to - from) * this.#stretch) / PART_IS_ONE_IN);
    const whole = bitmapOfRanges([[start, start + length]]);
    return { whole, part: intersection(whole, documents) };
  }

  #cut({ sets }: CountedSet, { from, to }: Span): Bitmap {
    const all = [...sets];
    if (from > 0 || to < this.#stretches || all.length === 0)
      all.unshift(bitmapOfRanges([[from * this.#stretch, to * this.#stretch]]));
    return all.reduce((one, other) => intersection(one, other));
  }
}

/** A range of documents, and the documents of a search within it. */
interface Part {
  readonly whole: Bitmap;
  readonly part: Bitmap;
}

/** Returns how many of the documents are in the set. */
function countIn({ sets }: CountedSet, documents: Bitmap): number {
  const [one, other] = sets;
  if (one === undefined) return documents.size;
  if (other === undefined) return countCommon(one, documents);
  return countCommon(intersection(one, documents), other);
}
