import type { CountedFacet, IndexQuery } from '../format/types.js';
import type { NumberSet } from '../sets/number-set.js';

/** Facets that are counted among the same documents, which are given segment by segment. */
export interface Counting {
  readonly facets: readonly CountedFacet[];
  readonly among: readonly NumberSet[];
}

/** Facets without a filter are counted among the documents of the query, each of the others among those without its own. */
export function* countings(
  query: IndexQuery,
  counted: readonly CountedFacet[],
  documents: readonly NumberSet[],
  without: (other: IndexQuery) => readonly NumberSet[],
): Generator<Counting> {
  const { filters, ranges } = query;
  const isFiltered = ({ facet }: CountedFacet) =>
    filters.some((filter) => filter.facet === facet) || ranges.some((range) => range.facet === facet);
  const free = counted.filter((one) => !isFiltered(one));
  if (free.length > 0) yield { facets: free, among: documents };
  for (const one of counted.filter(isFiltered)) {
    const other: IndexQuery = {
      ...query,
      filters: filters.filter(({ facet }) => facet !== one.facet),
      ranges: ranges.filter(({ facet }) => facet !== one.facet),
    };
    yield { facets: [one], among: without(other) };
  }
}
