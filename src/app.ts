import type { FastifyInstance } from 'fastify';
import type { DataFolder } from './data-folder.js';
import { watchData } from './data-metrics.js';
import type { LivePortals } from './domain/live.js';
import { Metrics } from './http/metrics.js';
import { keepTogether } from './http/together.js';
import type { LoadedIndex } from './indexing/index-loader.js';
import { LiveIndexes } from './indexing/live-indexes.js';
import { type LiveSettings, openLivePortals } from './live-portals.js';
import type { Log } from './log.js';
import { exposition } from './serving/exposition.js';
import { HttpWorkers } from './serving/http-workers.js';
import { IndexOwner } from './serving/index-owner.js';
import { LedgerOwner } from './serving/ledger-owner.js';
import { openServer } from './serving/open-server.js';
import { ReadsOwner } from './serving/reads-owner.js';
import { openServedData } from './serving/served-data.js';
import type { ForWorkers } from './serving/service.js';
import { descriptorOf } from './serving/shared-socket.js';
import type { Source } from './sources/declare.js';
import { SOURCES } from './sources/index.js';
import { ledgerPath } from './store/sqlite/open.js';
import type { Store } from './store/store.js';

export interface App {
  /** The server of the main thread, which is the first worker. */
  readonly server: FastifyInstance;
  readonly store: Pick<Store, 'catalog' | 'links' | 'ledger'>;
  /** Its address, when all workers serve there. Until the index is loaded it answers 503. */
  listen(at: { readonly host: string; readonly port: number }): Promise<string>;
  /** Drains the servers, then closes the files. */
  close(): Promise<void>;
}

export interface AppOptions {
  readonly folder: DataFolder;
  readonly log: Log;
  readonly now: () => number;
  /** Threads that answer requests; 1 where omitted. Those beside the main one know `SOURCES` and the real clock only. */
  readonly workers?: number;
  /** Not in the sample's folder: what it answers is invented. */
  readonly live?: LiveSettings;
  readonly sources?: readonly Source[];
  readonly trustProxy?: readonly string[];
  readonly corsOrigins?: readonly string[];
}

/** The service over a prepared data folder. Throws `SchemaMismatchError` where another version made its files. */
export async function openApp(options: AppOptions): Promise<App> {
  const { folder, now, sources = SOURCES, trustProxy = [], corsOrigins = [], workers: count = 1 } = options;
  const log = count === 1 ? options.log : options.log.child({ worker: 1 });
  const indexes = new LiveIndexes();
  let workers: HttpWorkers | undefined;
  const { close: closeData, ...data } = openServedData(folder.path, count);
  const { owner, slow, loading } = await openThreads(folder, log, {
    onNewLedger: () => workers?.useLedger(),
    onLoaded: (loaded) => {
      indexes.use(loaded);
      workers?.useIndex(loaded);
    },
  }).catch((error: unknown) => {
    closeData();
    throw error;
  });
  const store = { ...data, ledger: owner.ledger };
  const { catalog } = store;
  const portals =
    options.live && folder.kind !== 'sample'
      ? openLivePortals(options.live, { folder, sources, catalog, now, log })
      : undefined;
  const metrics = new Metrics();
  const hostStates = () => portals?.hostStates() ?? new Map();
  watchData(metrics.registry, { catalog, indexes, now, hostStates });
  const service: ForWorkers = {
    ...keepTogether(),
    ...slow.reads,
    lookup: (id, accountId) => portalsOf(portals).lookup(id, accountId),
    search: (question, accountId) => portalsOf(portals).search(question, accountId),
    exposition: async () =>
      exposition([await metrics.registry.getMetricsAsJSON(), ...((await workers?.metrics()) ?? [])]),
    loadedIndex: async () => (await loading).latest,
    rollBackIndex: async () => (await loading).rollBack(),
  };
  const server = openServer({
    ...{ folder, log, now, sources, trustProxy, corsOrigins, store, indexes, metrics },
    live: portals?.live,
    together: service,
    slowReads: slow.reads,
    exposition: service.exposition,
    rollBackIndex: service.rollBackIndex,
  });

  return {
    server,
    store,
    listen: async (at) => {
      const address = await server.listen(at);
      await loading;
      const live = portals !== undefined;
      const settings = { folder, logLevel: options.log.level, trustProxy, corsOrigins, live, workers: count };
      workers = new HttpWorkers({ settings, service, ledger: owner, log });
      await workers.start(descriptorOf(server.server));
      return address;
    },
    close: async () => {
      await Promise.all([server.close(), workers?.close()]);
      portals?.close();
      await Promise.all([owner.close(), slow.close()]);
      const index = await loading.catch(() => undefined);
      await index?.close();
      closeData();
    },
  };
}

/** The threads that serve nobody: the ledger's, that of long reads and the one that loads indexes. */
async function openThreads(
  folder: DataFolder,
  log: Log,
  on: { readonly onNewLedger: () => void; readonly onLoaded: (loaded: LoadedIndex) => void },
) {
  const lossOf = (which: string) => (why: string) =>
    log.error(`The thread of ${which} ended and is started anew: ${why}`);
  const owner = await LedgerOwner.open({
    path: ledgerPath(folder.path),
    onNewThread: on.onNewLedger,
    onLoss: lossOf('the ledger'),
  });
  const slow = new ReadsOwner({ folder: folder.path, onLoss: lossOf('long reads') });
  const loading = IndexOwner.open({
    folder: folder.index,
    onLoaded: on.onLoaded,
    onProblem: (problem) => log.error(problem),
  });
  // Whoever waits for the index is told.
  loading.catch(() => undefined);
  return { owner, slow, loading };
}

function portalsOf(portals: { readonly live: LivePortals } | undefined): LivePortals {
  if (!portals) throw new Error('No portal is read.');
  return portals.live;
}
