import type { Column } from './column.js';
import type { Facet } from './facet.js';
import type { Groups } from './groups.js';
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

/** Gives the documents that pass, of `among` or, where that is null, of all. What is left of few costs little. */
export type Narrowing = (among: RoaringBitmap32 | null) => RoaringBitmap32;

/** One for the group, each filter and each range of the query, all of which must hold. */
export function narrowings(query: IndexQuery, index: Filterable, temporaries: Temporaries): Narrowing[] {
  const { group, filters, ranges } = query;
  const { groups, facets, columns } = index;
  const none = () => temporaries.none();
  return [
    ...(group === undefined ? [] : [toThese(groups?.documentsOf(group, temporaries) ?? none(), temporaries)]),
    ...filters.map(({ facet, values }): Narrowing => {
      const known = facets.get(facet);
      return known ? toAnyOf(known.documentsOf(values), temporaries) : none;
    }),
    ...ranges.map((range): Narrowing => {
      const known = columns.get(range.column);
      return known ? toRange(range, known, temporaries) : none;
    }),
  ];
}

export function toThese(documents: RoaringBitmap32, temporaries: Temporaries): Narrowing {
  return (among) => (among === null ? documents : temporaries.and(among, documents));
}

function toAnyOf(sets: readonly RoaringBitmap32[], temporaries: Temporaries): Narrowing {
  return (among) => temporaries.or(among === null ? sets : sets.map((set) => temporaries.and(among, set)));
}

function toRange(range: RangeFilter, column: Column, temporaries: Temporaries): Narrowing {
  let inRange: RoaringBitmap32 | undefined;
  return (among) => {
    if (among !== null && among.size <= FEW) return temporaries.keep(fewWithin(range, column, among));
    inRange ??= column.within(range, temporaries);
    return among === null ? inRange : temporaries.and(among, inRange);
  };
}

function fewWithin(range: RangeFilter, column: Column, among: RoaringBitmap32): RoaringBitmap32 {
  const documents = among.toUint32Array();
  return new RoaringBitmap32(documents.filter((document) => isWithin(column.valueOf(document), range)));
}

function isWithin(value: number, { from, to }: RangeFilter): boolean {
  return value !== NONE && (from === null || value >= from) && (to === null || value <= to);
}
