import type { WebhookConfig } from '../config/config.js';
import type { LivePortals } from '../domain/live.js';
import { errorLog } from '../gateway/error-log.js';
import { toSubOperation } from '../gateway/sub-request.js';
import type { LiveIndexes } from '../indexing/live-indexes.js';
import type { Operation } from '../operations/support/declare.js';
import type { Dependencies, NewChanges } from '../operations/support/dependencies.js';
import type { Log } from '../platform/log.js';
import type { Dataset, Source } from '../sources/declare/index.js';
import { factsById } from '../sources/facts.js';
import { type SlowReads, type Store, slowReadsOf } from '../store/store.js';
import { ReceiverAddress } from '../webhooks/receiver-address.js';
import { watchDesk } from '../webhooks/watch-desk.js';

/** Returns the dependencies of operations. */
export function dependenciesOf(parts: {
  readonly catalog: Store['catalog'];
  readonly links: Store['links'];
  readonly now: () => number;
  readonly ledger: Store['ledger'];
  /** Default: in the calling thread. */
  readonly slowReads?: SlowReads;
  /** Default: waits end at once. */
  readonly newChanges?: NewChanges;
  readonly sources: readonly Source[];
  readonly datasets: readonly Dataset[];
  readonly indexes: LiveIndexes;
  readonly state: Store['state'];
  readonly webhooks: WebhookConfig;
  readonly sample: boolean;
  readonly sign: Dependencies['sign'];
  readonly live?: LivePortals;
  readonly maxRelated?: number;
  readonly answersKiB?: number;
  /** Pins part of a batch to the data that the batch uses. Omitted if the data is never replaced. */
  readonly pinned?: (operation: Operation) => Operation;
  readonly log?: Pick<Log, 'error'>;
}): Dependencies {
  const { allowed, maxWatches } = parts.webhooks;
  const log = parts.log ?? { error: () => undefined };
  const logError = errorLog(log);
  return {
    catalog: parts.catalog,
    links: parts.links,
    now: parts.now,
    ledger: parts.ledger,
    slowReads: parts.slowReads ?? slowReadsOf(parts.catalog, parts.ledger),
    newChanges: parts.newChanges ?? { behind: async () => false },
    sources: factsById([...parts.sources, ...parts.datasets]),
    indexes: () => parts.indexes.current(),
    toSubOperation: (operation) => toSubOperation(parts.pinned?.(operation) ?? operation, log),
    reportFault: (error, detail) => logError(error, undefined, detail),
    watches: watchDesk({
      watches: parts.state.watches,
      feed: parts.catalog.feed,
      addresses: new ReceiverAddress(allowed),
      max: maxWatches,
    }),
    matchLists: parts.state.matchLists,
    sample: parts.sample,
    sign: parts.sign,
    ...(parts.live && { live: parts.live }),
    ...(parts.maxRelated !== undefined && { maxRelated: parts.maxRelated }),
    ...(parts.answersKiB !== undefined && { answersKiB: parts.answersKiB }),
  };
}
