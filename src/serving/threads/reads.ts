import { type MessagePort, workerData } from 'node:worker_threads';
import { openLedger } from '../../store/sqlite/ledger/ledger.js';
import { ledgerPath, openData } from '../../store/sqlite/open.js';
import { CATALOG_MMAP_BYTES } from '../../store/sqlite/served-data.js';
import { slowReadsOf } from '../../store/store.js';
import { answerCalls } from '../calls.js';
import { SLOW_READS } from '../reads-owner.js';
import { announce } from './announce.js';

interface Data {
  readonly folder: string;
  readonly line: MessagePort;
}

/** Reads with connections of its own; ends when its line is closed. */
await announce(() => {
  const { folder, line } = workerData as Data;
  const data = openData(folder, { schema: 'current', mmapBytes: CATALOG_MMAP_BYTES });
  const ledger = openLedger({ path: ledgerPath(folder), schema: 'current' });
  line.on('close', () => {
    data.close();
    void ledger.close();
  });
  answerCalls(line, SLOW_READS, slowReadsOf(data.catalog, ledger));
});
