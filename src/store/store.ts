import type { Catalog } from './catalog.js';
import type { Ledger } from './ledger.js';
import type { Links } from './links.js';

export * from './candidates.js';
export * from './catalog.js';
export * from './datasets.js';
export * from './errors.js';
export * from './ledger.js';
export * from './links.js';
export * from './live-cache.js';
export * from './row-memory.js';
export * from './runs.js';
export * from './serving-store.js';
export * from './slow-reads.js';

/**
 * The store: public data in `catalog`, money and keys in `ledger`. Everything is a named async function over
 * domain types, so that a second engine is a second folder beside `sqlite/`. `test/store` runs over any engine.
 */
export interface Store {
  readonly catalog: Catalog;
  readonly links: Links;
  readonly ledger: Ledger;
  close(): Promise<void>;
}
