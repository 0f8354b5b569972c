import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { dueSources } from '../ingest/schedule.js';
import { claimFolder, type DataFolder } from '../platform/data-folder.js';
import { DATASETS } from '../sources/datasets.js';
import { SOURCES } from '../sources/index.js';
import type { Store } from '../store/store.js';
import { answer, type CliContext, configOf, note } from './context.js';
import { attempt, describe, type Outcome } from '../loading/load-all.js';
import { loadedByThemselves } from '../loading/load.js';
import { fetchAndLoad, indexWhatIsNew } from '../loading/fetch-and-load.js';
import { withFolder } from './with-store.js';

interface ScheduleOptions {
  readonly json?: boolean;
  readonly all?: boolean;
  readonly once?: boolean;
}

/** Loads by hand and failures move what is due: it is looked at this often at least. */
const LOOK_EVERY_MS = 10 * 60_000;

export function scheduleCommand(program: Command, context: CliContext): void {
  program
    .command('schedule')
    .description('load what is due, as often as its publisher renews it; runs until it is stopped')
    .option('--once', 'load what is due now, and end')
    .option('--all', 'also what was never loaded')
    .action((options: ScheduleOptions) => schedule(context, options));
}

async function schedule(context: CliContext, options: ScheduleOptions): Promise<void> {
  const folder = claimFolder(configOf(context).dataFolder, 'data');
  const stop = new AbortController();
  void context.untilStopped().then(() => stop.abort());
  while (!stop.signal.aborted) {
    const { outcomes, nextAt } = await withFolder(folder, (store) =>
      loadDue(store, folder, context, options, stop.signal),
    );
    if (options.once || outcomes.length > 0) answer(context, options, outcomes, textOf(outcomes));
    if (options.once) return;
    const waitMs = Math.min(LOOK_EVERY_MS, (nextAt ?? Number.POSITIVE_INFINITY) - context.now());
    await wait(Math.max(1_000, waitMs), stop.signal);
  }
}

/** One after the other: two loads at once would take the disk from the service. */
async function loadDue(
  store: Store,
  folder: DataFolder,
  context: CliContext,
  { all = false }: ScheduleOptions,
  stop: AbortSignal,
): Promise<{ outcomes: Outcome[]; nextAt: number | null }> {
  const states = new Map((await store.catalog.listSourceStates()).map((state) => [state.sourceId, state]));
  const { due, nextAt } = dueSources([...SOURCES, ...DATASETS], states, context.now(), all);
  const outcomes: Outcome[] = [];
  for (const source of loadedByThemselves(due)) {
    if (stop.aborted) break;
    note(context, `${source.id} is due.`);
    outcomes.push(await attempt(source, () => fetchAndLoad(store, folder, context, source)));
  }
  if (outcomes.length > 0) await indexWhatIsNew(store, folder, context);
  return { outcomes, nextAt };
}

function textOf(outcomes: readonly Outcome[]): string {
  return outcomes.length > 0 ? describe(outcomes) : 'Nothing is due.';
}

async function wait(ms: number, stop: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal: stop }).catch(() => undefined);
}
