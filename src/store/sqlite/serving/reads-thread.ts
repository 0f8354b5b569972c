import { type MessagePort, workerData } from 'node:worker_threads';
import { announce } from '../../../platform/threads/announce.js';
import { answerCalls } from '../../../platform/threads/rpc.js';
import { SLOW_READS, slowReadsOf } from '../../store.js';
import { openLedger } from '../ledger/ledger.js';
import { ledgerPath, openData } from '../open.js';
import { CATALOG_MMAP_BYTES } from './served-data.js';

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
