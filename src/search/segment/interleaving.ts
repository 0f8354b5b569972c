import { upperBound } from '../../collections/bisect.js';
import type { Bitmap } from '../sets/bitmap/bitmap.js';
import { countBelow, type NumberSet, nth, page, sizeOf } from '../sets/number-set.js';

/** A document of the main segment (0) or of its delta (1). */
export interface SegmentDocument {
  readonly segment: 0 | 1;
  readonly document: number;
}

/** Merges the documents of the main segment and its delta in rank order. */
export class Interleaving {
  /** Document of the delta -> the number of documents of the main segment before it, including hidden ones; ascending. */
  readonly #places: Uint32Array;
  readonly #hidden: Bitmap;

  constructor(places: Uint32Array, hidden: Bitmap) {
    this.#places = places;
    this.#hidden = hidden;
  }

  /**
   * Returns `limit` members of both sets after the first `offset`. Counts the documents before the page, so any offset costs
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

  /** Returns the number that the document would have in a single index. */
  numberOf({ segment, document }: SegmentDocument): number {
    const place = segment === 0 ? document : this.#placeOf(document);
    const before = segment === 0 ? this.#deltaUpTo(document) : document;
    return place - this.#hidden.countBelow(place) + before;
  }

  /** Returns how many of the first `count` members of both sets are in the delta. */
  #deltaAmong(count: number, main: NumberSet, delta: NumberSet): number {
    return upperBound(0, Math.min(count, sizeOf(delta)), (at) => {
      const before = at + countBelow(main, this.#placeOf(nth(delta, at) as number));
      return before >= count;
    });
  }

  /** Returns how many documents of the delta come before a document of the main segment. */
  #deltaUpTo(document: number): number {
    return upperBound(0, this.#places.length, (at) => this.#placeOf(at) > document);
  }

  #placeOf(document: number): number {
    return this.#places[document] as number;
  }
}
