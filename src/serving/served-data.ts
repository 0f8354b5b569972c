import type { Registry } from 'prom-client';
import { Counter } from 'prom-client';
import type { Log } from '../log.js';
import { HOT_KIB } from '../store/sqlite/catalog/hot-records.js';
import { openData } from '../store/sqlite/open.js';

/** Memory for the catalog's pages, of all threads of a service together. */
const CATALOG_CACHE_KIB = 64 * 1024;
/** Read in place from the system's page cache, which all threads share. */
export const CATALOG_MMAP_BYTES = 64 * 2 ** 30;

interface Watch {
  readonly log: Pick<Log, 'error'>;
  readonly registry: Registry;
}

/**
 * The data of a folder as one of so many threads serves it; reads that meet a damaged page are counted, and the first
 * one of a file is logged. Throws `SchemaMismatchError`.
 */
export function openServedData(folder: string, workers: number, watch: Watch) {
  return openData(folder, {
    onReadFault: faultCounter(watch),
    schema: 'current',
    serving: true,
    cacheKiB: Math.ceil(CATALOG_CACHE_KIB / workers),
    // Of all threads of a service together.
    hotKiB: Math.ceil(HOT_KIB / workers),
    mmapBytes: CATALOG_MMAP_BYTES,
  });
}

function faultCounter({ log, registry }: Watch): (file: string) => void {
  const faults = new Counter({
    name: 'dossier_store_read_faults_total',
    help: 'Reads of requests that met a damaged page of a database, or a disk that failed; their requests got a 500.',
    labelNames: ['file'],
    registers: [registry],
  });
  const told = new Set<string>();
  return (file) => {
    faults.inc({ file });
    if (told.has(file)) return;
    told.add(file);
    log.error(`Some of ${file} cannot be read; all other records are served. Run: dossier doctor --deep`);
  };
}
