import type { IndexQuery } from '../../search/types.js';
import type { IndexPair } from '../index-pair.js';

/** A common word; a prefix; both, borne by so many that their documents are ticked off; words that stand in no name. */
const TEXTS = ['inc', 'a', 'inc be', 'inc co quite unheard of'];

const QUERY: Omit<IndexQuery, 'text'> = {
  tiers: [
    { how: 'exact', lexicons: ['name', 'core', 'former', 'ticker'] },
    { how: 'prefix', lexicons: ['name', 'former'] },
    { how: 'words', lexicons: ['name', 'former'] },
    { how: 'words', lexicons: ['description'] },
  ],
  filters: [],
  ranges: [],
  order: 'tiers',
  offset: 0,
  limit: 100,
};

/**
 * Asks both indexes what nobody asked: the code of a search is compiled then, before the first request would wait for
 * it and hold up all others for 10 ms.
 */
export function warmUp({ entities, filings }: IndexPair): void {
  const narrowed = [
    { index: entities, facet: { facet: 'state', values: ['CO', 'DE'] }, column: 'formed' },
    { index: filings, facet: { facet: 'form', values: ['4', '4/A'] }, column: 'filed' },
  ];
  for (const { index, facet, column } of narrowed) {
    const range = { column, from: 0, to: 20_000 };
    for (const text of TEXTS) {
      index.search({ ...QUERY, text });
      index.search({ ...QUERY, text, filters: [facet], ranges: [range], offset: 100_000 });
    }
  }
}
