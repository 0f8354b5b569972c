import type { RoaringBitmap32 } from '../../platform/internals/roaring.js';
import type { BitmapScope } from '../sets/bitmap-scope.js';
import { both, ownUnion, united } from '../sets/combine.js';
import { bitmapOf, isList, type NumberSet, type OwnSet, sizeOf } from '../sets/number-set.js';
import type { StoredSet } from '../sets/stored-set.js';

/** Documents that pass. To narrow few costs little; a copy of many costs as much as to find them. */
export interface DocumentFilter {
  /** All of them. */
  readonly all: () => NumberSet;
  /** Those among others. */
  readonly of: (among: NumberSet) => OwnSet;
  /** The same; a bitmap may be changed and given back. */
  readonly cut: (own: OwnSet) => OwnSet;
}

/** All of one or more, one after the other. */
export function allOf([first, ...rest]: readonly [DocumentFilter, ...DocumentFilter[]]): DocumentFilter {
  const cut = (own: OwnSet) => rest.reduce((sofar, next) => next.cut(sofar), own);
  return {
    all: () => rest.reduce((sofar, next) => next.of(sofar), first.all()),
    of: (among) => cut(first.of(among)),
    cut: (own) => cut(first.cut(own)),
  };
}

/** Those of the one and those of the other. */
export function anyOf(one: DocumentFilter, other: DocumentFilter, bitmapScope: BitmapScope): DocumentFilter {
  const of = (among: NumberSet) => ownUnion(one.of(among), other.of(among), bitmapScope);
  const all = () => {
    const further = other.all();
    return sizeOf(further) === 0 ? one.all() : united([one.all(), further], bitmapScope);
  };
  return { all, of, cut: of };
}

export function membership(documents: NumberSet, bitmapScope: BitmapScope): DocumentFilter {
  const of = (among: NumberSet) => both(among, documents, bitmapScope);
  return {
    all: () => documents,
    of,
    cut: (own) => (isList(own) || isList(documents) ? of(own) : own.andInPlace(bitmapOf(documents))),
  };
}

/** For sets that take long to find: each is found once, and only if a bitmap is to be narrowed. */
export function lazyFilter({ find, ofList, ofFew }: LazyFilter, bitmapScope: BitmapScope): DocumentFilter {
  let found: StoredSet | RoaringBitmap32 | undefined;
  const all = () => {
    found ??= find();
    return found;
  };
  const ofBitmap = (among: RoaringBitmap32) => ofFew?.(among) ?? bitmapScope.and(among, bitmapOf(all()));
  return {
    all,
    of: (among) => (isList(among) ? ofList(among) : ofBitmap(bitmapOf(among))),
    cut: (own) => (isList(own) ? ofList(own) : (ofFew?.(own) ?? own.andInPlace(bitmapOf(all())))),
  };
}

interface LazyFilter {
  readonly find: () => StoredSet | RoaringBitmap32;
  /** Those of an ascending list that pass. */
  readonly ofList: (among: Uint32Array) => Uint32Array;
  /** A new set of those of a bitmap that pass, or null where it takes less to find all first. */
  readonly ofFew?: (among: RoaringBitmap32) => RoaringBitmap32 | null;
}
