import { upperBound } from '../../collections/bisect.js';
import type { Bitmap } from './bitmap/bitmap.js';
import { difference } from './bitmap/difference.js';
import { countCommon, intersection } from './bitmap/intersection.js';
import { bitmapOfNumbers } from './bitmap/make.js';
import { unionOf } from './bitmap/union.js';
import { thoseIn, thoseNotIn } from './marked.js';
import { lacking, merged, shared } from './sorted-lists.js';

/**
 * An ascending list if the numbers are few, a bitmap if they are many. A bitmap is part of the file or belongs to the search.
 * Among 20 million documents, each of few numbers has a chunk of a bitmap nearly to itself: filtering 500 of them takes 40 µs,
 * and a few µs as a list. Recipients must not change it.
 */
export type NumberSet = Uint32Array | Bitmap;

/** Sets of up to this many documents are lists; most larger ones are bitmaps. */
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

/** Returns how many members are below the limit. */
export function countBelow(set: NumberSet, limit: number): number {
  if (!isList(set)) return set.countBelow(limit);
  return upperBound(0, set.length, (at) => (set[at] as number) >= limit);
}

/** Returns the member with this rank. */
export function nth(set: NumberSet, place: number): number | undefined {
  return isList(set) ? set[place] : set.at(place);
}

export function listOf(set: NumberSet): Uint32Array {
  return isList(set) ? set : set.toUint32Array();
}

/** Returns `limit` members after the first `offset`. Any offset costs the same. */
export function page(set: NumberSet, offset: number, limit: number): Uint32Array {
  return isList(set) ? set.subarray(offset, offset + limit) : set.slice(offset, limit);
}

/** Returns the intersection. */
export function both(one: NumberSet, other: NumberSet): NumberSet {
  if (isList(one)) return listOfBoth(one, other);
  if (isList(other)) return listOfBoth(other, one);
  return intersection(one, other);
}

/** Returns the size of the intersection without building it. */
export function countOfBoth(one: NumberSet, other: NumberSet): number {
  if (isList(one) || isList(other)) return sizeOf(both(one, other));
  return countCommon(one, other);
}

function listOfBoth(one: Uint32Array, other: NumberSet): Uint32Array {
  if (one.length === 0) return one;
  return isList(other) ? shared(one, other) : thoseIn([other], one);
}

/** Returns the members of `one` that are not in `other`; `one` itself if either is empty. */
export function less(one: Uint32Array, other: NumberSet): Uint32Array;
export function less(one: NumberSet, other: NumberSet): NumberSet;
export function less(one: NumberSet, other: NumberSet): NumberSet {
  if (sizeOf(one) === 0 || sizeOf(other) === 0) return one;
  if (!isList(one)) return difference(one, asBitmap(other));
  return isList(other) ? lacking(one, other) : thoseNotIn(other, one);
}

/** Returns the union; the set itself if there is only one. */
export function united(sets: readonly NumberSet[]): NumberSet {
  if (sets.every(isList)) return merged(sets);
  const [one] = sets;
  return sets.length === 1 && one !== undefined ? one : unionOf(sets.map(asBitmap));
}

export function asBitmap(set: NumberSet): Bitmap {
  return isList(set) ? bitmapOfNumbers(set) : set;
}

/** Selects documents. Filtering few is cheap; copying many costs as much as finding them. */
export interface DocumentFilter {
  /** Returns all documents that pass. */
  readonly all: () => NumberSet;
  /** Returns the documents of `among` that pass. */
  readonly of: (among: NumberSet) => NumberSet;
}

/** Combines filters with AND, applied in order. */
export function allOf([first, ...rest]: readonly [DocumentFilter, ...DocumentFilter[]]): DocumentFilter {
  const cut = (set: NumberSet) => rest.reduce((sofar, next) => next.of(sofar), set);
  return { all: () => cut(first.all()), of: (among) => cut(first.of(among)) };
}

/** Combines two filters with OR. */
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

/** Returns a filter for a set that is expensive to find. It is found at most once, and only if a bitmap is filtered. */
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
  /** Returns the numbers of an ascending list that pass. */
  readonly ofList: (among: Uint32Array) => Uint32Array;
  /** Returns a new set with the members of a bitmap that pass; null if finding the whole set first is cheaper. */
  readonly ofFew?: (among: Bitmap) => Bitmap | null;
}
