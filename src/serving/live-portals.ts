import { join } from 'node:path';
import type { LivePortals } from '../domain/live.js';
import { GUARD_LIMITS, HostGuards } from '../ingest/live/host-guard.js';
import type { HostState } from '../ingest/live/host-state.js';
import { LiveReader } from '../ingest/live/live-reader.js';
import type { PortalFault } from '../ingest/portal/fault.js';
import { portalClient } from '../ingest/portal/portal-client.js';
import { hasPortal } from '../ingest/portal/records.js';
import type { Log } from '../platform/log.js';
import type { Source } from '../sources/declare/index.js';
import { openLiveCache } from '../store/engine/engine.js';
import type { DataFolder } from '../store/folder/data-folder.js';
import type { Catalog } from '../store/store.js';

/** Settings of live mode. */
export interface LiveSettings {
  /** Max portal reads per account and minute. */
  readonly perMinute: number;
  readonly socrataToken: string | null;
  readonly contact: string | null;
  /** Default: `https://<host>`. */
  readonly originOf?: (host: string) => string;
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 4_000;
const LOG_EVERY_MS = 60_000;
/** How long the list of loaded sources is cached, in ms. */
const LOADED_FOR_MS = 2_000;

/** Opens the portals of all sources that declare one, with their cache in the folder's `live.db`. */
export function openLivePortals(
  settings: LiveSettings,
  parts: {
    readonly folder: DataFolder;
    readonly sources: readonly Source[];
    /** Returns the catalog that is currently served. */
    readonly catalog: () => Pick<Catalog, 'runs'>;
    readonly now: () => number;
    readonly log: Pick<Log, 'warn'>;
    /** The number of nodes that share the portals' rate limits. */
    readonly nodes: () => number;
  },
): {
  readonly live: LivePortals;
  readonly hostStates: () => ReadonlyMap<string, HostState>;
  readonly close: () => void;
} {
  const { folder, sources, catalog, now, log, nodes } = parts;
  const cache = openLiveCache(join(folder.path, 'live.db'));
  const guards = new HostGuards(now, GUARD_LIMITS, nodes);
  const entities = sources.filter((source) => source.kind === 'entities');
  const live = new LiveReader({
    sources: entities.filter(hasPortal),
    client: portalClient({ ...settings, now, guard: (host, work) => guards.run(host, work) }),
    cache,
    now,
    perMinute: settings.perMinute,
    nodes,
    deadlineMs: settings.deadlineMs ?? DEADLINE_MS,
    loaded: loadedSources(catalog, now),
    onFault: portalLog(log, now),
  });
  return { live, hostStates: () => guards.states(), close: () => cache.close() };
}

/**
 * Logs the faults of portals. The first of a host and kind is logged at once, then one a minute with the number of faults in
 * between. Any client can cause them without paying, so more lines would let clients fill the log.
 */
export function portalLog(log: Pick<Log, 'warn'>, now: () => number): (fault: PortalFault) => void {
  const logged = new Map<string, { at: number; unlogged: number }>();
  return ({ host, kind, message, cause }) => {
    const key = `${host} ${kind}`;
    const last = logged.get(key);
    if (last && now() - last.at < LOG_EVERY_MS) {
      last.unlogged += 1;
      return;
    }
    logged.set(key, { at: now(), unlogged: 0 });
    log.warn({ host, kind, err: cause, ...(last?.unlogged && { unlogged: last.unlogged }) }, message);
  };
}

/** Returns the sources that have records, cached for `LOADED_FOR_MS`. */
function loadedSources(
  catalog: () => Pick<Catalog, 'runs'>,
  now: () => number,
): () => Promise<ReadonlySet<string>> {
  let known: Promise<ReadonlySet<string>> | undefined;
  let requestedAt = 0;
  const ask = async () => {
    const states = await catalog().runs.listSourceStates();
    return new Set(states.filter(({ records }) => records > 0).map(({ sourceId }) => sourceId));
  };
  return () => {
    if (known === undefined || now() - requestedAt >= LOADED_FOR_MS) {
      requestedAt = now();
      known = ask();
    }
    return known;
  };
}
