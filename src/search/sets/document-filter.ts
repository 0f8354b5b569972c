import type { Bitmap } from './bitmap/bitmap.js';
import { intersection } from './bitmap/intersection.js';
import { both, isList, type NumberSet, sizeOf, united } from './number-set.js';

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
