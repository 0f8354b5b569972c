import type { Catalog } from './catalog.js';
import type { Ledger } from './ledger.js';
import type { Links } from './links.js';
import type { State } from './state.js';

export * from './candidates.js';
export * from './catalog.js';
export * from './changes.js';
export * from './datasets.js';
export * from './errors.js';
export * from './exports.js';
export * from './ledger.js';
export * from './links.js';
export * from './live-cache.js';
export * from './row-memory.js';
export * from './runs.js';
export * from './serving-store.js';
export * from './slow-reads.js';
export * from './state.js';
export * from './watches.js';

/**
 * The store: public data in `catalog` and `links`, money and keys in `ledger`, other exact state in `state`; `engine.ts`
 * opens it. The ledger and the state are asynchronous without exception, so that they can live in a database server. The catalog and the links are files: some
 * of their members answer at once, and those say so.
 */
export interface Store {
  readonly catalog: Catalog;
  readonly links: Links;
  readonly ledger: Ledger;
  readonly state: State;
  close(): Promise<void>;
}
