import type { Catalog } from './data/catalog.js';
import type { Links } from './data/links.js';
import type { Ledger } from './state/ledger.js';
import type { State } from './state/state.js';

export * from './data/candidates.js';
export * from './data/catalog.js';
export * from './data/changes.js';
export * from './data/datasets.js';
export * from './data/links.js';
export * from './data/live-cache.js';
export * from './data/runs.js';
export * from './data/slow-reads.js';
export * from './errors.js';
export * from './serving/serving-store.js';
export * from './state/exports.js';
export * from './state/ledger.js';
export * from './state/match-lists.js';
export * from './state/sessions.js';
export * from './state/state.js';
export * from './state/watches.js';
export * from './state/windows.js';

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
