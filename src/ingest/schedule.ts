import type { Loadable } from '../sources/declare/index.js';
import type { SourceState } from '../store/store.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const EVERY_MS: Readonly<Record<Loadable['every'], number>> = {
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  quarter: 91 * DAY_MS,
};
/** Pause after a failed run of a source. */
const AFTER_FAILURE_MS = HOUR_MS;

/**
 * The time at which the source is due; null for manually loaded sources, and for sources never loaded if `unloaded` is false. A
 * time in the past means now.
 */
export function dueAt(source: Loadable, state: SourceState | undefined, unloaded: boolean): number | null {
  if (source.fetch.kind === 'manual') return null;
  const good = state?.lastGoodRun ?? null;
  if (good === null && !unloaded) return null;
  const renewed = good === null ? 0 : good.startedAt + EVERY_MS[source.every];
  const { lastRun = null } = state ?? {};
  const failedAt = lastRun?.outcome === 'failed' ? (lastRun.finishedAt ?? lastRun.startedAt) : null;
  return failedAt === null ? renewed : Math.max(renewed, failedAt + AFTER_FAILURE_MS);
}

/** Returns whether the loaded data is older than two of the publisher's periods, even if loaded manually. */
export function isStale(source: Loadable, state: SourceState | undefined, now: number): boolean {
  const good = state?.lastGoodRun;
  return good != null && now - good.startedAt > 2 * EVERY_MS[source.every];
}

/** The sources to load now, longest overdue first, and the time at which the next one is due after that. */
export function dueSources<S extends Loadable>(
  sources: readonly S[],
  states: ReadonlyMap<string, SourceState>,
  now: number,
  unloaded: boolean,
): { readonly due: readonly S[]; readonly nextAt: number | null } {
  const dated = sources.flatMap((source) => {
    const at = dueAt(source, states.get(source.id), unloaded);
    return at === null ? [] : [{ source, at }];
  });
  const sorted = dated.sort((a, b) => a.at - b.at);
  return {
    due: sorted.filter(({ at }) => at <= now).map(({ source }) => source),
    nextAt: sorted.find(({ at }) => at > now)?.at ?? null,
  };
}
