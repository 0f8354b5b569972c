import { parentPort, workerData } from 'node:worker_threads';
import { Metrics } from '../../http/metrics.js';
import { createLog } from '../../platform/log.js';
import { announce } from '../../platform/threads/announce.js';
import { answerCalls, Line } from '../../platform/threads/rpc.js';
import { SOURCES } from '../../sources/index.js';
import { ledgerClient } from '../../store/engine/engine.js';
import { STORE_ERRORS, stateOver } from '../../store/store.js';
import { SwitchedData } from '../data/switched-data.js';
import { watchedDataOpener } from '../data/watched-data.js';
import { openServer } from '../open-server.js';
import { MAIN_API, type MainApi, WORKER_API, type WorkerApi } from '../workers/protocol.js';
import { duplicateSocket } from '../workers/shared-socket.js';
import type { WorkerData } from '../workers/worker-settings.js';

/** One more server on the main thread's socket. */
await announce(async () => {
  const { folder, logLevel, number, ...data } = workerData as WorkerData;
  const main = new Line(() => new Error('The main thread is gone.'), STORE_ERRORS);
  main.connect(data.main);
  const service = main.functions<MainApi>(MAIN_API);
  const ledger = ledgerClient(data.ledger, data.ledgerSendsAll);
  const metrics = new Metrics();
  const log = createLog(logLevel).child({ worker: number });
  const watch = { log, registry: metrics.registry };
  const switched = await SwitchedData.open(await service.served(), watchedDataOpener(data.workers, watch));
  const server = openServer({
    ...data,
    threads: data.workers,
    connections: { ...data.connections, place: number - 1 },
    folder,
    log,
    now: Date.now,
    sources: SOURCES,
    data: switched,
    ledger: ledger.ledger,
    state: stateOver(service.callState),
    live: data.live ? service : undefined,
    shared: service,
    readSlowly: service.readSlowly,
    metrics,
    exposition: service.exposition,
    rollBackIndex: service.rollBackIndex,
    operating: service,
  });

  const shutDown = async () => {
    await server.close();
    switched.close();
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
  const forMain: WorkerApi = {
    use: async (served) => {
      try {
        const { closed } = await switched.use(served);
        await closed;
      } catch (error) {
        log.error({ err: error }, 'New data or a new build cannot be taken up; this worker ends.');
        await close();
      }
    },
    useLedger: async (line) => ledger.connect(line),
    metrics: () => metrics.registry.getMetricsAsJSON(),
    close,
  };
  answerCalls(data.fromMain, WORKER_API, forMain);
  await server.listen(await duplicateSocket(data.socket));
});
