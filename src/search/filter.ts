import type { Column } from './column.js';
import type { Facet } from './facet.js';
import type { Groups } from './groups.js';
import type { RoaringBitmap32 } from './roaring.js';
import type { Temporaries } from './temporaries.js';
import type { IndexQuery } from './types.js';

/** From one in so many of all documents on the sets are united first and applied once (measured: 160,000 of 20 million). */
const MANY_IS_ONE_IN = 128;

export interface Filterable {
  readonly documentCount: number;
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
  const { documentCount, groups, facets, columns } = index;
  const none = () => temporaries.none();
  return [
    ...(group === undefined ? [] : [toThese(groups?.documentsOf(group, temporaries) ?? none(), temporaries)]),
    ...filters.map(({ facet, values }) =>
      toAnyOf(facets.get(facet)?.documentsOf(values) ?? [], documentCount, temporaries),
    ),
    ...ranges.map(
      (range) => columns.get(range.column)?.within(range, temporaries) ?? toThese(none(), temporaries),
    ),
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

function toAnyOf(
  sets: readonly RoaringBitmap32[],
  documentCount: number,
  temporaries: Temporaries,
): Narrowing {
  const [first, ...others] = sets;
  if (first === undefined) return toThese(temporaries.none(), temporaries);
  if (others.length === 0) return toThese(first, temporaries);
  let united: RoaringBitmap32 | undefined;
  const all = () => {
    united ??= temporaries.or(sets);
    return united;
  };
  const each = (among: RoaringBitmap32) => {
    const passing = temporaries.and(among, first);
    for (const set of others) passing.orInPlace(temporaries.and(among, set));
    return passing;
  };
  const isMany = ({ size }: RoaringBitmap32) => size >= documentCount / MANY_IS_ONE_IN;
  return {
    all,
    of: (among) => (isMany(among) ? temporaries.and(among, all()) : each(among)),
    cut: (own) => (isMany(own) ? own.andInPlace(all()) : each(own)),
  };
}
