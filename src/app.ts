import type { FastifyInstance } from 'fastify';
import type { DataFolder } from './data-folder.js';
import { watchData } from './data-metrics.js';
import { Metrics } from './http/metrics.js';
import { buildServer } from './http/server.js';
import { readManifest } from './indexing/files.js';
import { LiveIndexes } from './indexing/live-indexes.js';
import { rollBackIndex } from './indexing/roll-back.js';
import { issueKey } from './issue-key.js';
import { type LiveSettings, openLivePortals } from './live-portals.js';
import type { Log } from './log.js';
import { adminOperations } from './operations/admin/index.js';
import type { Operation } from './operations/declare.js';
import { operations } from './operations/index.js';
import { openApiDocument } from './operations/openapi/index.js';
import { packageVersion } from './package-root.js';
import { recordedExamples } from './recorded-examples.js';
import { DATASETS } from './sources/datasets.js';
import type { Source } from './sources/declare.js';
import { SOURCES } from './sources/index.js';
import { openStore } from './store/sqlite/open.js';
import type { Store } from './store/store.js';
import { documentsOf } from './web/index.js';
import { dependenciesOf } from './wiring.js';

const FOLLOW_INDEX_EVERY_MS = 500;
const CATALOG_CACHE_KIB = 64 * 1024;
const CATALOG_MMAP_BYTES = 64 * 2 ** 30;

export interface App {
  readonly server: FastifyInstance;
  readonly store: Store;
  /** Drains the server, then closes the files. */
  close(): Promise<void>;
}

/** The service over a prepared data folder. Throws `SchemaMismatchError` where another version made its files. */
export async function openApp(options: {
  readonly folder: DataFolder;
  readonly log: Log;
  readonly now: () => number;
  /** Not in the sample's folder: what it answers is invented. */
  readonly live?: LiveSettings;
  readonly sources?: readonly Source[];
  readonly trustProxy?: readonly string[];
  readonly corsOrigins?: readonly string[];
}): Promise<App> {
  const { folder, log, now, sources = SOURCES } = options;
  const cache = { cacheKiB: CATALOG_CACHE_KIB, mmapBytes: CATALOG_MMAP_BYTES };
  const store = await openStore(folder.path, { schema: 'current', ...cache });
  const indexes = new LiveIndexes(folder.index, (problem) => log.error(problem));
  const unfollow = indexes.follow(FOLLOW_INDEX_EVERY_MS);
  const { catalog, links, ledger } = store;
  const sample = folder.kind === 'sample';
  const portals =
    options.live && !sample
      ? openLivePortals(options.live, { folder, sources, catalog, now, log })
      : undefined;
  const served = operations(
    dependenciesOf({
      catalog,
      links,
      now,
      ledger,
      sources,
      datasets: DATASETS,
      indexes,
      sample,
      log,
      ...(portals && { live: portals.live }),
    }),
  );
  const admin = adminOperations({
    ledger,
    catalog,
    issueKey: (of, by) => issueKey(ledger, folder, of, by),
    index: { current: () => readManifest(folder.index), rollBack: () => rollBackIndex(folder.index) },
  });
  const metrics = new Metrics();
  watchData(metrics.registry, {
    catalog,
    indexes,
    now,
    hostStates: () => portals?.hostStates() ?? new Map(),
  });
  const server = buildServer({
    operations: [...served, ...admin],
    documents: [
      ...documentsOf(openApiDocument(served, packageVersion(), recordedExamples())),
      adminDocument(admin),
    ],
    ledger,
    clock: now,
    log,
    readiness: () =>
      indexes.current() ? { ready: true } : { ready: false, reason: 'The search index is not loaded yet.' },
    corsOrigins: options.corsOrigins ?? [],
    trustProxy: options.trustProxy ?? [],
    metrics,
  });
  const close = async () => {
    await server.close();
    unfollow();
    portals?.close();
    await store.close();
  };
  return { server, store, close };
}

/** Apart from the contract of clients: most keys may do none of it. */
function adminDocument(admin: readonly Operation[]) {
  const body = JSON.stringify(openApiDocument(admin, packageVersion(), new Map()));
  return { path: '/openapi.admin.json', type: 'application/json; charset=utf-8', body };
}
