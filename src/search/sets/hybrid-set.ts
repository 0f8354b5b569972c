import type { RoaringBitmap32 } from '../../platform/internals/roaring.js';
import type { BitmapScope } from './bitmap-scope.js';
import { asBitmap, both, less } from './combine.js';
import { bitmapOf, isBitmap, isList, type NumberSet, type OwnSet, sizeOf } from './number-set.js';
import { merged } from './sorted-lists.js';
import type { StoredSet } from './stored-set.js';

/** Numbers of a list and of a bitmap, none of both: to unite the two would copy the whole bitmap. */
export interface Parts {
  readonly list: Uint32Array;
  readonly bitmap: StoredSet | RoaringBitmap32 | null;
}

/** Those of any of the sets. */
export function partsOf(sets: readonly NumberSet[], bitmapScope: BitmapScope): Parts {
  const list = merged(sets.filter(isList));
  const bitmaps = sets.filter(isBitmap);
  const [first] = bitmaps;
  if (first === undefined) return { list, bitmap: null };
  const bitmap = bitmaps.length === 1 ? first : bitmapScope.or(bitmaps.map(bitmapOf));
  return { list: less(list, bitmap, bitmapScope), bitmap };
}

/** The bitmap, and the list where it is not empty. */
export function setsOf({ list, bitmap }: Parts): NumberSet[] {
  const sets: NumberSet[] = list.length === 0 ? [] : [list];
  if (bitmap !== null) sets.push(bitmap);
  return sets;
}

/** How many are not among others. */
export function countBeyond({ list, bitmap }: Parts, others: Parts, bitmapScope: BitmapScope): number {
  const ofList = lessParts(list, others, bitmapScope).length;
  if (bitmap === null) return ofList;
  const inBitmap = others.bitmap && bitmapOf(bitmap).andCardinality(bitmapOf(others.bitmap));
  const inList = sizeOf(both(others.list, bitmap, bitmapScope));
  return ofList + sizeOf(bitmap) - (inBitmap ?? 0) - inList;
}

/** Those that are not among others. */
export function beyond(parts: Parts, others: Parts, bitmapScope: BitmapScope): NumberSet[] {
  return setsOf(parts).map((set) => lessParts(set, others, bitmapScope));
}

/** The same of a set that nobody needs any more. */
export function cutBeyond(own: OwnSet, others: Parts, bitmapScope: BitmapScope): OwnSet {
  if (isList(own)) return lessParts(own, others, bitmapScope);
  return setsOf(others).reduce(
    (left: RoaringBitmap32, other) => left.andNotInPlace(asBitmap(other, bitmapScope)),
    own,
  );
}

function lessParts(set: Uint32Array, others: Parts, bitmapScope: BitmapScope): Uint32Array;
function lessParts(set: NumberSet, others: Parts, bitmapScope: BitmapScope): NumberSet;
function lessParts(set: NumberSet, others: Parts, bitmapScope: BitmapScope): NumberSet {
  return setsOf(others).reduce((left, other) => less(left, other, bitmapScope), set);
}
