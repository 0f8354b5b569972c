import { upperBound } from '../../collections/bisect.js';
import type { Bitmap } from '../sets/bitmap/bitmap.js';
import { countBelow, type NumberSet, nth, page, sizeOf } from '../sets/number-set.js';

/** A document of the main segment (0) or of its delta (1). */
export interface SegmentDocument {
  readonly segment: 0 | 1;
  readonly document: number;
}

/** How the documents of a delta stand among those of the main segment, in rank order. */
export class Interleaving {
  /** Document of the delta -> how many of the main segment, hidden ones too, stand before it; ascending. */
  readonly #places: Uint32Array;
  readonly #hidden: Bitmap;

  constructor(places: Uint32Array, hidden: Bitmap) {
    this.#places = places;
    this.#hidden = hidden;
  }

  /**
   * `limit` members of both sets after the first `offset`. Counts the documents before the page, so any offset costs
   * the same.
   */
  page(main: NumberSet, delta: NumberSet, offset: number, limit: number): SegmentDocument[] {
    const skipped = this.#deltaAmong(offset, main, delta);
    const mains = page(main, offset - skipped, limit);
    const deltas = page(delta, skipped, limit);
    const merged: SegmentDocument[] = [];
    for (let at = 0, other = 0; merged.length < limit && (at < mains.length || other < deltas.length); ) {
      const [one, next] = [mains[at], deltas[other]];
      const isDelta = next !== undefined && (one === undefined || this.#placeOf(next) <= one);
      merged.push(isDelta ? { segment: 1, document: next } : { segment: 0, document: one as number });
      if (isDelta) other++;
      else at++;
    }
    return merged;
  }

  /** The number that the document would have in one index of both. */
  numberOf({ segment, document }: SegmentDocument): number {
    const place = segment === 0 ? document : this.#placeOf(document);
    const before = segment === 0 ? this.#deltaUpTo(document) : document;
    return place - this.#hidden.countBelow(place) + before;
  }

  /** How many of the first `count` members of both sets are the delta's. */
  #deltaAmong(count: number, main: NumberSet, delta: NumberSet): number {
    return upperBound(0, Math.min(count, sizeOf(delta)), (at) => {
      const before = at + countBelow(main, this.#placeOf(nth(delta, at) as number));
      return before >= count;
    });
  }

  /** How many of the delta stand before the document of the main segment. */
  #deltaUpTo(document: number): number {
    return upperBound(0, this.#places.length, (at) => this.#placeOf(at) > document);
  }

  #placeOf(document: number): number {
    return this.#places[document] as number;
  }
}
