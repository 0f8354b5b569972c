import { dueSources } from '../ingest/schedule.js';
import { loadedByThemselves } from './load.js';
import { attempt, LOADABLE, type Outcome } from './load-all.js';
import type { Loading } from './loading.js';
import { indexWhatIsNew } from './update-index.js';

export interface DueOptions {
  /** Also what was never loaded. */
  readonly all: boolean;
  /** The load that is on when it aborts is ended; no other is begun. */
  readonly stop: AbortSignal;
}

/**
 * Loads what is due as often as its publisher renews it, then brings the indexes up to date. `nextAt` is when the next
 * source is due, in milliseconds. One after the other: two loads at once would take the disk from the service.
 */
export async function loadDue(
  loading: Loading,
  { all, stop }: DueOptions,
): Promise<{ readonly outcomes: readonly Outcome[]; readonly nextAt: number | null }> {
  const { store, now, report } = loading;
  const states = new Map((await store.catalog.listSourceStates()).map((state) => [state.sourceId, state]));
  const { due, nextAt } = dueSources(LOADABLE, states, now(), all);
  const outcomes: Outcome[] = [];
  for (const source of loadedByThemselves(due)) {
    if (stop.aborted) break;
    report.note(`${source.id} is due.`);
    outcomes.push(await attempt(loading, source));
  }
  if (outcomes.length > 0) await indexWhatIsNew(loading);
  return { outcomes, nextAt };
}
