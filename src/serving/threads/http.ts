import { Metrics } from '../../http/metrics.js';
import { createLog } from '../../platform/log.js';
import { serveThread } from '../../platform/threads/service-thread.js';
import { SOURCES } from '../../sources/index.js';
import { ledgerClient } from '../../store/engine/engine.js';
import { stateOver } from '../../store/store.js';
import { SwitchedData } from '../data/switched-data.js';
import { watchedDataOpener } from '../data/watched-data.js';
import { openServer } from '../open-server.js';
import { HTTP_THREAD, type WorkerData } from '../workers/protocol.js';
import { duplicateSocket } from '../workers/shared-socket.js';

/** Runs another server on the main thread's socket. */
await serveThread(HTTP_THREAD, async (data: WorkerData, service, end) => {
  const { number, socket, ledger: port, ...settings } = data;
  const ledger = ledgerClient(port, settings.ledgerSendsAll);
  const metrics = new Metrics();
  const log = createLog(settings.logLevel).child({ worker: number });
  const openRows = watchedDataOpener(settings.workers, { log, registry: metrics.registry });
  const switched = await SwitchedData.open(await service.served(), openRows);
  const server = openServer({
    ...{ settings, place: number - 1, log, now: Date.now, sources: SOURCES, metrics, service },
    ...{ data: switched, ledger: ledger.ledger, state: stateOver(service.callState) },
  });
  await server.listen(await duplicateSocket(socket));
  return {
    use: async (served) => {
      try {
        const { closed } = await switched.use(served);
        await closed;
      } catch (error) {
        log.error({ err: error }, 'New data or a new index cannot be opened; this worker ends.');
        await end();
      }
    },
    useLedger: async (line) => ledger.connect(line),
    metrics: () => metrics.registry.getMetricsAsJSON(),
    close: async () => {
      await server.close();
      switched.close();
      ledger.close();
    },
  };
});
