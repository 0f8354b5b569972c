import { firstPast } from '../../collections/bisect.js';
import type { Bitmap } from './bitmap/bitmap.js';

/**
 * Few numbers are an ascending list, many a bitmap: one of the file, or one of this search. Among 20 million each of few has a chunk of a
 * bitmap nearly to itself: 40 µs to narrow 500 of them, a few µs as a list. Not to be changed by whom it is handed to.
 */
export type NumberSet = Uint32Array | Bitmap;

/** Up to this number, documents are a list; most larger sets are stored as a bitmap. */
export const FEW = 16_384;

export const NO_NUMBERS = new Uint32Array(0);

export function isList(set: NumberSet): set is Uint32Array {
  return set instanceof Uint32Array;
}

export function isBitmap(set: NumberSet): set is Bitmap {
  return !isList(set);
}

export function sizeOf(set: NumberSet): number {
  return isList(set) ? set.length : set.size;
}

export function hasNumber(set: NumberSet, number: number): boolean {
  return isList(set) ? set[countBelow(set, number)] === number : set.has(number);
}

/** How many of the set are below the limit. */
export function countBelow(set: NumberSet, limit: number): number {
  if (!isList(set)) return set.countBelow(limit);
  return firstPast(0, set.length, (at) => (set[at] as number) >= limit);
}

/** The member at this rank. */
export function nth(set: NumberSet, place: number): number | undefined {
  return isList(set) ? set[place] : set.at(place);
}

export function listOf(set: NumberSet): Uint32Array {
  return isList(set) ? set : set.toUint32Array();
}

/** `limit` members after the first `offset`; any offset costs the same. */
export function page(set: NumberSet, offset: number, limit: number): Uint32Array {
  return isList(set) ? set.subarray(offset, offset + limit) : set.slice(offset, limit);
}
