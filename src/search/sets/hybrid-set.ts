import type { Bitmap } from './bitmap/bitmap.js';
import { countCommon } from './bitmap/intersection.js';
import { unionOf } from './bitmap/union.js';
import { both, less } from './combine.js';
import { isBitmap, isList, type NumberSet, sizeOf } from './number-set.js';
import { merged } from './sorted-lists.js';

/** Numbers of a list and of a bitmap, none of both: to unite the two would copy the whole bitmap. */
export interface Parts {
  readonly list: Uint32Array;
  readonly bitmap: Bitmap | null;
}

/** Those of any of the sets. */
export function partsOf(sets: readonly NumberSet[]): Parts {
  const list = merged(sets.filter(isList));
  const bitmaps = sets.filter(isBitmap);
  if (bitmaps.length === 0) return { list, bitmap: null };
  const bitmap = unionOf(bitmaps);
  return { list: less(list, bitmap), bitmap };
}

/** The bitmap, and the list where it is not empty. */
export function setsOf({ list, bitmap }: Parts): NumberSet[] {
  const sets: NumberSet[] = list.length === 0 ? [] : [list];
  if (bitmap !== null) sets.push(bitmap);
  return sets;
}

/** How many are not among others. */
export function countBeyond({ list, bitmap }: Parts, others: Parts): number {
  const ofList = lessParts(list, others).length;
  if (bitmap === null) return ofList;
  const inBitmap = others.bitmap && countCommon(bitmap, others.bitmap);
  const inList = sizeOf(both(others.list, bitmap));
  return ofList + sizeOf(bitmap) - (inBitmap ?? 0) - inList;
}

/** Those that are not among others. */
export function beyond(parts: Parts, others: Parts): NumberSet[] {
  return setsOf(parts).map((set) => lessParts(set, others));
}

/** Those of a set that are not among others. */
export function lessParts(set: Uint32Array, others: Parts): Uint32Array;
export function lessParts(set: NumberSet, others: Parts): NumberSet;
export function lessParts(set: NumberSet, others: Parts): NumberSet {
  return setsOf(others).reduce((left, other) => less(left, other), set);
}
