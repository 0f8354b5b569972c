import type { PublicationsPlace } from './config/cluster-config.js';
import type { LivePortals } from './domain/live.js';
import { ExportRunner } from './export/service/runner.js';
import { clusterState } from './gateway/cluster-state.js';
import { loggedError } from './gateway/error-log.js';
import { inMemoryState } from './gateway/in-memory-state.js';
import { Metrics } from './http/metrics.js';
import type { LoadedIndex } from './indexing/files/index-loader.js';
import { LiveIndexes } from './indexing/live-indexes.js';
import { WARM_UP } from './operations/warm-up.js';
import { releaseMemoryWhenIdle } from './platform/idle-memory.js';
import { descriptorOf } from './platform/internals/socket-handle.js';
import type { Log } from './platform/log.js';
import { watchData } from './serving/data/data-metrics.js';
import { type FollowState, watchFollowing } from './serving/data/follow-metrics.js';
import { IndexOwner } from './serving/data/index-owner.js';
import { watchLeases } from './serving/data/lease-metrics.js';
import { watchLedger } from './serving/data/ledger-metrics.js';
import { exportFiles } from './serving/data/shared-exports.js';
import { type Served, SwitchedData } from './serving/data/switched-data.js';
import { watchedDataOpener } from './serving/data/watched-data.js';
import { exposition } from './serving/exposition.js';
import type { LiveSettings } from './serving/live-portals.js';
import { type ApiServer, openServer } from './serving/open-server.js';
import { OperatingDesk } from './serving/operating/operating-desk.js';
import { watchProcess } from './serving/process-metrics.js';
import { WEB, type WebSettings } from './serving/web-settings.js';
import { WEBHOOKS, type WebhookSettings } from './serving/webhooks/webhook-settings.js';
import { WebhooksOwner } from './serving/webhooks/webhooks-owner.js';
import { processConnections } from './serving/workers/connections.js';
import { HttpWorkers } from './serving/workers/http-workers.js';
import type { MainApi } from './serving/workers/protocol.js';
import type { Source } from './sources/declare/index.js';
import { SOURCES } from './sources/index.js';
import { openServingStore, type PostgresOptions } from './store/engine/engine.js';
import { type DataFolder, indexFolderOf } from './store/folder/data-folder.js';
import { callsTo, type DataVersion, isSameData, type Store } from './store/store.js';

export interface App {
  /** The server of the main thread, which is the first worker. */
  readonly server: ApiServer;
  /** Resolves when an index is loaded, or none can be. */
  readonly started: Promise<unknown>;
  readonly store: Omit<Store, 'close'>;
  /** The builds that are answered from. */
  readonly indexes: Pick<LiveIndexes, 'current'>;
  /** Its address, when all workers serve there. Until the index is loaded it answers 503. */
  listen(at: { readonly host: string; readonly port: number }): Promise<string>;
  /**
   * Answers from the index and the rows of another folder from now on, both together and in all threads; keys and
   * credits stay those of the service's own folder. Resolves when nobody reads what was served before any more. If the
   * folder cannot be served it rejects, and what is served stays. `moment`: all is ready, and the switch waits for this.
   */
  switchTo(next: DataVersion, moment?: Promise<void>): Promise<void>;
  /** Whether the data of a folder that is not served is still read: an export of it is being written. */
  isRead(data: string): boolean;
  /** Drains the servers, then closes the files. */
  close(): Promise<void>;
}

export interface AppOptions {
  readonly folder: DataFolder;
  readonly log: Log;
  readonly now: () => number;
  /** The published version to begin with, which is only read; where omitted the folder's own data. */
  readonly served?: DataVersion;
  /** How a node follows publications, for metrics; none where omitted. */
  readonly following?: () => FollowState;
  /** 1 at 0: the served data is damaged, and the service is not ready. Shared by all threads. */
  readonly damage?: Int32Array;
  /** Threads that answer requests; default: 1. All but the main thread know only `SOURCES` and the real clock. */
  readonly workers?: number;
  /** Not in the sample's folder: what it answers is invented. */
  readonly live?: LiveSettings;
  readonly sources?: readonly Source[];
  readonly trustProxy?: readonly string[];
  readonly corsOrigins?: readonly string[];
  /** Keeps the files of exports for all nodes of a cluster; the folder of this one where omitted. */
  readonly exportsPlace?: PublicationsPlace;
  /** PEM of the key that signs evidence; the folder's own where omitted. */
  readonly evidenceKey?: string | null;
  /** `DOSSIER_EXPORT_DAYS`; its default where omitted. */
  readonly exportDays?: number;
  /** `DOSSIER_RELATED_MOST`; its default where omitted. */
  readonly maxRelated?: number;
  /** No private receivers, and 100 watches for each account, where omitted. */
  readonly webhooks?: WebhookSettings;
  /** The environment, with its settings, of commands that run in a second process; default: empty. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Keeps accounts, keys, the ledger and the state; files of the folder where omitted. */
  readonly postgres?: PostgresOptions;
  /** Pages are open to this machine where omitted. */
  readonly web?: WebSettings;
}

