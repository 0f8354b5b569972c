import type { PublicationsPlace } from '../config/cluster-config.js';
import type { StartProgress } from '../contract/errors.js';
import { deferred } from '../contract/service/document.js';
import type { LivePortals } from '../domain/live.js';
import { signed } from '../evidence/signature.js';
import { openSigningKey } from '../evidence/signing-key.js';
import { exportOperations } from '../export/api/index.js';
import type { Readiness } from '../gateway/readiness.js';
import type { SharedState } from '../gateway/shared-state.js';
import type { Metrics } from '../http/metrics.js';
import { buildServer, type HttpServer, type ServerOptions } from '../http/server.js';
import { type IndexManifest, readManifest } from '../indexing/files/files.js';
import { mcpMount } from '../mcp/http-route.js';
import type { Operating } from '../operations/admin/dependencies.js';
import { adminOperations } from '../operations/admin/index.js';
import { ANSWERS_KIB } from '../operations/get-entity/index.js';
import { operations } from '../operations/index.js';
import { openApiDocument } from '../operations/openapi/index.js';
import { reconcileOperations } from '../operations/reconcile/index.js';
import type { Operation } from '../operations/support/declare.js';
import type { Log } from '../platform/log.js';
import { packageVersion } from '../platform/package-root.js';
import { reconcileMount } from '../reconcile/mount.js';
import { DATASETS } from '../sources/datasets.js';
import type { Source } from '../sources/declare/index.js';
import { type DataFolder, indexFolderOf } from '../store/folder/data-folder.js';
import { useOwnNicknames } from '../store/folder/own-nicknames.js';
import { type Ledger, type SlowReadCall, type State, slowReadsOver } from '../store/store.js';
import { docsOf, FEEDS, PAGES, siteOf } from '../web/index.js';
import { NewChangesWatch } from './data/new-changes.js';
import { exportFiles } from './data/shared-exports.js';
import type { Slot, SwitchedData } from './data/switched-data.js';
import { dependenciesOf } from './dependencies.js';
import { issueKey, rotateKey } from './issue-key.js';
import { fetchable } from './operating/fetchable.js';
import { recordedExamples } from './recorded-examples.js';
import type { WebSettings } from './web-settings.js';
import type { WebhookSettings } from './webhooks/webhook-settings.js';

const DAY_MS = 86_400_000;

/** The parts with which one thread serves: its own, and its ends of those that all threads share. */
interface ServerParts {
  readonly folder: DataFolder;
  readonly log: Log;
  readonly now: () => number;
  readonly sources: readonly Source[];
  readonly trustProxy: readonly string[];
  readonly corsOrigins: readonly string[];
  readonly maxRelated?: number;
  /** How many threads serve: each gets its share of the memory. */
  readonly threads: number;
  readonly connections: NonNullable<ServerOptions['connections']>;
  readonly webhooks: WebhookSettings;
  readonly web: WebSettings;
  readonly data: SwitchedData;
  readonly ledger: Ledger;
  readonly state: State;
  readonly readSlowly: SlowReadCall;
  readonly live: LivePortals | undefined;
  readonly shared: SharedState;
  readonly metrics: Metrics;
  readonly etagSalt: string;
  /** See `ServerOptions.ledgerGraceMs`. */
  readonly ledgerGraceMs?: number | undefined;
  /** The text of `/metrics`, of all threads. */
  readonly exposition: () => Promise<string>;
  readonly rollBackIndex: () => Promise<IndexManifest | undefined>;
  /** PEM of the key that signs evidence; null: the folder's own. */
  readonly evidenceKey: string | null;
  /** The place at which nodes of a cluster share the files of exports. */
  readonly exportsPlace?: PublicationsPlace;
  readonly exportDays: number;
  /** See `AppOptions.damage`. */
  readonly damage?: Int32Array;
  readonly operating: Operating;
  /** How far the index is loaded, where it is known. */
  readonly startProgress?: () => StartProgress | undefined;
}

/** The HTTP server of one thread, and the operations of clients that it serves. */
export interface ApiServer extends HttpServer {
  readonly operations: readonly Operation[];
}

