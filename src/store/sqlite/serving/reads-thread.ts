import { workerData } from 'node:worker_threads';
import { announce } from '../../../platform/threads/announce.js';
import { answerCalls } from '../../../platform/threads/rpc.js';
import { type DataVersion, isSameData, type SlowReads, slowReadsOf } from '../../store.js';
import { openLedger } from '../ledger/ledger.js';
import { ledgerPath, openData } from '../open.js';
import { READS_THREAD, type ReadsSettings, type ReadsThread } from './reads-owner.js';
import { CATALOG_MMAP_BYTES } from './served-data.js';

interface OpenReads {
  readonly from: DataVersion;
  readonly reads: SlowReads;
  close(): void;
}

const NO_LEDGER = {
  usage: () => Promise.reject(new Error('The usage is read where the ledger is.')),
};

/** Reads with connections of its own; ends when its line is closed. */
await announce(() => {
  const { folder, hasLedger, ownData, line } = workerData as ReadsSettings;
  const ledger = hasLedger ? openLedger({ path: ledgerPath(folder), schema: 'current' }) : undefined;
  let opened: readonly OpenReads[] = [];

  const open = (from: DataVersion): OpenReads => {
    const replica = from.version !== null;
    const data = openData(from.data, { schema: 'current', mmapBytes: CATALOG_MMAP_BYTES, replica });
    const made = { from, reads: slowReadsOf(data.catalog, ledger ?? NO_LEDGER), close: data.close };
    opened = [...opened, made];
    return made;
  };
  const find = (from: DataVersion) => opened.find((one) => isSameData(one.from, from));

  if (ownData) open({ version: null, data: folder });
  line.on('close', () => {
    for (const one of opened) one.close();
    void ledger?.close();
  });
  answerCalls<ReadsThread>(line, READS_THREAD, {
    read: async (from, name, values) => {
      const { reads } = find(from) ?? open(from);
      return await (reads[name] as (...given: readonly unknown[]) => unknown)(...values);
    },
    leave: async (from) => {
      find(from)?.close();
      opened = opened.filter((one) => !isSameData(one.from, from));
    },
  });
});
