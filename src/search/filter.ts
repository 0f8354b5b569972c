import type { Column } from './column.js';
import type { Facet } from './facet.js';
import type { Groups } from './groups.js';
import { onlyThose } from './only-those.js';
import { RoaringBitmap32 } from './roaring.js';
import type { Temporaries } from './temporaries.js';
import { type IndexQuery, NONE, type RangeFilter } from './types.js';

/** The values of so many documents are read in the time in which a range is found for all. */
const FEW = 256;

export interface Filterable {
  readonly groups: Groups | null;
  readonly facets: ReadonlyMap<string, Facet>;
  readonly columns: ReadonlyMap<string, Column>;
}

/** Documents that pass. What is left of few costs little; a copy of many costs as much as to find them. */
export interface Narrowing {
  /** All of them; not to be changed. */
  readonly all: () => RoaringBitmap32;
  /** Those among others, as a set of its own. */
  readonly of: (among: RoaringBitmap32) => RoaringBitmap32;
  /** The same of a set that nobody needs any more: it may be changed and given back. */
  readonly cut: (own: RoaringBitmap32) => RoaringBitmap32;
}

/** One for the group, each filter and each range of the query, all of which must hold. */
export function narrowings(query: IndexQuery, index: Filterable, temporaries: Temporaries): Narrowing[] {
  const { group, filters, ranges } = query;
  const { groups, facets, columns } = index;
  const none = () => temporaries.none();
  return [
    ...(group === undefined ? [] : [toThese(groups?.documentsOf(group, temporaries) ?? none(), temporaries)]),
    ...filters.map(({ facet, values }) => toAnyOf(facets.get(facet)?.documentsOf(values) ?? [], temporaries)),
    ...ranges.map((range) => {
      const known = columns.get(range.column);
      return known ? toRange(range, known, temporaries) : toAnyOf([], temporaries);
    }),
  ];
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

function toAnyOf(sets: readonly RoaringBitmap32[], temporaries: Temporaries): Narrowing {
  const [first, ...others] = sets;
  if (first === undefined) return toThese(temporaries.none(), temporaries);
  if (others.length === 0) return toThese(first, temporaries);
  const of = (among: RoaringBitmap32) => {
    const passing = temporaries.and(among, first);
    for (const set of others) passing.orInPlace(temporaries.and(among, set));
    return passing;
  };
  return { all: () => temporaries.or(sets), of, cut: of };
}

function toRange(range: RangeFilter, column: Column, temporaries: Temporaries): Narrowing {
  let found: RoaringBitmap32 | undefined;
  const all = () => {
    found ??= column.within(range, temporaries);
    return found;
  };
  const few = (among: RoaringBitmap32) => temporaries.keep(fewWithin(range, column, among));
  return {
    all,
    of: (among) => (among.size <= FEW ? few(among) : temporaries.and(among, all())),
    cut: (own) => (own.size <= FEW ? few(own) : own.andInPlace(all())),
  };
}

function fewWithin(range: RangeFilter, column: Column, among: RoaringBitmap32): RoaringBitmap32 {
  const isWithinRange = (document: number) => isWithin(column.valueOf(document), range);
  return new RoaringBitmap32(onlyThose(among.toUint32Array(), isWithinRange));
}

function isWithin(value: number, { from, to }: RangeFilter): boolean {
  return value !== NONE && (from === null || value >= from) && (to === null || value <= to);
}
