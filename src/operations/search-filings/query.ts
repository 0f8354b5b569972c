import { dayNumber } from '../../domain/dates.js';
import type { IndexQuery, Tier } from '../../search/types.js';
import type { FilingSearchRequest } from './request.js';

/**
 * The order of API.md section 3: filings of the company that bears the name, ticker or former name; then names that
 * start with it; then all words in a name; then 8-K items, by number or the SEC's title; then words in form and description.
 */
const TIERS: readonly Tier[] = [
  { how: 'exact', lexicons: ['name', 'core', 'former', 'ticker'] },
  { how: 'prefix', lexicons: ['name', 'former'] },
  { how: 'words', lexicons: ['name', 'former'] },
  { how: 'exact', lexicons: ['item'] },
  { how: 'words', lexicons: ['itemTitle'] },
  { how: 'words', lexicons: ['description'] },
];

export function toIndexQuery(request: FilingSearchRequest): IndexQuery {
  return {
    text: request.text,
    tiers: TIERS,
    filters: [
      ...(request.forms.size > 0 ? [{ facet: 'form', values: [...request.forms] }] : []),
      ...(request.sic === null ? [] : [{ facet: 'sic', values: [request.sic] }]),
    ],
    ranges: request.from === null && request.to === null ? [] : [filedRange(request)],
    group: request.cik ?? undefined,
    order: request.sort === 'date' ? 'rank' : 'tiers',
    offset: request.offset,
    limit: request.limit,
  };
}

function filedRange({ from, to }: FilingSearchRequest) {
  return {
    column: 'filed',
    from: from === null ? null : dayNumber(from),
    to: to === null ? null : dayNumber(to),
  };
}
