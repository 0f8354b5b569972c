import { RoaringBitmap32 } from '../../platform/internals/roaring.js';
import type { BitmapScope } from './bitmap-scope.js';
import { bitmapOf, isList, type NumberSet, type OwnSet, sizeOf } from './number-set.js';
import { lacking, merged, shared } from './sorted-lists.js';
import { StoredSet, thoseIn, thoseNotIn } from './stored-set.js';

/** Those of both. */
export function both(one: NumberSet, other: NumberSet, bitmapScope: BitmapScope): OwnSet {
  if (isList(one)) return listOfBoth(one, other, bitmapScope);
  if (isList(other)) return listOfBoth(other, one, bitmapScope);
  return bitmapScope.and(bitmapOf(one), bitmapOf(other));
}

/** How many are in both; a bitmap of them is not made. */
export function countOfBoth(one: NumberSet, other: NumberSet, bitmapScope: BitmapScope): number {
  if (isList(one) || isList(other)) return sizeOf(both(one, other, bitmapScope));
  return bitmapOf(one).andCardinality(bitmapOf(other));
}

function listOfBoth(one: Uint32Array, other: NumberSet, bitmapScope: BitmapScope): Uint32Array {
  if (one.length === 0) return one;
  if (isList(other)) return shared(one, other);
  if (other instanceof StoredSet) return thoseIn([other], one);
  return bitmapScope.and(asBitmap(one, bitmapScope), other).toUint32Array();
}

/** Those of the one that are not of the other; the one itself, where nothing is taken from it. */
export function less(one: Uint32Array, other: NumberSet, bitmapScope: BitmapScope): Uint32Array;
export function less(one: NumberSet, other: NumberSet, bitmapScope: BitmapScope): NumberSet;
export function less(one: NumberSet, other: NumberSet, bitmapScope: BitmapScope): NumberSet {
  if (sizeOf(one) === 0 || sizeOf(other) === 0) return one;
  if (!isList(one)) return bitmapScope.andNot(bitmapOf(one), asBitmap(other, bitmapScope));
  if (isList(other)) return lacking(one, other);
  if (other instanceof StoredSet) return thoseNotIn(other, one);
  return bitmapScope.andNot(asBitmap(one, bitmapScope), other).toUint32Array();
}

/** Those of any; the only set itself, where there is just one. */
export function united(sets: readonly NumberSet[], bitmapScope: BitmapScope): NumberSet {
  if (sets.every(isList)) return merged(sets);
  const [one] = sets;
  return sets.length === 1 && one !== undefined
    ? one
    : bitmapScope.or(sets.map((set) => asBitmap(set, bitmapScope)));
}

/** The same of two sets that nobody else needs. */
export function ownUnion(one: OwnSet, other: OwnSet, bitmapScope: BitmapScope): OwnSet {
  if (sizeOf(other) === 0) return one;
  if (sizeOf(one) === 0) return other;
  if (isList(one) && isList(other)) return merged([one, other]);
  return bitmapScope.or([asBitmap(one, bitmapScope), asBitmap(other, bitmapScope)]);
}

export function asBitmap(set: NumberSet, bitmapScope: BitmapScope): RoaringBitmap32 {
  return isList(set) ? bitmapScope.keep(new RoaringBitmap32(set)) : bitmapOf(set);
}
