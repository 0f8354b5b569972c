import type { LiveCache } from '../../store/store.js';
import type { PortalFault } from '../portal/fault.js';
import type { PortalClient } from '../portal/portal-client.js';
import type { PortalSource } from '../portal/records.js';

export interface LiveOptions {
  readonly sources: readonly PortalSource[];
  readonly client: PortalClient;
  readonly cache: LiveCache;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Portal reads per account and minute. */
  readonly perMinute: number;
  /** Number of nodes that share the limit; default: 1. */
  readonly nodes?: () => number;
  /** For a whole lookup or search; later responses are ignored. */
  readonly deadlineMs: number;
  /** Ids of the sources with loaded records. */
  readonly loaded: () => Promise<ReadonlySet<string>>;
  /** Called for every portal that did not respond, for the log. */
  readonly onFault: (fault: PortalFault) => void;
}
