import type { LivePortals } from './domain/live.js';
import { inMemoryState } from './gateway/in-memory-state.js';
import { Metrics } from './http/metrics/metrics.js';
import type { HttpServer } from './http/server.js';
import { LiveIndexes } from './indexing/live-indexes.js';
import type { Log } from './log.js';
import { descriptorOf } from './platform/internals/socket-handle.js';
import { watchData } from './serving/data-metrics.js';
import { exposition } from './serving/exposition.js';
import { HttpWorkers } from './serving/http-workers.js';
import { IndexOwner } from './serving/index-owner.js';
import { type LiveSettings, openLivePortals } from './serving/live-portals.js';
import { openServer } from './serving/open-server.js';
import type { ForWorkers } from './serving/service.js';
import { openWatchedData } from './serving/watched-data.js';
import type { Source } from './sources/declare.js';
import { SOURCES } from './sources/index.js';
import { openServingStore } from './store/engine.js';
import type { DataFolder } from './store/folder/data-folder.js';
import type { Store } from './store/store.js';

export interface App {
  /** The server of the main thread, which is the first worker. */
  readonly server: HttpServer;
  readonly store: Pick<Store, 'catalog' | 'links' | 'ledger'>;
  /** The builds that are answered from. */
  readonly indexes: Pick<LiveIndexes, 'current'>;
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
  /** `DOSSIER_RELATED_MOST`; its default where omitted. */
  readonly relatedMost?: number;
}

/** The service over a prepared data folder. Throws `SchemaMismatchError` where another version made its files. */
export async function openApp(options: AppOptions): Promise<App> {
  const opened: Opened = [];
  const close = async () => {
    for (const end of opened.splice(0).reverse()) await end();
  };
  try {
    return { ...(await openOver(options, opened)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What ends each thing that is open, in the order in which they were opened. */
type Opened = (() => unknown)[];

async function openOver(options: AppOptions, opened: Opened): Promise<Omit<App, 'close'>> {
  const { folder, now, sources = SOURCES, trustProxy = [], corsOrigins = [], workers: count = 1 } = options;
  const related = options.relatedMost === undefined ? {} : { relatedMost: options.relatedMost };
  const log = count === 1 ? options.log : options.log.child({ worker: 1 });
  const indexes = new LiveIndexes();
  let workers: HttpWorkers | undefined;
  // First of all: to read the index takes longest, and needs none of the others.
  const index = new IndexOwner({
    folder: folder.index,
    onLoaded: (loaded) => {
      indexes.use(loaded);
      workers?.useIndex(loaded);
    },
    onProblem: (problem) => log.error(problem),
  });
  opened.push(() => index.close());
  const metrics = new Metrics();
  const { close: closeData, ...data } = await openWatchedData(folder.path, count, {
    log,
    registry: metrics.registry,
  });
  opened.push(closeData);
  const serving = await openServingStore(folder.path, {
    onNewLedger: () => workers?.useLedger(),
    onProblem: (problem) => log.error(problem),
  });
  opened.push(() => serving.close());
  const { slowReads } = serving;
  const store = { ...data, ledger: serving.ledger };
  const { catalog } = store;
  const portals =
    options.live && folder.kind !== 'sample'
      ? openLivePortals(options.live, { folder, sources, catalog, now, log })
      : undefined;
  if (portals) opened.push(portals.close);
  const hostStates = () => portals?.hostStates() ?? new Map();
  watchData(metrics.registry, { catalog, indexes, now, hostStates });
  const service: ForWorkers = {
    ...inMemoryState(),
    ...slowReads,
    lookup: (id, accountId) => portalsOf(portals).lookup(id, accountId),
    search: (question, accountId) => portalsOf(portals).search(question, accountId),
    exposition: async () =>
      exposition([await metrics.registry.getMetricsAsJSON(), ...((await workers?.metrics()) ?? [])]),
    loadedIndex: async () => index.latest,
    rollBackIndex: () => index.started.then(() => index.rollBack()),
  };
  const etagSalt = await store.ledger.etagSalt();
  const server = openServer({
    ...{ folder, log, now, sources, trustProxy, corsOrigins, store, indexes, metrics, ...related },
    etagSalt,
    live: portals?.live,
    shared: service,
    slowReads,
    exposition: service.exposition,
    rollBackIndex: service.rollBackIndex,
  });
  let listening: Promise<string> | undefined;
  let isClosed = false;
  opened.push(async () => {
    isClosed = true;
    // A server that is closed before it listens would listen after it.
    await listening?.catch(() => undefined);
    await Promise.all([server.close(), workers?.close()]);
  });

  return {
    server,
    store,
    indexes,
    listen: async (at) => {
      listening = server.listen(at);
      const address = await listening;
      await index.started;
      if (isClosed) throw new Error('The service was closed while it started.');
      const live = portals !== undefined;
      const settings = {
        folder,
        logLevel: options.log.level,
        trustProxy,
        corsOrigins,
        etagSalt,
        live,
        workers: count,
        ...related,
      };
      workers = new HttpWorkers({ settings, service, ledger: serving, log });
      await workers.start(descriptorOf(server.node));
      return address;
    },
  };
}

function portalsOf(portals: { readonly live: LivePortals } | undefined): LivePortals {
  if (!portals) throw new Error('No portal is read.');
  return portals.live;
}
