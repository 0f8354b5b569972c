import { RoaringBitmap32 } from '../../platform/internals/roaring.js';
import { lacking, merged, shared } from './lists.js';
import { bitmapOf, isList, type NumberSet, type OwnSet, sizeOf } from './number-set.js';
import { StoredSet, thoseIn, thoseNotIn } from './stored-set.js';
import type { Temporaries } from './temporaries.js';

/** Those of both. */
export function both(one: NumberSet, other: NumberSet, temporaries: Temporaries): OwnSet {
  if (isList(one)) return listOfBoth(one, other, temporaries);
  if (isList(other)) return listOfBoth(other, one, temporaries);
  return temporaries.and(bitmapOf(one), bitmapOf(other));
}

function listOfBoth(one: Uint32Array, other: NumberSet, temporaries: Temporaries): Uint32Array {
  if (one.length === 0) return one;
  if (isList(other)) return shared(one, other);
  if (other instanceof StoredSet) return thoseIn([other], one);
  return temporaries.and(asBitmap(one, temporaries), other).toUint32Array();
}

/** Those of the one that are not of the other; the one itself, where nothing is taken from it. */
export function less(one: Uint32Array, other: NumberSet, temporaries: Temporaries): Uint32Array;
export function less(one: NumberSet, other: NumberSet, temporaries: Temporaries): NumberSet;
export function less(one: NumberSet, other: NumberSet, temporaries: Temporaries): NumberSet {
  if (sizeOf(one) === 0 || sizeOf(other) === 0) return one;
  if (!isList(one)) return temporaries.andNot(bitmapOf(one), asBitmap(other, temporaries));
  if (isList(other)) return lacking(one, other);
  if (other instanceof StoredSet) return thoseNotIn(other, one);
  return temporaries.andNot(asBitmap(one, temporaries), other).toUint32Array();
}

/** Those of any; the only set itself, where there is just one. */
export function united(sets: readonly NumberSet[], temporaries: Temporaries): NumberSet {
  if (sets.every(isList)) return merged(sets);
  const [one] = sets;
  return sets.length === 1 && one !== undefined
    ? one
    : temporaries.or(sets.map((set) => asBitmap(set, temporaries)));
}

/** The same of two sets that nobody else needs. */
export function ownUnion(one: OwnSet, other: OwnSet, temporaries: Temporaries): OwnSet {
  if (sizeOf(other) === 0) return one;
  if (sizeOf(one) === 0) return other;
  if (isList(one) && isList(other)) return merged([one, other]);
  return temporaries.or([asBitmap(one, temporaries), asBitmap(other, temporaries)]);
}

export function asBitmap(set: NumberSet, temporaries: Temporaries): RoaringBitmap32 {
  return isList(set) ? temporaries.keep(new RoaringBitmap32(set)) : bitmapOf(set);
}
