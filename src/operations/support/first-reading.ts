import type { IndexAnswer, IndexQuery } from '../../search/format/types.js';
import type { SearchIndex } from '../../search/index.js';
import type { PlacedText } from './place-tiers.js';

/** A way to read a request, and what it finds. */
export interface Reading<Query> {
  readonly query: Query;
  readonly answer: IndexAnswer;
}

/**
 * Returns the first reading that finds something, whether or not that passes the filters, else the last: filters never change how a text
 * is read.
 */
export function firstReading<Query extends IndexQuery & { readonly place?: PlacedText['place'] }>(
  readings: Iterable<Query>,
  index: SearchIndex,
): Reading<Query> | undefined {
  let found: Reading<Query> | undefined;
  for (const query of readings) {
    // To look up a place that no record has takes less than to look up the name before it.
    if (query.place && !index.hasMatch(query.place.written, [query.place.tier])) continue;
    found = { query, answer: index.search(query) };
    if (found.answer.total > 0 || matchesUnfiltered(query, index)) break;
  }
  return found;
}

function matchesUnfiltered({ counted: _counted, ...query }: IndexQuery, index: SearchIndex): boolean {
  if (query.filters.length === 0 && query.ranges.length === 0 && query.group === undefined) return false;
  return index.search({ ...query, filters: [], ranges: [], group: undefined, limit: 0 }).total > 0;
}
