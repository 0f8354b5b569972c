import { join } from 'node:path';
import { dayOf } from '../../src/domain/records/current-record.js';
import { accessionOf } from '../../src/domain/sec/accession-key.js';
import { IndexLoader, viewsOf } from '../../src/indexing/files/index-loader.js';
import { toIndexQuery as toEntityQuery } from '../../src/operations/search-entities/query.js';
import { parseEntitySearch } from '../../src/operations/search-entities/request.js';
import { toIndexQuery as toFilingQuery } from '../../src/operations/search-filings/query.js';
import { parseFilingSearch } from '../../src/operations/search-filings/request.js';
import type { IndexAnswer, IndexQuery } from '../../src/search/format/types.js';
import { openStore } from '../../src/store/sqlite/open.js';
import type { Catalog } from '../../src/store/store.js';

/** One of the two searches over a filled folder, in this process. */
export interface Searchable {
  readonly path: '/search' | '/sec/search';
  /** The request as the server reads it. */
  readonly parse: (request: Readonly<Record<string, string>>) => IndexQuery;
  readonly search: (query: IndexQuery) => IndexAnswer;
  /** Reads the rows of an answer from the store, as the server does. */
  readonly fetch: (answer: IndexAnswer) => Promise<unknown>;
}

export interface Opened {
  readonly catalog: Catalog;
  readonly entities: Searchable;
  readonly filings: Searchable;
}

/** Store and indexes are opened as a server opens them, and closed when the work is done. */
export async function withOpened<T>(folder: string, work: (opened: Opened) => Promise<T>): Promise<T> {
  const store = await openStore(folder, { schema: 'current', cacheKiB: 64 * 1024, mmapBytes: 64 * 2 ** 30 });
  try {
    return await work(await open(store.catalog, join(folder, 'index')));
  } finally {
    await store.close();
  }
}

async function open(catalog: Catalog, folder: string): Promise<Opened> {
  const problems: string[] = [];
  const loaded = await new IndexLoader(folder, (problem) => problems.push(problem)).look();
  if (loaded === undefined) throw new Error(`${folder} holds no index. ${problems.join(' ')}`);
  const indexes = viewsOf(loaded);
  return {
    catalog,
    entities: {
      path: '/search',
      parse: (request) => toEntityQuery(parseEntitySearch(request), dayOf(Date.now())),
      search: (query) => indexes.entities.search(query),
      fetch: ({ hits }) => catalog.entities.getByNumber(hits.map(({ key }) => Number(key))),
    },
    filings: {
      path: '/sec/search',
      parse: (request) => toFilingQuery(parseFilingSearch(request)),
      search: (query) => indexes.filings.search(query),
      fetch: ({ hits }) => catalog.filings.get(hits.map(({ key }) => accessionOf(key))),
    },
  };
}
