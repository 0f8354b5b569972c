import type { Column } from './column.js';
import type { Facet } from './facet.js';
import type { Groups } from './groups.js';
import type { RoaringBitmap32 } from './roaring.js';
import type { Temporaries } from './temporaries.js';
import type { IndexQuery } from './types.js';

export interface Filterable {
  readonly groups: Groups | null;
  readonly facets: ReadonlyMap<string, Facet>;
  readonly columns: ReadonlyMap<string, Column>;
}

/** Documents that pass all filters, ranges and the group of the query; null where it has none. */
export function passing(
  query: IndexQuery,
  index: Filterable,
  temporaries: Temporaries,
): RoaringBitmap32 | null {
  const sets: RoaringBitmap32[] = [];
  if (query.group !== undefined) {
    sets.push(index.groups?.documentsOf(query.group, temporaries) ?? temporaries.none());
  }
  for (const { facet, values } of query.filters) {
    sets.push(index.facets.get(facet)?.withAny(values, temporaries) ?? temporaries.none());
  }
  for (const range of query.ranges) {
    sets.push(index.columns.get(range.column)?.within(range, temporaries) ?? temporaries.none());
  }
  const [first, ...rest] = sets;
  return first === undefined ? null : rest.reduce((sofar, next) => temporaries.and(sofar, next), first);
}
