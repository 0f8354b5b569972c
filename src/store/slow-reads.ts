import type { Catalog } from './catalog.js';
import type { ContractQuery, LobbyingQuery, RecordPage } from './datasets.js';
import type { Ledger } from './ledger.js';

/**
 * Reads that may take longer than a request may hold a thread that serves: they count, or read a year. The account is
 * the one that asks.
 */
export interface SlowReads extends Pick<Ledger, 'usage'> {
  searchContracts(query: ContractQuery, accountId: string): Promise<RecordPage>;
  searchLobbying(query: LobbyingQuery, accountId: string): Promise<RecordPage>;
}

/** The names of all its functions; the compiler misses none. */
export const SLOW_READS: Readonly<Record<keyof SlowReads, true>> = {
  searchContracts: true,
  searchLobbying: true,
  usage: true,
};

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
