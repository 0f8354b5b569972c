import type { LivePortals } from '../domain/live.js';
import type { SharedState } from '../gateway/shared-state.js';
import type { Metrics } from '../http/metrics/metrics.js';
import { buildServer, type HttpServer } from '../http/server.js';
import { type IndexManifest, readManifest } from '../indexing/files/files.js';
import type { LiveIndexes } from '../indexing/live-indexes.js';
import type { Log } from '../log.js';
import { adminOperations } from '../operations/admin/index.js';
import type { Operation } from '../operations/declare.js';
import { operations } from '../operations/index.js';
import { openApiDocument } from '../operations/openapi/index.js';
import { packageVersion } from '../platform/package-root.js';
import { DATASETS } from '../sources/datasets.js';
import type { Source } from '../sources/declare.js';
import type { DataFolder } from '../store/folder/data-folder.js';
import type { SlowReads, Store } from '../store/store.js';
import { documentsOf } from '../web/index.js';
import { dependenciesOf } from './dependencies.js';
import { issueKey } from './issue-key.js';
import { recordedExamples } from './recorded-examples.js';

/** What one thread serves with: its own, and its ends of what all threads share. */
export interface ServerParts {
  readonly folder: DataFolder;
  readonly log: Log;
  readonly now: () => number;
  readonly sources: readonly Source[];
  readonly trustProxy: readonly string[];
  readonly corsOrigins: readonly string[];
  readonly relatedMost?: number;
  readonly store: Pick<Store, 'catalog' | 'links' | 'ledger'>;
  readonly slowReads: SlowReads;
  readonly indexes: LiveIndexes;
  readonly live: LivePortals | undefined;
  readonly shared: SharedState;
  readonly metrics: Metrics;
  readonly etagSalt: string;
  /** What `/metrics` answers, of all threads. */
  readonly exposition: () => Promise<string>;
  readonly rollBackIndex: () => Promise<IndexManifest | undefined>;
}

/** The HTTP server of one thread. */
export function openServer(parts: ServerParts): HttpServer {
  const { folder, log, now, indexes, store } = parts;
  const { catalog, ledger } = store;
  const served = operations(
    dependenciesOf({
      ...store,
      slowReads: parts.slowReads,
      now,
      sources: parts.sources,
      datasets: DATASETS,
      indexes,
      sample: folder.kind === 'sample',
      log,
      ...(parts.live && { live: parts.live }),
      ...(parts.relatedMost !== undefined && { relatedMost: parts.relatedMost }),
    }),
  );
  const admin = adminOperations({
    ledger,
    catalog,
    issueKey: (of, by, random) => issueKey(ledger, folder, of, by, random),
    index: { current: () => readManifest(folder.index), rollBack: parts.rollBackIndex },
  });
  return buildServer({
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
    corsOrigins: parts.corsOrigins,
    trustProxy: parts.trustProxy,
    metrics: parts.metrics,
    etagSalt: parts.etagSalt,
    exposition: parts.exposition,
    shared: parts.shared,
  });
}

/** Apart from the contract of clients: most keys may do none of it. */
function adminDocument(admin: readonly Operation[]) {
  const body = JSON.stringify(openApiDocument(admin, packageVersion(), new Map()));
  return { path: '/openapi.admin.json', type: 'application/json; charset=utf-8', body };
}
