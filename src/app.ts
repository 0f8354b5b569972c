import { toConfig } from './config/config.js';
import { readEnv } from './config/settings.js';
import { ExportRunner } from './export/service/runner.js';
import { clusterState } from './gateway/cluster-state.js';
import { loggedError } from './gateway/error-log.js';
import { inMemoryState } from './gateway/in-memory-state.js';
import { Metrics } from './http/metrics.js';
import type { LiveIndexes } from './indexing/live-indexes.js';
import { releaseMemoryWhenIdle } from './platform/idle-memory.js';
import { descriptorOf } from './platform/internals/socket-handle.js';
import type { Log } from './platform/log.js';
import { watchData } from './serving/data/data-metrics.js';
import { type FollowState, watchFollowing } from './serving/data/follow-metrics.js';
import { watchLeases } from './serving/data/lease-metrics.js';
import { watchLedger } from './serving/data/ledger-metrics.js';
import { ServiceData } from './serving/data/service-data.js';
import { exportFiles } from './serving/data/shared-exports.js';
import { watchedDataOpener } from './serving/data/watched-data.js';
import { exposition } from './serving/exposition.js';
import type { LiveSettings } from './serving/live-portals.js';
import { type ApiServer, openServer } from './serving/open-server.js';
import { OperatingDesk } from './serving/operating/operating-desk.js';
import { Parts } from './serving/parts.js';
import { watchProcess } from './serving/process-metrics.js';
import { WebhooksOwner } from './serving/webhooks/webhooks-owner.js';
import { processConnections } from './serving/workers/connections.js';
import { HttpWorkers } from './serving/workers/http-workers.js';
import type { MainApi } from './serving/workers/protocol.js';
import type { ServiceSettings, ThreadSettings } from './serving/workers/service-settings.js';
import type { Source } from './sources/declare/index.js';
import { SOURCES } from './sources/index.js';
import { openServingStore, type PostgresOptions } from './store/engine/engine.js';
import type { DataFolder } from './store/folder/data-folder.js';
import { callsTo, type DataVersion, type ServingStore, type Store } from './store/store.js';

export interface App {
  /** The server of the main thread, which is the first worker. */
  readonly server: ApiServer;
  /** Resolves when an index is loaded, or there is none. */
  readonly started: Promise<unknown>;
  readonly store: Omit<Store, 'close'>;
  /** The builds that are served. */
  readonly indexes: Pick<LiveIndexes, 'current'>;
  /** Resolves to the address when all workers serve there. Until the index is loaded the service responds 503. */
  listen(at: { readonly host: string; readonly port: number }): Promise<string>;
  /** See `ServiceData.switchTo`. Keys and credits stay those of the service's own folder. */
  switchTo(next: DataVersion, moment?: Promise<void>): Promise<void>;
  /** Whether an export is being written from the data of this folder. */
  isRead(data: string): boolean;
  /** Drains the servers, then closes the files. */
  close(): Promise<void>;
}

/** Settings that are omitted have the defaults of the environment. */
interface AppOptions extends Partial<ServiceSettings> {
  readonly folder: DataFolder;
  readonly log: Log;
  /** Threads but the main one use the real clock. */
  readonly now: () => number;
  /** The published version to start with, which is only read. Default: the folder's own data. */
  readonly served?: DataVersion;
  /** How a node follows publications, for metrics. */
  readonly following?: () => FollowState;
  /** Ignored for the sample's folder, whose records are invented. */
  readonly live?: LiveSettings;
  /** Threads but the main one use `SOURCES`. */
  readonly sources?: readonly Source[];
  /** The environment, with its settings, of commands that run in a second process; default: empty. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Contains accounts, keys, the ledger and the state. Default: files of the folder. */
  readonly postgres?: PostgresOptions;
}

const DAY_MS = 86_400_000;
/** Grace period during a PostgreSQL failover: readiness stays up for this long. */
const LEDGER_GRACE_MS = 10_000;

/** What the parts of a service are opened with. */
interface Context {
  readonly options: AppOptions;
  readonly settings: ServiceSettings;
  readonly sources: readonly Source[];
  readonly log: Log;
  readonly metrics: Metrics;
  readonly parts: Parts;
  readonly onProblem: (problem: string) => void;
}

