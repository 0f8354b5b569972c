import type { Catalog } from './catalog.js';
import type { Ledger } from './ledger.js';

/** Reads that may take longer than a request may hold a thread that serves: they count, or read a year. */
export interface SlowReads
  extends Pick<Catalog, 'searchContracts' | 'searchLobbying'>,
    Pick<Ledger, 'usage'> {}

/** In the calling thread. */
export function slowReadsOf(
  catalog: Pick<Catalog, 'searchContracts' | 'searchLobbying'>,
  ledger: Pick<Ledger, 'usage'>,
): SlowReads {
  return {
    searchContracts: (query) => catalog.searchContracts(query),
    searchLobbying: (query) => catalog.searchLobbying(query),
    usage: (accountId, from, to) => ledger.usage(accountId, from, to),
  };
}
