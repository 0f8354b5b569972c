import type { RoaringBitmap32 } from './roaring.js';
import type { Temporaries } from './temporaries.js';

/** Documents that pass. What is left of few costs little; a copy of many costs as much as to find them. */
export interface Narrowing {
  /** All of them; not to be changed. */
  readonly all: () => RoaringBitmap32;
  /** Those among others, as a set of its own. */
  readonly of: (among: RoaringBitmap32) => RoaringBitmap32;
  /** The same of a set that nobody needs any more: it may be changed and given back. */
  readonly cut: (own: RoaringBitmap32) => RoaringBitmap32;
}

/** All of one or more, one after the other. */
export function together([first, ...rest]: readonly [Narrowing, ...Narrowing[]]): Narrowing {
  const cut = (own: RoaringBitmap32) => rest.reduce((sofar, next) => next.cut(sofar), own);
  return {
    all: () => rest.reduce((sofar, next) => next.of(sofar), first.all()),
    of: (among) => cut(first.of(among)),
    cut: (own) => cut(first.cut(own)),
  };
}

export function toThese(documents: RoaringBitmap32, temporaries: Temporaries): Narrowing {
  return {
    all: () => documents,
    of: (among) => temporaries.and(among, documents),
    cut: (own) => own.andInPlace(documents),
  };
}

/** What takes long to find for all: it is found once, and only where more than `few` documents are to be looked at. */
export function foundOnce({ find, few, ofFew }: FoundOnce, temporaries: Pick<Temporaries, 'and'>): Narrowing {
  let found: RoaringBitmap32 | undefined;
  const all = () => {
    found ??= find();
    return found;
  };
  return {
    all,
    of: (among) => (among.size <= few ? ofFew(among) : temporaries.and(among, all())),
    cut: (own) => (own.size <= few ? ofFew(own) : own.andInPlace(all())),
  };
}

interface FoundOnce {
  readonly find: () => RoaringBitmap32;
  /** So many documents are looked at in the time in which all are found. */
  readonly few: number;
  /** A new set of those that pass. */
  readonly ofFew: (among: RoaringBitmap32) => RoaringBitmap32;
}
