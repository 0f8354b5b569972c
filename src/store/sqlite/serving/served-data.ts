import { HOT_KIB } from '../catalog/filings/filing-table.js';
import type { OnReadFault } from '../file/shared-read-transactions.js';
import { openData } from '../open.js';

/** Memory for the catalog's pages, of all threads of a service together. */
const CATALOG_CACHE_KIB = 64 * 1024;
/** Read in place from the system's page cache, which all threads share. */
export const CATALOG_MMAP_BYTES = 64 * 2 ** 30;

export interface ServedOptions {
  /** How many threads serve the folder: each gets its share of the memory. */
  readonly threads: number;
  readonly onReadFault: OnReadFault;
  /** Nothing of the folder is written. */
  readonly replica?: boolean;
}

export type ServedData = ReturnType<typeof openData>;

/** The data of a folder as one of several threads serves it. Throws `SchemaMismatchError`. */
export function openServedData(folder: string, { threads, onReadFault, replica }: ServedOptions): ServedData {
  return openData(folder, {
    onReadFault,
    replica: replica ?? false,
    schema: 'current',
    serving: true,
    cacheKiB: Math.ceil(CATALOG_CACHE_KIB / threads),
    hotKiB: Math.ceil(HOT_KIB / threads),
    mmapBytes: CATALOG_MMAP_BYTES,
  });
}
