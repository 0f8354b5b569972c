import type { IndexQuery } from '../format/types.js';
import { asBitmap } from '../sets/combine.js';
import { anyOf, type DocumentFilter, membership } from '../sets/document-filter.js';
import { FEW, NO_NUMBERS, type NumberSet } from '../sets/number-set.js';
import type { Groups } from '../texts/groups.js';
import type { Column } from './columns/column.js';
import type { Facet } from './facet.js';

export interface Filterable {
  readonly groups: Groups | null;
  readonly facets: ReadonlyMap<string, Facet>;
  readonly columns: ReadonlyMap<string, Column>;
}

/** One for the group, each filter and each range of the query, all of which must hold; what takes least first. */
export function filtersOf(query: IndexQuery, index: Filterable): DocumentFilter[] {
  const { group, filters, ranges } = query;
  const { groups, facets, columns } = index;
  const none = membership(NO_NUMBERS);
  const within = (isInOrder: boolean) =>
    ranges
      .filter(({ column }) => (columns.get(column)?.isInOrder ?? true) === isInOrder)
      .map((range) => columns.get(range.column)?.within(range) ?? none);
  return [
    ...(group === undefined ? [] : [membership(ofGroup(groups, group))]),
    ...within(true),
    ...filters.map(({ facet, values, or }) => {
      const valued = facets.get(facet)?.among(values) ?? none;
      const ranged = or && columns.get(or.column)?.within(or);
      return ranged ? anyOf(valued, ranged) : valued;
    }),
    ...within(false),
  ];
}

/** The busiest filers have a hundred thousand filings: too many to go through number by number. */
function ofGroup(groups: Groups | null, key: number): NumberSet {
  const documents = groups?.documentsOf(key) ?? NO_NUMBERS;
  return documents.length > FEW ? asBitmap(documents) : documents;
}
