import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { dueAt, dueSources } from '../ingest/schedule.js';
import type { Loadable } from '../sources/declare/index.js';
import { lockFile } from '../store/engine/engine.js';
import type { Store } from '../store/store.js';
import { loadedByThemselves } from './load.js';
import { attempt, LOADABLE, type Outcome } from './load-all.js';
import type { Loading } from './loading.js';
import { indexWhatIsNew } from './update-index.js';

/** Loads by hand and failures move what is due: it is looked at this often at least. */
const LOOK_EVERY_MS = 10 * 60_000;

/**
 * Loads what is due as often as its publisher renews it, then brings the indexes up to date. `nextAt` is when the next
 * source is due, in milliseconds; with `all`, what was never loaded is due too. One after the other: two loads at once would take the disk from the service. Loads
 * nothing while another process does the same for the folder.
 */
export async function loadDue(
  loading: Loading,
  { all }: { readonly all: boolean },
): Promise<{ readonly outcomes: readonly Outcome[]; readonly nextAt: number | null }> {
  const { store, folder, now, report } = loading;
  const lock = lockFile(join(folder.path, 'schedule.lock'));
  if (!lock) {
    report.note('Another process is loading the sources that are due.');
    return { outcomes: [], nextAt: null };
  }
  try {
    const { due, nextAt } = await dueIn(store, now(), all);
    const outcomes: Outcome[] = [];
    for (const source of due) {
      report.note(`${source.id} is due.`);
      outcomes.push(await attempt(loading, source));
    }
    if (outcomes.length > 0) await indexWhatIsNew(loading);
    return { outcomes, nextAt };
  } finally {
    lock.release();
  }
}

/** The sources that are due, longest overdue first, and when the next one is. With `all` also those never loaded. */
export async function dueIn(
  { catalog }: Pick<Store, 'catalog'>,
  now: number,
  all = false,
): Promise<{ readonly due: readonly Loadable[]; readonly nextAt: number | null }> {
  const states = new Map((await catalog.runs.listSourceStates()).map((state) => [state.sourceId, state]));
  const { due, nextAt } = dueSources(LOADABLE, states, now, all);
  return { due: loadedByThemselves(due), nextAt };
}

export interface Planned {
  readonly source: Loadable;
  /** Time at which it is due, in milliseconds; may be past. */
  readonly at: number;
}

/** When each source is due, the earliest first. With `all` also those never loaded. */
export async function scheduleOf(
  { catalog }: Pick<Store, 'catalog'>,
  all: boolean,
): Promise<readonly Planned[]> {
  const states = new Map((await catalog.runs.listSourceStates()).map((state) => [state.sourceId, state]));
  const fetched = loadedByThemselves(LOADABLE).flatMap((source) => {
    const at = dueAt(source, states.get(source.id), all);
    return at === null ? [] : [{ source, at }];
  });
  return fetched.sort((one, other) => one.at - other.at);
}

/** Resolves when what is due is to be looked at again, or when `stop` aborts. */
export async function untilNextLook(nextAt: number | null, now: number, stop?: AbortSignal): Promise<void> {
  const waitMs = Math.min(LOOK_EVERY_MS, (nextAt ?? Number.POSITIVE_INFINITY) - now);
  await setTimeout(Math.max(1_000, waitMs), undefined, stop && { signal: stop }).catch(() => undefined);
}
