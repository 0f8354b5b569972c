import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../store.js';
import { openCatalog } from './catalog/sqlite-catalog.js';
import type { SchemaMode } from './file/database.js';
import type { OnReadFault } from './file/shared-read-transactions.js';
import { openLedger } from './ledger/ledger.js';
import { openLinks } from './links/links.js';
import { openToleratedLinks } from './links/tolerated-links.js';
import { openState } from './state/state.js';

export interface StoreOptions {
  readonly schema: SchemaMode;
  /** Reads of requests are made cheap: the data is written by other processes. */
  readonly serving?: boolean;
  /** Catalog and links are read only: nothing of the folder is written. */
  readonly replica?: boolean;
  /** Damaged links fail their own reads only; so it is where they are served. */
  readonly toleratesLinks?: boolean;
  /** Memory for the catalog's pages. */
  readonly cacheKiB?: number;
  /** Memory for records of the catalog that are asked for again and again, where it serves. */
  readonly hotKiB?: number;
  /** How much of a file is read through the page cache of the system, without copies. */
  readonly mmapBytes?: number;
  /** For serving. */
  readonly onReadFault?: OnReadFault;
}

/**
 * The store of a data folder: `catalog.db` (public data), `links.db` (which record is which), `ledger.db` (keys and money)
 * and `state.db` (other exact state), each a file of its own so that a load never waits for a charge or a charge for a
 * load. Throws `SchemaMismatchError`.
 */
export async function openStore(folder: string, options: StoreOptions): Promise<Store> {
  return await withLedgerAndState(openData(folder, options), folder, options);
}

/** The store of a folder that has its catalog and links in another, where they are only read. Throws `SchemaMismatchError`. */
export async function openStoreOver(
  folder: string,
  data: string,
  options: Pick<StoreOptions, 'schema'>,
): Promise<Store> {
  return await withLedgerAndState(openData(data, { schema: 'current', replica: true }), folder, options);
}

async function withLedgerAndState(
  data: ReturnType<typeof openData>,
  folder: string,
  options: Pick<StoreOptions, 'schema'>,
): Promise<Store> {
  try {
    const exact = await openLedgerAndState(folder, options);
    return { ...data, ...exact, close: () => exact.close().finally(data.close) };
  } catch (error) {
    data.close();
    throw error;
  }
}

/** The store without its catalog and links, for a thread that reads these of another folder. Throws `SchemaMismatchError`. */
export async function openLedgerAndState(
  folder: string,
  { schema }: Pick<StoreOptions, 'schema'>,
): Promise<Pick<Store, 'ledger' | 'state' | 'close'>> {
  // Before the ledger, whose schema says that it is there.
  const state = openState({ path: statePath(folder), schema });
  try {
    const ledger = openLedger({ path: ledgerPath(folder), schema });
    return { ledger, state, close: () => ledger.close().finally(() => state.close()) };
  } catch (error) {
    await state.close();
    throw error;
  }
}

/** The store without its ledger, for a thread that reaches the ledger through another. Throws `SchemaMismatchError`. */
export function openData(folder: string, options: StoreOptions) {
  if (options.schema !== 'current') mkdirSync(folder, { recursive: true });
  const catalog = openCatalog({ folder, ...options });
  try {
    const { cacheKiB: _ofCatalog, toleratesLinks = options.serving, ...others } = options;
    const openThem = () => openLinks({ path: join(folder, 'links.db'), ...others });
    const links = toleratesLinks ? openToleratedLinks(openThem, options.onReadFault) : openThem();
    const close = () => {
      links.close();
      catalog.close();
    };
    return { catalog, links, close };
  } catch (error) {
    catalog.close();
    throw error;
  }
}

export function ledgerPath(folder: string): string {
  return join(folder, 'ledger.db');
}

export function statePath(folder: string): string {
  return join(folder, 'state.db');
}