/** Opens the service over a prepared data folder. Rejects with `SchemaMismatchError` if another version made its files. */
export async function openApp(options: AppOptions): Promise<App> {
  const parts = new Parts();
  try {
    return { ...(await openParts(options, parts)), close: () => parts.close() };
  } catch (error) {
    await parts.close().catch((failure: unknown) => {
      options.log.error({ err: failure }, 'After a start that failed, not everything could be closed.');
    });
    throw error;
  }
}

function settingsOf(options: AppOptions): ServiceSettings {
  const defaults = toConfig(readEnv({}));
  const {
    folder,
    workers = defaults.workers,
    trustProxy = defaults.trustProxy,
    corsOrigins = defaults.corsOrigins,
    maxRelated = defaults.maxRelated,
    exportDays = defaults.exportDays,
    evidenceKey = defaults.evidenceKey,
    webhooks = defaults.webhooks,
    web = { ...defaults.web, contact: defaults.contact },
    exportsPlace,
    damage,
  } = options;
  return {
    ...{ folder, workers, trustProxy, corsOrigins, maxRelated, exportDays, evidenceKey, webhooks, web },
    ...(exportsPlace && { exportsPlace }),
    ...(damage && { damage }),
  };
}

async function openParts(options: AppOptions, parts: Parts): Promise<Omit<App, 'close'>> {
  const settings = settingsOf(options);
  const { folder, workers: count } = settings;
  const log = count === 1 ? options.log : options.log.child({ worker: 1 });
  const metrics = new Metrics();
  const onProblem = (problem: string) => log.error(problem);
  const context = { options, settings, sources: options.sources ?? SOURCES, log, metrics, parts, onProblem };
  parts.add(releaseMemoryWhenIdle());
  const first: DataVersion = options.served ?? { version: null, data: folder.path };
  const openRows = watchedDataOpener(count, { log, registry: metrics.registry });
  // First of all: reading the index takes longest, and needs none of the others.
  const data = await ServiceData.open(first, openRows, onProblem);
  parts.add(() => data.close());
  let workers: HttpWorkers | undefined;
  const store = await openServingStore(folder.path, {
    onNewLedger: () => workers?.useLedger(),
    onProblem,
    postgres: options.postgres,
  });
  parts.add(() => store.close());
  const webhooks = openWebhooks(context, store, first);
  const { service, threadSettings, exports } = await openService(
    context,
    store,
    data,
    webhooks,
    () => workers,
  );
  const server = openServer({
    ...{ settings: threadSettings, place: 0, log, now: options.now, sources: context.sources, metrics },
    ...{ data: data.slots, ledger: store.ledger, state: store.state, service },
    startProgress: () => data.progress,
  });
  workers = new HttpWorkers({ settings: threadSettings, service, ledger: store, log });
  data.listen({
    onIndex: (served) => void workers?.use(served),
    onSwitch: (served) => Promise.all([workers?.use(served), webhooks.use(versionOf(served))]),
    // If the thread of long reads is gone, its files are closed.
    onLeft: (version) => Promise.all([store.leaveData(version).catch(() => undefined), exports.leaveData()]),
  });
  return {
    server,
    started: data.started,
    store: {
      ledger: store.ledger,
      state: store.state,
      get catalog() {
        return data.slots.slot.catalog;
      },
      get links() {
        return data.slots.slot.links;
      },
    },
    indexes: { current: () => data.slots.slot.indexes.current() },
    isRead: (path) => exports.isRead(path),
    switchTo: (next, moment) => data.switchTo(next, moment),
    listen: listening(server, workers, [data.started, webhooks.started], parts),
  };
}

function versionOf({ version, data }: DataVersion): DataVersion {
  return { version, data };
}

/** Starts the server of the main thread, then the other workers on its socket. */
function listening(
  server: ApiServer,
  workers: HttpWorkers,
  before: readonly Promise<unknown>[],
  parts: Parts,
): App['listen'] {
  let address: Promise<string> | undefined;
  let isClosed = false;
  parts.add(async () => {
    isClosed = true;
    // A server that is closed before it listens would listen after it.
    await address?.catch(() => undefined);
    await Promise.all([server.close(), workers.close()]);
  });
  return async (at) => {
    address = server.listen(at);
    await address;
    for (const started of before) await started;
    if (isClosed) throw new Error('The service was closed while it started.');
    await workers.start(descriptorOf(server.node));
    return await address;
  };
}

