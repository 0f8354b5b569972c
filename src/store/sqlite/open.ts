import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../store.js';
import { openCatalog } from './catalog/sqlite-catalog.js';
import { openLedger } from './ledger/ledger.js';
import { openLinks } from './links/links.js';

export interface StoreOptions {
  /** `migrate`: create the files and bring older ones up to date. `current`: refuse what is not this version's. */
  readonly schema: 'migrate' | 'current';
  /** Memory for the catalog's pages. */
  readonly cacheKiB?: number;
  /** How much of the catalog file is read through the page cache of the system, without copies. */
  readonly mmapBytes?: number;
}

/**
 * The store of a data folder: `catalog.db` (public data), `links.db` (which record is which) and `ledger.db` (keys and money), each a file of its
 * own so that a load never waits for a charge or a charge for a load. Throws `SchemaMismatchError`.
 */
export async function openStore(folder: string, options: StoreOptions): Promise<Store> {
  if (options.schema === 'migrate') mkdirSync(folder, { recursive: true });
  const catalog = openCatalog({ folder, ...options });
  const opened = [catalog] as { close(): void }[];
  const closeAll = () => {
    for (const file of opened) file.close();
  };
  try {
    const links = openLinks({ path: join(folder, 'links.db'), schema: options.schema });
    opened.push(links);
    const ledger = openLedger({ path: join(folder, 'ledger.db'), schema: options.schema });
    return { catalog, links, ledger, close: () => ledger.close().finally(closeAll) };
  } catch (error) {
    closeAll();
    throw error;
  }
}