const EXPORT_DAYS = 7;
const DAY_MS = 86_400_000;
/** A ledger in PostgreSQL is away while another primary takes its place: so long nobody sends requests elsewhere. */
const LEDGER_GRACE_MS = 10_000;

/** The service over a prepared data folder. Throws `SchemaMismatchError` where another version made its files. */
export async function openApp(options: AppOptions): Promise<App> {
  const opened: Opened = [];
  try {
    return { ...(await openOver(options, opened)), close: () => closeAll(opened) };
  } catch (error) {
    await closeAll(opened).catch((failure: unknown) => {
      options.log.error({ err: failure }, 'After a start that failed, not everything could be closed.');
    });
    throw error;
  }
}

/** The function that ends each thing that is open, in the order in which they were opened. */
type Opened = (() => unknown)[];

/** All of them, the last first, also where some fail; rejects then with the failures. */
async function closeAll(opened: Opened): Promise<void> {
  const failures: unknown[] = [];
  for (const end of opened.splice(0).reverse()) {
    try {
      await end();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, failures.map(String).join(' '));
  if (failures.length > 0) throw failures[0];
}

async function openOver(options: AppOptions, opened: Opened): Promise<Omit<App, 'close'>> {
  const { folder, now, sources = SOURCES, trustProxy = [], corsOrigins = [], workers: count = 1 } = options;
  const related = options.maxRelated === undefined ? {} : { maxRelated: options.maxRelated };
  const log = count === 1 ? options.log : options.log.child({ worker: 1 });
  let workers: HttpWorkers | undefined;
  const first: DataVersion = options.served ?? { version: null, data: folder.path };
  const firstIndexes = new LiveIndexes(WARM_UP);
  let served: Served = first;
  let data: SwitchedData | undefined;
  const useIndex = (index: LoadedIndex) => {
    if (data) data.useIndex({ ...served, index });
    else firstIndexes.use(index);
    served = { ...served, index };
    void workers?.use(served);
  };
  const followIndexOf = (of: DataVersion) =>
    new IndexOwner({
      folder: indexFolderOf(of.data),
      // An index of data that is not served yet is taken up with its rows.
      onLoaded: (loaded) => isSameData(of, served) && useIndex(loaded),
      onProblem: (problem) => log.error(problem),
    });
  opened.push(releaseMemoryWhenIdle());
  // First of all: to read the index takes longest, and needs none of the others.
  let index = followIndexOf(first);
  opened.push(() => index.close());
  const metrics = new Metrics();
  const open = watchedDataOpener(count, { log, registry: metrics.registry });
  const switched = await SwitchedData.open(first, open, firstIndexes);
  data = switched;
  opened.push(() => switched.close());
  const serving = await openServingStore(folder.path, {
    ownData: first.version === null,
    onNewLedger: () => workers?.useLedger(),
    onProblem: (problem) => log.error(problem),
    postgres: options.postgres,
  });
  opened.push(() => serving.close());
  if (serving.health) watchLedger(metrics.registry, serving.health);
  const { ledger, state } = serving;
  const overNodes = serving.windows && (await clusterState(serving.windows));
  if (overNodes) opened.push(() => overNodes.close());
  const shared = overNodes ?? inMemoryState();
  const { webhooks: webhookSettings = WEBHOOKS, web = WEB } = options;
  const webhooks = new WebhooksOwner({
    folder: folder.path,
    postgres: options.postgres,
    served: first,
    settings: webhookSettings,
    deliveries: state.deliveries,
    onProblem: (problem) => log.error(problem),
  });
  opened.push(() => webhooks.close());
  const indexes = { current: () => switched.slot.indexes.current() };
  const catalog = { listSourceStates: () => switched.slot.catalog.listSourceStates() };
  const portals =
    options.live && folder.kind !== 'sample'
      ? (await import('./serving/live-portals.js')).openLivePortals(options.live, {
          ...{ folder, sources, catalog, now, log },
          nodes: () => overNodes?.nodes() ?? 1,
        })
      : undefined;
  if (portals) opened.push(portals.close);
  const hostStates = () => portals?.hostStates() ?? new Map();
  watchProcess(metrics.registry);
  watchData(metrics.registry, { catalog, indexes, now, hostStates });
  watchLeases(metrics.registry, state.leases);
  if (options.following) watchFollowing(metrics.registry, options.following);
  const exportDays = options.exportDays ?? EXPORT_DAYS;
  const shares = {
    ...(options.damage && { damage: options.damage }),
    ...(options.exportsPlace && { exportsPlace: options.exportsPlace }),
    evidenceKey: options.evidenceKey ?? null,
  };
  const exportRunner = new ExportRunner({
    folder: folder.path,
    files: exportFiles(folder.path, options.exportsPlace),
    ...{ state, ledger },
    served: () => served,
    now,
    keptMs: exportDays * DAY_MS,
    onCharged: (operation, credits) => metrics.charged(operation, credits),
    onProblem: (problem, error) => log.error(loggedError(error), problem),
  });
  opened.push(() => exportRunner.close());
  const operating = new OperatingDesk({
    folder,
    environment: options.environment ?? {},
    now,
    onProblem: (problem) => log.error(problem),
  });
  opened.push(() => operating.close());
  const service: MainApi = {
    loads: () => operating.loads(),
    startLoad: (sourceId) => operating.startLoad(sourceId),
    stopLoad: (sourceId) => operating.stopLoad(sourceId),
    findings: () => operating.findings(),
    ...shared,
    lookup: (id, accountId) => portalsOf(portals).lookup(id, accountId),
    search: (question, accountId) => portalsOf(portals).search(question, accountId),
    exposition: async () =>
      exposition([
        await metrics.registry.getMetricsAsJSON(),
        await webhooks.metrics(),
        ...((await workers?.metrics()) ?? []),
      ]),
    served: async () => served,
    rollBackIndex: () => index.started.then(() => index.rollBack()),
    callState: callsTo(state),
    readSlowly: serving.readSlowly,
  };
  const etagSalt = await ledger.etagSalt();
  const ledgerGraceMs = serving.health ? LEDGER_GRACE_MS : 0;
  const connections = processConnections(count, log);
  const server = openServer({
    ...{ folder, log, now, sources, trustProxy, corsOrigins, metrics, ...related },
    ...{ data: switched, ledger, state, etagSalt, ledgerGraceMs },
    threads: count,
    connections: { ...connections, place: 0 },
    webhooks: webhookSettings,
    web,
    live: portals?.live,
    shared: service,
    readSlowly: service.readSlowly,
    exposition: service.exposition,
    rollBackIndex: service.rollBackIndex,
    ...shares,
    exportDays,
    operating: service,
    startProgress: () => index.progress,
  });
  let listening: Promise<string> | undefined;
  let isClosed = false;
  opened.push(async () => {
    isClosed = true;
    // A server that is closed before it listens would listen after it.
    await listening?.catch(() => undefined);
    await Promise.all([server.close(), workers?.close()]);
  });

  let switching: Promise<void> = Promise.resolve();
  const switchTo = async ({ version, data: path }: DataVersion, moment?: Promise<void>): Promise<void> => {
    const [before, old, next] = [served, index, { version, data: path }];
    if (isSameData(next, before)) return;
    const follower = followIndexOf(next);
    try {
      await follower.started;
      if (!follower.latest) throw new Error(`${path} has no index that can be served.`);
      await moment;
      const { closed } = await switched.use({ ...next, index: follower.latest });
      served = { ...next, index: follower.latest };
      // It may have been built again while the rows were opened.
      switched.useIndex(served);
      index = follower;
      await Promise.all([closed, workers?.use(served), webhooks.use(next), old.close()]);
    } catch (error) {
      if (index !== follower) await follower.close();
      throw error;
    }
    // If the thread of long reads is gone, its files are closed.
    await Promise.all([serving.leaveData(before).catch(() => undefined), exportRunner.leaveData()]);
  };

  return {
    server,
    started: index.started,
    store: {
      ledger,
      state,
      get catalog() {
        return switched.slot.catalog;
      },
      get links() {
        return switched.slot.links;
      },
    },
    indexes,
    isRead: (path) => exportRunner.isRead(path),
    switchTo: (next, moment) => {
      const turn = switching.then(() => switchTo(next, moment));
      switching = turn.catch(() => undefined);
      return turn;
    },
    listen: async (at) => {
      listening = server.listen(at);
      const address = await listening;
      await index.started;
      await webhooks.started;
      if (isClosed) throw new Error('The service was closed while it started.');
      const live = portals !== undefined;
      const ofWorkers = {
        folder,
        logLevel: options.log.level,
        trustProxy,
        corsOrigins,
        etagSalt,
        ledgerGraceMs,
        ledgerSendsAll: serving.sendsAll,
        ...shares,
        exportDays,
        live,
        workers: count,
        connections,
        webhooks: webhookSettings,
        web,
        ...related,
      };
      workers = new HttpWorkers({ settings: ofWorkers, service, ledger: serving, log });
      await workers.start(descriptorOf(server.node));
      return address;
    },
  };
}

function portalsOf(portals: { readonly live: LivePortals } | undefined): LivePortals {
  if (!portals) throw new Error('No portal is read.');
  return portals.live;
}
