import { HOT_KIB } from '../store/sqlite/catalog/hot-records.js';
import { openData } from '../store/sqlite/open.js';

/** Memory for the catalog's pages, of all threads of a service together. */
const CATALOG_CACHE_KIB = 64 * 1024;
/** Read in place from the system's page cache, which all threads share. */
export const CATALOG_MMAP_BYTES = 64 * 2 ** 30;

/** The data of a folder as one of so many threads serves it. Throws `SchemaMismatchError`. */
export function openServedData(folder: string, workers: number) {
  return openData(folder, {
    schema: 'current',
    serving: true,
    cacheKiB: Math.ceil(CATALOG_CACHE_KIB / workers),
    // Of all threads of a service together.
    hotKiB: Math.ceil(HOT_KIB / workers),
    mmapBytes: CATALOG_MMAP_BYTES,
  });
}
