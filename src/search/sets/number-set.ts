import { upperBound } from '../../collections/bisect.js';
import type { Bitmap } from './bitmap/bitmap.js';
import { difference } from './bitmap/difference.js';
import { countCommon, intersection } from './bitmap/intersection.js';
import { bitmapOfNumbers } from './bitmap/make.js';
import { unionOf } from './bitmap/union.js';
import { thoseIn, thoseNotIn } from './marked.js';
import { lacking, merged, shared } from './sorted-lists.js';

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
  return upperBound(0, set.length, (at) => (set[at] as number) >= limit);
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

/** Documents that pass. To narrow few costs little; a copy of many costs as much as to find them. */
export interface DocumentFilter {
  /** All of them. */
  readonly all: () => NumberSet;
  /** Those among others. */
  readonly of: (among: NumberSet) => NumberSet;
}

/** All of one or more, one after the other. */
export function allOf([first, ...rest]: readonly [DocumentFilter, ...DocumentFilter[]]): DocumentFilter {
  const cut = (set: NumberSet) => rest.reduce((sofar, next) => next.of(sofar), set);
  return { all: () => cut(first.all()), of: (among) => cut(first.of(among)) };
}

/** Those of the one and those of the other. */
export function anyOf(one: DocumentFilter, other: DocumentFilter): DocumentFilter {
  const either = (own: NumberSet, further: NumberSet) =>
    united([own, further].filter((set) => sizeOf(set) > 0));
  return {
    all: () => either(one.all(), other.all()),
    of: (among) => either(one.of(among), other.of(among)),
  };
}

export function membership(documents: NumberSet): DocumentFilter {
  return { all: () => documents, of: (among) => both(among, documents) };
}

/** For sets that take long to find: each is found once, and only if a bitmap is to be narrowed. */
export function lazyFilter({ find, ofList, ofFew }: LazyFilter): DocumentFilter {
  let found: Bitmap | undefined;
  const all = () => {
    found ??= find();
    return found;
  };
  const ofBitmap = (among: Bitmap) => ofFew?.(among) ?? intersection(among, all());
  return { all, of: (among) => (isList(among) ? ofList(among) : ofBitmap(among)) };
}

interface LazyFilter {
  readonly find: () => Bitmap;
  /** Those of an ascending list that pass. */
  readonly ofList: (among: Uint32Array) => Uint32Array;
  /** A new set of those of a bitmap that pass, or null where it takes less to find all first. */
  readonly ofFew?: (among: Bitmap) => Bitmap | null;
}