export function openServer(parts: ServerParts): ApiServer {
  const { folder, log, now, data, ledger, state } = parts;
  useOwnNicknames(folder.path);
  const signingKey = openSigningKey(folder.path, parts.evidenceKey);
  const operationsOver = ({ from, catalog, links, indexes }: Slot) => {
    const newChanges = new NewChangesWatch(catalog);
    const dependencies = dependenciesOf({
      ...{ catalog, links, indexes, ledger, state, now, log, newChanges },
      webhooks: parts.webhooks,
      slowReads: slowReadsOver(parts.readSlowly, from),
      sources: parts.sources,
      datasets: DATASETS,
      sample: folder.kind === 'sample',
      sign: (document) => signed(document, signingKey),
      pinned: (operation) => data.pinned(operation),
      answersKiB: Math.ceil(ANSWERS_KIB / parts.threads),
      ...(parts.live && { live: parts.live }),
      ...(parts.maxRelated !== undefined && { maxRelated: parts.maxRelated }),
    });
    const answered = operations(dependencies);
    const exported = exportOperations({
      ...{ state, ledger, now },
      indexes: () => indexes.current(),
      files: exportFiles(folder.path, parts.exportsPlace),
      keptMs: parts.exportDays * DAY_MS,
      onCharged: (operation, credits) => parts.metrics.charged(operation, credits),
    });
    const reconciled = reconcileOperations(dependencies, answered);
    return { operations: [...answered, ...exported, ...reconciled], endWaits: () => newChanges.close() };
  };
  const all = data.operations(operationsOver);
  const isReconciled = ({ scope }: Operation) => scope === 'reconcile';
  const served = all.filter((operation) => !isReconciled(operation));
  const admin = adminOperations({
    ledger,
    catalog: {
      listRunSummaries: (sourceId, max) => data.slot.catalog.listRunSummaries(sourceId, max),
      contentVersion: () => data.slot.catalog.contentVersion(),
      listSourceStates: () => data.slot.catalog.listSourceStates(),
      isRunAlive: (run) => data.slot.catalog.isRunAlive(run),
    },
    issueKey: (of, by, random) => issueKey(ledger, folder, of, by, random),
    rotateKey: (of, by, random) => rotateKey(ledger, folder, of, by, random),
    index: {
      current: () => readManifest(indexFolderOf(data.slot.from.data)),
      rollBack: parts.rollBackIndex,
    },
    operating: {
      ...parts.operating,
      fetchable: (states) => fetchable([...parts.sources, ...DATASETS], states),
    },
  });
  const { web } = parts;
  const site =
    web.access === 'off'
      ? undefined
      : siteOf({
          access: web.access,
          localOnly: web.localOnly,
          contact: web.contact,
          authProxy: web.authProxy,
          operations: [...served, ...admin],
          pages: PAGES,
          feeds: FEEDS,
          sessions: state.sessions,
          matchLists: state.matchLists,
          dataVersion: () => versionOf(data.slot),
          isSample: folder.kind === 'sample',
        });
  const docs = docsOf(
    () => openApiDocument(served, packageVersion(), recordedExamples()),
    served.map(({ id }) => id),
    site !== undefined,
  );
  const server = buildServer({
    operations: [...served, ...admin],
    ...(site && { site }),
    mounts: [
      mcpMount({
        operations: served,
        corsOrigins: parts.corsOrigins,
        isProxied: parts.trustProxy.length > 0,
        version: packageVersion(),
      }),
      docs.search,
      reconcileMount({ operations: all.filter(isReconciled), version: packageVersion() }),
    ],
    documents: [...docs.documents, adminDocument(admin)],
    ledger,
    clock: now,
    log,
    readiness: () => {
      if (parts.damage && Atomics.load(parts.damage, 0) === 1) return DAMAGED;
      return data.slot.indexes.current() ? { ready: true } : startingAt(parts.startProgress?.());
    },
    corsOrigins: parts.corsOrigins,
    trustProxy: parts.trustProxy,
    metrics: parts.metrics,
    etagSalt: parts.etagSalt,
    ledgerGraceMs: parts.ledgerGraceMs,
    exposition: parts.exposition,
    shared: parts.shared,
    connections: parts.connections,
  });
  return {
    ...server,
    operations: served,
    close: () => {
      data.endWaits();
      return server.close();
    },
  };
}

const DAMAGED: Readiness = {
  ready: false,
  reason: 'The data of this node is damaged; it is being fetched again.',
};

/** The state of a service whose index is not loaded. */
function startingAt(progress: StartProgress | undefined): Readiness {
  const reason = 'The search index is not loaded yet';
  if (progress === undefined) return { ready: false, reason: `${reason}.` };
  const percent = Math.floor((100 * progress.read) / Math.max(1, progress.total));
  const megabytes = Math.ceil(progress.total / 1e6).toLocaleString('en-US');
  return { ready: false, reason: `${reason}: ${percent} % of ${megabytes} MB are read.`, progress };
}

/** Changes with the data that is served: a page of other data is another page. */
function versionOf({ from, indexes }: Slot): string {
  return `${from.version} ${indexes.current()?.manifest.contentVersion}`;
}

/** Apart from the contract of clients: most keys may do none of it. */
function adminDocument(admin: readonly Operation[]) {
  const type = 'application/json; charset=utf-8';
  return deferred({ path: '/openapi.admin.json', type }, () =>
    JSON.stringify(openApiDocument(admin, packageVersion(), new Map())),
  );
}
