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
  /** For serving requests; other processes write the data. */
  readonly serving?: boolean;
  /** Catalog and links are opened read-only: nothing in the folder is written. */
  readonly replica?: boolean;
  /** If the links are damaged, only reads of links fail; used for serving. */
  readonly toleratesLinks?: boolean;
  /** Page cache of the catalog. */
  readonly cacheKiB?: number;
  /** Cache of frequently read catalog records, for serving. */
  readonly hotKiB?: number;
  /** How much of a file is read through the system's page cache, without copying. */
  readonly mmapBytes?: number;
  /** For serving. */
  readonly onReadFault?: OnReadFault;
}

/**
 * Opens the store of a data folder: `catalog.db` (public data), `links.db` (which record is which), `ledger.db` (keys and
 * money) and `state.db` (other exact state). They are separate files so that a load never waits for a charge or a charge for a
 * load. Throws `SchemaMismatchError`.
 */
export async function openStore(folder: string, options: StoreOptions): Promise<Store> {
  return await withLedgerAndState(openData(folder, options), folder, options);
}

/** Opens the store of a folder with the catalog and links of another folder, read-only. Throws `SchemaMismatchError`. */
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

/**
 * Opens the store without catalog and links, for a thread that reads these from another folder. Throws `SchemaMismatchError`.
 */
export async function openLedgerAndState(
  folder: string,
  { schema }: Pick<StoreOptions, 'schema'>,
): Promise<Pick<Store, 'ledger' | 'state' | 'close'>> {
  // Before the ledger, whose schema implies that it exists.
  const state = openState({ path: statePath(folder), schema });
  try {
    const ledger = openLedger({ path: ledgerPath(folder), schema });
    return { ledger, state, close: () => ledger.close().finally(() => state.close()) };
  } catch (error) {
    await state.close();
    throw error;
  }
}

/** Opens the store without its ledger, for a thread that reaches the ledger through another. Throws `SchemaMismatchError`. */
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