function openWebhooks(
  { options, settings, parts, onProblem }: Context,
  { state }: ServingStore,
  served: DataVersion,
) {
  const webhooks = new WebhooksOwner({
    folder: settings.folder.path,
    postgres: options.postgres,
    served,
    settings: settings.webhooks,
    deliveries: state.deliveries,
    onProblem,
  });
  parts.add(() => webhooks.close());
  return webhooks;
}

/** Opens what the main thread does for all threads. */
async function openService(
  context: Context,
  store: ServingStore,
  data: ServiceData,
  webhooks: WebhooksOwner,
  workers: () => HttpWorkers | undefined,
) {
  const { options, settings, log, metrics, parts, onProblem } = context;
  const { registry } = metrics;
  const nodes = store.windows && (await clusterState(store.windows));
  if (nodes) parts.add(() => nodes.close());
  const portals = await openPortals(context, data, () => nodes?.nodes() ?? 1);
  const live = () => {
    if (!portals) throw new Error('No portal is read.');
    return portals.live;
  };
  watch(context, store, data, () => portals?.hostStates() ?? new Map());
  const exports = openExports(context, store, data);
  const { folder } = settings;
  const { environment = {}, now } = options;
  const operating = new OperatingDesk({ folder, environment, now, onProblem });
  parts.add(() => operating.close());
  const service: MainApi = {
    loads: () => operating.loads(),
    startLoad: (sourceId) => operating.startLoad(sourceId),
    stopLoad: (sourceId) => operating.stopLoad(sourceId),
    findings: () => operating.findings(),
    ...(nodes ?? inMemoryState()),
    lookup: (id, accountId) => live().lookup(id, accountId),
    search: (question, accountId) => live().search(question, accountId),
    exposition: async () =>
      exposition([
        await registry.getMetricsAsJSON(),
        await webhooks.metrics(),
        ...((await workers()?.metrics()) ?? []),
      ]),
    served: async () => data.served,
    rollBackIndex: () => data.rollBackIndex(),
    callState: callsTo(store.state),
    readSlowly: store.readSlowly,
  };
  const threadSettings: ThreadSettings = {
    ...settings,
    logLevel: options.log.level,
    etagSalt: await store.ledger.etagSalt(),
    ledgerGraceMs: store.health ? LEDGER_GRACE_MS : 0,
    ledgerSendsAll: store.sendsAll,
    live: portals !== undefined,
    connections: processConnections(settings.workers, log),
  };
  return { service, threadSettings, exports };
}

async function openPortals(
  { options, settings, sources, log, parts }: Context,
  data: ServiceData,
  nodes: () => number,
) {
  const { folder } = settings;
  if (!options.live || folder.kind === 'sample') return undefined;
  const { openLivePortals } = await import('./serving/live-portals.js');
  const catalog = () => data.slots.slot.catalog;
  const portals = openLivePortals(options.live, { folder, sources, catalog, now: options.now, log, nodes });
  parts.add(portals.close);
  return portals;
}

function openExports(
  { options, settings, metrics, log, parts }: Context,
  store: ServingStore,
  data: ServiceData,
) {
  const { folder, exportsPlace, exportDays } = settings;
  const exports = new ExportRunner({
    folder: folder.path,
    files: exportFiles(folder.path, exportsPlace),
    ...{ state: store.state, ledger: store.ledger },
    served: () => data.served,
    now: options.now,
    keptMs: exportDays * DAY_MS,
    onCharged: (operation, credits) => metrics.charged(operation, credits),
    onProblem: (problem, error) => log.error(loggedError(error), problem),
  });
  parts.add(() => exports.close());
  return exports;
}

/** Registers the metrics of the process, the data, the leases and the ledger. */
function watch(
  { options, metrics: { registry } }: Context,
  store: ServingStore,
  data: ServiceData,
  hostStates: Parameters<typeof watchData>[1]['hostStates'],
): void {
  watchProcess(registry);
  watchData(registry, {
    catalog: () => data.slots.slot.catalog,
    indexes: { current: () => data.slots.slot.indexes.current() },
    now: options.now,
    hostStates,
  });
  watchLeases(registry, store.state.leases);
  if (store.health) watchLedger(registry, store.health);
  if (options.following) watchFollowing(registry, options.following);
}
