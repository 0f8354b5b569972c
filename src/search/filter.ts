import type { Column } from './column.js';
import type { Facet } from './facet.js';
import type { Groups } from './groups.js';
import { foundOnce, type Narrowing, toThese } from './narrowing.js';
import type { RoaringBitmap32 } from './roaring.js';
import type { Temporaries } from './temporaries.js';
import type { IndexQuery } from './types.js';

/** To apply several sets one by one takes less than to unite them up to so many of all documents (160,000 of 20 million). */
const FEW_IS_ONE_IN = 128;

export interface Filterable {
  readonly documentCount: number;
  readonly groups: Groups | null;
  readonly facets: ReadonlyMap<string, Facet>;
  readonly columns: ReadonlyMap<string, Column>;
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

function toAnyOf(
  sets: readonly RoaringBitmap32[],
  documentCount: number,
  temporaries: Temporaries,
): Narrowing {
  const [first, ...others] = sets;
  if (first === undefined) return toThese(temporaries.none(), temporaries);
  if (others.length === 0) return toThese(first, temporaries);
  const oneByOne = (among: RoaringBitmap32) => {
    const passing = temporaries.and(among, first);
    for (const set of others) passing.orInPlace(temporaries.and(among, set));
    return passing;
  };
  const few = documentCount / FEW_IS_ONE_IN;
  return foundOnce({ find: () => temporaries.or(sets), few, ofFew: oneByOne }, temporaries);
}
