import type { Bitmap } from './bitmap/bitmap.js';
import { difference } from './bitmap/difference.js';
import { countCommon, intersection } from './bitmap/intersection.js';
import { bitmapOfNumbers } from './bitmap/make.js';
import { unionOf } from './bitmap/union.js';
import { thoseIn, thoseNotIn } from './marked.js';
import { isList, type NumberSet, sizeOf } from './number-set.js';
import { lacking, merged, shared } from './sorted-lists.js';

/** Those of both. */
export function both(one: NumberSet, other: NumberSet): NumberSet {
  if (isList(one)) return listOfBoth(one, other);
  if (isList(other)) return listOfBoth(other, one);
  return intersection(one, other);
}

/** How many are in both; a bitmap of them is not made. */
export function countOfBoth(one: NumberSet, other: NumberSet): number {
  if (isList(one) || isList(other)) return sizeOf(both(one, other));
  return countCommon(one, other);
}

function listOfBoth(one: Uint32Array, other: NumberSet): Uint32Array {
  if (one.length === 0) return one;
  return isList(other) ? shared(one, other) : thoseIn([other], one);
}

/** Those of the one that are not of the other; the one itself, where nothing is taken from it. */
export function less(one: Uint32Array, other: NumberSet): Uint32Array;
export function less(one: NumberSet, other: NumberSet): NumberSet;
export function less(one: NumberSet, other: NumberSet): NumberSet {
  if (sizeOf(one) === 0 || sizeOf(other) === 0) return one;
  if (!isList(one)) return difference(one, asBitmap(other));
  return isList(other) ? lacking(one, other) : thoseNotIn(other, one);
}

/** Those of any; the only set itself, where there is just one. */
export function united(sets: readonly NumberSet[]): NumberSet {
  if (sets.every(isList)) return merged(sets);
  const [one] = sets;
  return sets.length === 1 && one !== undefined ? one : unionOf(sets.map(asBitmap));
}

export function asBitmap(set: NumberSet): Bitmap {
  return isList(set) ? bitmapOfNumbers(set) : set;
}
