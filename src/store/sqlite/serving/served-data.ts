import { HOT_KIB } from '../catalog/filings/filing-table.js';
import type { OnReadFault } from '../file/shared-read-transactions.js';
import { openData } from '../open.js';

/** Page cache for the catalog, for all threads of a service together. */
const CATALOG_CACHE_KIB = 64 * 1024;
/** Memory-mapped from the system's page cache, which all threads share. */
export const CATALOG_MMAP_BYTES = 64 * 2 ** 30;

export interface ServedOptions {
  /** Number of threads that serve the folder; each gets its share of the memory. */
  readonly threads: number;
  readonly onReadFault: OnReadFault;
  /** Nothing in the folder is written. */
  readonly replica?: boolean;
}

export type ServedData = ReturnType<typeof openData>;

/** Opens the data of a folder for one of several serving threads. Throws `SchemaMismatchError`. */
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
