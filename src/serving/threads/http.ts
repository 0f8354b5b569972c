import { parentPort, workerData } from 'node:worker_threads';
import { Metrics } from '../../http/metrics/metrics.js';
import { LiveIndexes } from '../../indexing/live-indexes.js';
import { createLog } from '../../log.js';
import { announce } from '../../platform/threads/announce.js';
import { answerCalls, Line } from '../../platform/threads/rpc.js';
import { SOURCES } from '../../sources/index.js';
import { ledgerClient } from '../../store/engine.js';
import { STORE_ERRORS } from '../../store/store.js';
import { openServer } from '../open-server.js';
import { FOR_MAIN, FOR_WORKERS, type ForMain, type ForWorkers } from '../service.js';
import { duplicateSocket } from '../shared-socket.js';
import { openWatchedData } from '../watched-data.js';
import type { WorkerData } from '../worker-settings.js';

/** One more server on the main thread's socket. */
await announce(async () => {
  const { folder, logLevel, number, ...data } = workerData as WorkerData;
  const main = new Line(() => new Error('The main thread is gone.'), STORE_ERRORS);
  main.connect(data.main);
  const service = main.functions<ForWorkers>(FOR_WORKERS);
  const ledger = ledgerClient(data.ledger);
  const indexes = new LiveIndexes();
  const loaded = await service.loadedIndex();
  if (loaded) indexes.use(loaded);
  const metrics = new Metrics();
  const log = createLog(logLevel).child({ worker: number });
  const watch = { log, registry: metrics.registry };
  const { close: closeData, ...store } = await openWatchedData(folder.path, data.workers, watch);
  const server = openServer({
    ...data,
    folder,
    log,
    now: Date.now,
    sources: SOURCES,
    store: { ...store, ledger: ledger.ledger },
    indexes,
    live: data.live ? service : undefined,
    shared: service,
    slowReads: service,
    metrics,
    exposition: service.exposition,
    rollBackIndex: service.rollBackIndex,
  });

  const shutDown = async () => {
    await server.close();
    closeData();
    ledger.close();
    setImmediate(() => {
      for (const port of [data.fromMain, parentPort]) port?.close();
      main.close();
    });
  };
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= shutDown();
    return closing;
  };
  const forMain: ForMain = {
    useIndex: async (loaded) => {
      try {
        indexes.use(loaded);
      } catch (error) {
        log.error({ err: error }, 'A new build cannot be taken up; this worker ends.');
        await close();
      }
    },
    useLedger: async (line) => ledger.connect(line),
    metrics: () => metrics.registry.getMetricsAsJSON(),
    close,
  };
  answerCalls(data.fromMain, FOR_MAIN, forMain);
  await server.listen(await duplicateSocket(data.socket));
});
