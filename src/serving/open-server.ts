import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StartProgress } from '../contract/errors.js';
import { deferred } from '../contract/service/document.js';
import { signed } from '../evidence/signature.js';
import { openSigningKey } from '../evidence/signing-key.js';
import { exportOperations } from '../export/api/index.js';
import type { Readiness } from '../gateway/readiness.js';
import type { Metrics } from '../http/metrics.js';
import { buildServer, type HttpServer } from '../http/server.js';
import { readManifest } from '../indexing/files/files.js';
import { mcpMount } from '../mcp/http-route.js';
import { adminOperations } from '../operations/admin/index.js';
import { ANSWERS_KIB } from '../operations/get-entity/index.js';
import { operations } from '../operations/index.js';
import { openApiDocument } from '../operations/openapi/index.js';
import { readFeed } from '../operations/read-feed/index.js';
import { reconcileOperations } from '../operations/reconcile/index.js';
import type { Operation } from '../operations/support/declare.js';
import type { Log } from '../platform/log.js';
import { packageRoot, packageVersion } from '../platform/package-root.js';
import { reconcileMount } from '../reconcile/mount.js';
import { DATASETS } from '../sources/datasets.js';
import type { Source } from '../sources/declare/index.js';
import { indexFolderOf } from '../store/folder/data-folder.js';
import { useOwnNicknames } from '../store/folder/own-nicknames.js';
import { type Ledger, type State, slowReadsOver } from '../store/store.js';
import { docsOf, FEEDS, feedMount, PAGES, siteOf } from '../web/index.js';
import { NewChangesWatch } from './data/new-changes.js';
import { exportFiles } from './data/shared-exports.js';
import type { Slot, SwitchedData } from './data/switched-data.js';
import { dependenciesOf } from './dependencies.js';
import { issueKey, rotateKey } from './issue-key.js';
import { fetchable } from './operating/fetchable.js';
import type { MainApi } from './workers/protocol.js';
import type { ThreadSettings } from './workers/service-settings.js';

const DAY_MS = 86_400_000;

/** The parts of the server of one thread. */
interface ServerParts {
  readonly settings: ThreadSettings;
  /** 0 for the main thread, which is the first worker. */
  readonly place: number;
  readonly log: Log;
  readonly now: () => number;
  readonly sources: readonly Source[];
  readonly data: SwitchedData;
  readonly ledger: Ledger;
  readonly state: State;
  readonly metrics: Metrics;
  /** What the main thread does for all threads. */
  readonly service: MainApi;
  /** How much of the index has been loaded, if known. */
  readonly startProgress?: () => StartProgress | undefined;
}

/** The HTTP server of one thread, and the client operations that it serves. */
export interface ApiServer extends HttpServer {
  readonly operations: readonly Operation[];
}

