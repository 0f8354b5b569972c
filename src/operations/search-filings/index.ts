import Type from 'typebox';
import { FILING_FACET_NAMES, facetsMeta as facetsIn } from '../../contract/facet-counts.js';
import { PageMeta } from '../../contract/paging.js';
import { FilingSchema } from '../../contract/records/filing.js';
import { accessionOf } from '../../domain/sec/accession-key.js';
import type { Filer } from '../../domain/sec/sec.js';
import type { IndexAnswer } from '../../search/types.js';
import type { PriceItem } from '../../store/store.js';
import { type Answer, defineOperation } from '../declare.js';
import type { Dependencies } from '../dependencies.js';
import { guessMeta } from '../guess-meta.js';
import { collectionName, loadedAmong } from '../origin.js';
import { byAccession } from './by-accession.js';
import { facetsMeta } from './facets-meta.js';
import { itemText } from './item-text.js';
import { toIndexQuery } from './query.js';
import { FilingSearchQuery, type FilingSearchRequest, parseFilingSearch } from './request.js';
import { shownOf } from './shown.js';

const PRICE: readonly PriceItem[] = [{ item: 'filings_search', credits: 2 }];

export function searchFilings(dependencies: Dependencies) {
  return defineOperation({
    id: 'searchFilings',
    method: 'GET',
    path: '/api/v1/sec/search',
    summary: 'Search SEC filings',
    description:
      'One result per filing (accession number), with an exact total at any depth. Costs 2 credits. Industry code, ' +
      'location and state of incorporation are the filer’s current ones.',
    scope: 'read',
    example: { query: { q: 'tesla', forms: '10-K', limit: '2' } },
    params: Type.Object({}),
    query: FilingSearchQuery.schema,
    data: Type.Array(FilingSchema),
    meta: Type.Object({ ...PageMeta, ...facetsIn(FILING_FACET_NAMES) }),
    parse: ({ query }) => parseFilingSearch(query),
    price: () => PRICE,
    run: (request) => run(request, dependencies),
  });
}

async function run(request: FilingSearchRequest, dependencies: Dependencies): Promise<Answer> {
  const { catalog, indexes, sample } = dependencies;
  const index = indexes()?.filings;
  const answer = index?.search(toIndexQuery(request));
  const json = answer ? await hydrate(request, answer, catalog) : '[]';
  const totalCount = answer?.total ?? 0;
  const searched = await loadedAmong(dependencies, ({ kind }) => kind === 'sec');
  return {
    data: { json },
    meta: {
      totalCount,
      offset: request.offset,
      limit: request.limit,
      hasMore: request.offset + (answer?.hits.length ?? 0) < totalCount,
      source: collectionName('SEC EDGAR', searched),
      searched,
      ...guessMeta(answer, request.exchange),
      ...facetsMeta(request, answer?.counts, index),
      ...(sample && { sample }),
    },
  };
}

/** The page as JSON text. */
async function hydrate(
  request: FilingSearchRequest,
  { hits, tierOfGroup }: IndexAnswer,
  catalog: Dependencies['catalog'],
): Promise<string> {
  const accessions = hits.map((hit) => accessionOf(hit.key));
  const rows = await catalog.getFilings(accessions);
  const filers = await catalog.getFilers([...new Set(rows.map((row) => row.cik))]);
  const filerOf = new Map<number, Filer>(filers.map((filer) => [filer.cik, filer]));
  const asked = { tierOfFiler: remembered(tierOfGroup), ...request };
  const items = byAccession(rows).map((own) => {
    const shown = shownOf(own, filerOf, asked);
    return itemText(shown, filerOf.get(shown.row.cik));
  });
  return `[${items.join(',')}]`;
}

/** A company's filings come together: its tier is asked for again and again. */
function remembered(tierOf: IndexAnswer['tierOfGroup']): IndexAnswer['tierOfGroup'] {
  const tiers = new Map<number, number | undefined>();
  return (cik) => {
    if (!tiers.has(cik)) tiers.set(cik, tierOf(cik));
    return tiers.get(cik);
  };
}
