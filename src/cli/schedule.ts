import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import type { Outcome } from '../loading/load-all.js';
import { loadDue } from '../loading/load-due.js';
import { claimFolder } from '../store/folder/data-folder.js';
import { answer, type CliContext, configOf } from './context.js';
import { describeOutcomes } from './ingest-all.js';
import { loadingOf } from './loading.js';
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
  const { all = false, once = false } = options;
  const stop = new AbortController();
  void context.untilStopped().then(() => stop.abort());
  while (!stop.signal.aborted) {
    const { outcomes, nextAt } = await withFolder(folder, (store) =>
      loadDue(loadingOf(context, store, folder), { all, stop: stop.signal }),
    );
    if (once || outcomes.length > 0) answer(context, options, outcomes, textOf(outcomes));
    if (once) return;
    const waitMs = Math.min(LOOK_EVERY_MS, (nextAt ?? Number.POSITIVE_INFINITY) - context.now());
    await wait(Math.max(1_000, waitMs), stop.signal);
  }
}

function textOf(outcomes: readonly Outcome[]): string {
  return outcomes.length > 0 ? describeOutcomes(outcomes) : 'Nothing is due.';
}

async function wait(ms: number, stop: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal: stop }).catch(() => undefined);
}