export function openServer(parts: ServerParts): ApiServer {
  const { settings, log, now, data, ledger, service } = parts;
  const { folder, web, trustProxy, corsOrigins, etagSalt, ledgerGraceMs } = settings;
  useOwnNicknames(folder.path);
  const all = clientOperations(parts);
  const isReconciled = ({ scope }: Operation) => scope === 'reconcile';
  const feeds = all.filter(({ scope }) => scope === 'feeds');
  const served = all.filter((operation) => !isReconciled(operation) && !feeds.includes(operation));
  const admin = operatorOperations(parts);
  const site = web.access === 'off' ? undefined : siteFor(parts, web.access, [...served, ...admin]);
  const docs = docsOf(
    () => openApiDocument(served, packageVersion(), recordedExamples()),
    served.map(({ id }) => id),
    site !== undefined,
    web.securityTxt,
  );
  const isProxied = trustProxy.length > 0;
  const server = buildServer({
    operations: [...served, ...admin],
    ...(site && { site }),
    mounts: [
      mcpMount({ operations: served, corsOrigins, isProxied, version: packageVersion() }),
      docs.search,
      ...feeds.map(feedMount),
      reconcileMount({ operations: all.filter(isReconciled), version: packageVersion() }),
    ],
    documents: [...docs.documents, adminDocument(admin)],
    ...{ ledger, clock: now, log, corsOrigins, trustProxy, etagSalt, ledgerGraceMs },
    metrics: parts.metrics,
    readiness: () => readinessOf(parts),
    exposition: service.exposition,
    shared: service,
    connections: { ...settings.connections, place: parts.place },
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

/** Returns the client operations over the data that is served when they are called. */
function clientOperations(parts: ServerParts): readonly Operation[] {
  const { settings, log, now, data, ledger, state, service, sources } = parts;
  const { folder, exportsPlace, exportDays, webhooks, maxRelated, live, workers } = settings;
  const signingKey = openSigningKey(folder.path, settings.evidenceKey);
  return data.operations(({ from, catalog, links, indexes }: Slot) => {
    const newChanges = new NewChangesWatch(catalog.feed);
    const dependencies = dependenciesOf({
      ...{ catalog, links, indexes, ledger, state, now, log, newChanges, webhooks, sources, maxRelated },
      slowReads: slowReadsOver(service.readSlowly, from),
      datasets: DATASETS,
      sample: folder.kind === 'sample',
      sign: (document) => signed(document, signingKey),
      pinned: (operation) => data.pinned(operation),
      answersKiB: Math.ceil(ANSWERS_KIB / workers),
      ...(live && { live: service }),
    });
    const answered = operations(dependencies);
    const exported = exportOperations({
      ...{ state, ledger, now },
      indexes: () => indexes.current(),
      files: exportFiles(folder.path, exportsPlace),
      keptMs: exportDays * DAY_MS,
      onCharged: (operation, credits) => parts.metrics.charged(operation, credits),
    });
    const reconciled = reconcileOperations(dependencies, answered);
    return {
      operations: [...answered, ...exported, ...reconciled, readFeed(dependencies)],
      endWaits: () => newChanges.close(),
    };
  });
}

function operatorOperations({ settings, sources, data, ledger, service }: ServerParts): readonly Operation[] {
  const { folder } = settings;
  return adminOperations({
    ledger,
    catalog: () => data.slot.catalog,
    issueKey: (of, by, random) => issueKey(ledger, folder, of, by, random),
    rotateKey: (of, by, random) => rotateKey(ledger, folder, of, by, random),
    index: {
      current: () => readManifest(indexFolderOf(data.slot.from.data)),
      rollBack: service.rollBackIndex,
    },
    operating: { ...service, fetchable: (states) => fetchable([...sources, ...DATASETS], states) },
  });
}

function siteFor({ settings, state, data }: ServerParts, access: 'open' | 'key', all: readonly Operation[]) {
  const { localOnly, contact, authProxy } = settings.web;
  return siteOf({
    ...{ access, localOnly, contact, authProxy },
    operations: all,
    pages: PAGES,
    feeds: FEEDS,
    sessions: state.sessions,
    matchLists: state.matchLists,
    dataVersion: () => versionOf(data.slot),
    isSample: settings.folder.kind === 'sample',
  });
}

function readinessOf({ settings: { damage }, data, startProgress }: ServerParts): Readiness {
  if (damage && Atomics.load(damage, 0) === 1) return DAMAGED;
  return data.slot.indexes.current() ? { ready: true } : startingAt(startProgress?.());
}

const DAMAGED: Readiness = {
  ready: false,
  reason: 'The data of this node is damaged; it is being downloaded again.',
};

/** Returns the readiness of a service whose index is not loaded. */
function startingAt(progress: StartProgress | undefined): Readiness {
  const reason = 'The search index is not loaded yet';
  if (progress === undefined) return { ready: false, reason: `${reason}.` };
  const percent = Math.floor((100 * progress.read) / Math.max(1, progress.total));
  const megabytes = Math.ceil(progress.total / 1e6).toLocaleString('en-US');
  return { ready: false, reason: `${reason}: ${percent} % of ${megabytes} MB are read.`, progress };
}

/** Changes with the served data, so that cached pages of other data are not used. */
function versionOf({ from, indexes }: Slot): string {
  return `${from.version} ${indexes.current()?.manifest.contentVersion}`;
}

/** Separate from the clients' contract: most keys may not use any of it. */
function adminDocument(admin: readonly Operation[]) {
  const type = 'application/json; charset=utf-8';
  return deferred({ path: '/openapi.admin.json', type }, () =>
    JSON.stringify(openApiDocument(admin, packageVersion(), new Map())),
  );
}

/**
 * Returns, by operation id, the response of the bundled sample to its example; `UPDATE=1 npx vitest run test/contract/examples`
 * records them.
 */
export function recordedExamples(): ReadonlyMap<string, unknown> {
  const folder = join(packageRoot(), 'docs/examples');
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown;
  return new Map(readdirSync(folder).map((name) => [name.replace('.json', ''), read(name)]));
}
