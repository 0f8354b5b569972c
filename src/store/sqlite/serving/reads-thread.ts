import { serveThread } from '../../../platform/threads/service-thread.js';
import { type DataVersion, isSameData, type SlowReads, slowReadsOf } from '../../store.js';
import { openLedger } from '../ledger/ledger.js';
import { ledgerPath, openData } from '../open.js';
import { READS_THREAD, type ReadsSettings } from './reads-owner.js';
import { CATALOG_MMAP_BYTES } from './served-data.js';

interface OpenReads {
  readonly from: DataVersion;
  readonly reads: SlowReads;
  close(): void;
}

const NO_LEDGER = {
  usage: () => Promise.reject(new Error('Usage is read by the ledger thread.')),
};

/** Reads on connections of its own. Opens nothing at the start: the service may have replaced its first data by then. */
await serveThread(READS_THREAD, ({ folder, hasLedger }: ReadsSettings) => {
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

  return {
    read: async (from, name, values) => {
      const { reads } = find(from) ?? open(from);
      return await (reads[name] as (...given: readonly unknown[]) => unknown)(...values);
    },
    leave: async (from) => {
      find(from)?.close();
      opened = opened.filter((one) => !isSameData(one.from, from));
    },
    close: async () => {
      for (const one of opened) one.close();
      await ledger?.close();
    },
  };
});
