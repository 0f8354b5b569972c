import type { Catalog, SortedEntity, SortedPage, SortOrder } from './data/catalog.js';
import type { ChangeEvent, ChangeFilter, ChangePage } from './data/changes.js';
import type { ContractQuery, LobbyingQuery, RecordPage } from './data/datasets.js';
import type { Ledger } from './state/ledger.js';

/**
 * Reads that may take longer than a request may hold a thread that serves: they count, or read a year. The account is
 * the one that asks.
 */
export interface SlowReads extends Pick<Ledger, 'usage'> {
  searchContracts(query: ContractQuery, accountId: string): Promise<RecordPage>;
  searchLobbying(query: LobbyingQuery, accountId: string): Promise<RecordPage>;
  /** See `Entities.sorted`. */
  sortedEntities(
    numbers: readonly number[],
    order: SortOrder,
    page: SortedPage,
    accountId: string,
  ): Promise<readonly SortedEntity[]>;
  /** See `ChangeFeed`. */
  changesAfter(
    position: number | null,
    max: number,
    filter: ChangeFilter,
    accountId: string,
  ): Promise<ChangePage>;
  /** See `ChangeFeed`. */
  newestChanges(max: number, filter: ChangeFilter, accountId: string): Promise<readonly ChangeEvent[]>;
}

/** The names of all its functions; the compiler misses none. */
export const SLOW_READS: Readonly<Record<keyof SlowReads, true>> = {
  searchContracts: true,
  searchLobbying: true,
  sortedEntities: true,
  changesAfter: true,
  newestChanges: true,
  usage: true,
};

/** In the calling thread. */
export function slowReadsOf(
  catalog: Pick<Catalog, 'records' | 'feed' | 'entities'>,
  ledger: Pick<Ledger, 'usage'>,
): SlowReads {
  return {
    searchContracts: (query) => catalog.records.searchContracts(query),
    searchLobbying: (query) => catalog.records.searchLobbying(query),
    sortedEntities: (numbers, order, page) => catalog.entities.sorted(numbers, order, page),
    changesAfter: (position, max, filter) => catalog.feed.changesAfter(position, max, filter),
    newestChanges: (max, filter) => catalog.feed.newestChanges(max, filter),
    usage: (accountId, from, to) => ledger.usage(accountId, from, to),
  };
}

/** The data of one folder, as one publication of it: on one machine `version` is null. */
export interface DataVersion {
  readonly version: number | null;
  /** The folder's path. */
  readonly data: string;
}

export function isSameData(one: DataVersion, other: DataVersion): boolean {
  return one.version === other.version && one.data === other.data;
}

/** Calls one of the long reads of some data. */
export type SlowReadCall = (
  from: DataVersion,
  name: keyof SlowReads,
  values: readonly unknown[],
) => Promise<unknown>;

/** The long reads of some data, at the other end of their calls. */
export function slowReadsOver(call: SlowReadCall, from: DataVersion): SlowReads {
  const functions = Object.keys(SLOW_READS).map((name) => [
    name,
    (...values: readonly unknown[]) => call(from, name as keyof SlowReads, values),
  ]);
  return Object.fromEntries(functions) as SlowReads;
}
