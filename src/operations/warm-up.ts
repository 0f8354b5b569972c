import type { IndexQuery } from '../search/format/types.js';
import { toIndexQuery as toEntityQuery } from './search-entities/query.js';
import { parseEntitySearch } from './search-entities/request.js';
import { toIndexQuery as toFilingQuery } from './search-filings/query.js';
import { parseFilingSearch } from './search-filings/request.js';

/** No filter of these asks for today. */
const ANY_DAY = '2000-01-01';

const ENTITY_SEARCHES = [
  { name: 'inc' },
  { name: 'a' },
  { name: 'llc cor a' },
  { name: 'inc be', state: 'CO', formed_after: '2000-01-01', offset: '100000' },
  { name: 'inc co quite unheard of' },
  { name: 'smith jonson hardwere' },
  { name: 'the home depot inc', agent: 'corporation' },
  { officer: 'smith' },
  { filing_number: '20221555001' },
];

const FILING_SEARCHES = [
  { q: 'inc' },
  { q: 'a' },
  { q: 'inc be', forms: '4,4/A', start_date: '2000-01-01', offset: '100000' },
  { q: 'inc co quite unheard of' },
  { q: 'smith jonson hardwere' },
  { q: 'bankruptcy', sort: 'date' },
];

/** Searches by text as the API makes them: common words, a prefix, an unheard text, misspelt words, numbers, filters. */
export const WARM_UP: { readonly entities: readonly IndexQuery[]; readonly filings: readonly IndexQuery[] } =
  {
    entities: ENTITY_SEARCHES.map((query) => toEntityQuery(parseEntitySearch(query), ANY_DAY)),
    filings: FILING_SEARCHES.map((query) => toFilingQuery(parseFilingSearch(query))),
  };
