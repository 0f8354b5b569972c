import Type from 'typebox';
import { FilingSchema } from '../../contract/filing.js';
import { PageMeta } from '../../contract/paging.js';
import { accessionOf } from '../../domain/accession-key.js';
import type { Filer, FilingRow } from '../../domain/sec.js';
import type { IndexAnswer } from '../../search/types.js';
import { type Answer, defineOperation } from '../declare.js';
import type { Dependencies } from '../dependencies.js';
import { toIndexQuery } from './query.js';
import { FilingSearchQuery, type FilingSearchRequest, parseFilingSearch } from './request.js';
import { toItem } from './shown.js';

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
    query: FilingSearchQuery,
    data: Type.Array(FilingSchema),
    meta: Type.Object(PageMeta),
    parse: ({ query }) => parseFilingSearch(query),
    price: () => [{ item: 'filings_search', credits: 2 }],
    run: (request) => run(request, dependencies),
  });
}

async function run(
  request: FilingSearchRequest,
  { catalog, indexes, sample }: Dependencies,
): Promise<Answer> {
  const answer = indexes()?.filings.search(toIndexQuery(request));
  const items = answer ? await hydrate(request, answer, catalog) : [];
  const totalCount = answer?.total ?? 0;
  return {
    data: { value: items },
    meta: {
      totalCount,
      offset: request.offset,
      limit: request.limit,
      hasMore: request.offset + (answer?.hits.length ?? 0) < totalCount,
      source: 'SEC EDGAR',
      ...(answer?.corrected != null && { correctedQuery: answer.corrected }),
      ...(sample && { sample }),
    },
  };
}

async function hydrate(request: FilingSearchRequest, answer: IndexAnswer, catalog: Dependencies['catalog']) {
  const accessions = answer.hits.map((hit) => accessionOf(hit.key));
  const filings = rowsByAccession(await catalog.getFilings(accessions));
  const ciks = new Set([...filings.values()].flatMap((rows) => rows.map((row) => row.cik)));
  const filers = await catalog.getFilers([...ciks]);
  const filerOf = new Map<number, Filer>(filers.map((filer) => [filer.cik, filer]));
  const asked = { ...request, tierOfFiler: answer.tierOfGroup };
  return accessions.flatMap((accession) => {
    const rows = filings.get(accession);
    return rows ? toItem(rows, filerOf, asked) : [];
  });
}

function rowsByAccession(rows: readonly FilingRow[]): Map<string, [FilingRow, ...FilingRow[]]> {
  const filings = new Map<string, [FilingRow, ...FilingRow[]]>();
  for (const row of rows) {
    const own = filings.get(row.accession);
    if (own) own.push(row);
    else filings.set(row.accession, [row]);
  }
  return filings;
}
