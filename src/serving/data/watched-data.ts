import type { Registry } from 'prom-client';
import { Counter } from 'prom-client';
import type { Log } from '../../platform/log.js';
import { openServedData, type ServedData } from '../../store/engine/engine.js';
import type { DataVersion } from '../../store/store.js';

interface Watch {
  readonly log: Pick<Log, 'error'>;
  readonly registry: Registry;
}

/**
 * Returns a function that opens the data of a folder for one of several threads. Counts reads of damaged pages, and logs the
 * first one of each file. Opens published versions read-only. The function rejects with `SchemaMismatchError`.
 */
export function watchedDataOpener(threads: number, watch: Watch): (from: DataVersion) => Promise<ServedData> {
  const onReadFault = faultCounter(watch);
  return ({ version, data }) => openServedData(data, { threads, onReadFault, replica: version !== null });
}

function faultCounter({ log, registry }: Watch): (file: string) => void {
  const faults = new Counter({
    name: 'dossier_store_read_faults_total',
    help: 'Reads that failed on a damaged database page or a failing disk; their requests got a 500.',
    labelNames: ['file'],
    registers: [registry],
  });
  const reported = new Set<string>();
  return (file) => {
    faults.inc({ file });
    if (reported.has(file)) return;
    reported.add(file);
    log.error(`Some of ${file} cannot be read; all other records are served. Run: dossier doctor --deep`);
  };
}
