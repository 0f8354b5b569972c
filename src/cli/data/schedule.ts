import type { Command } from 'commander';
import type { Outcome } from '../../loading/load-all.js';
import { loadDue, untilNextLook } from '../../loading/load-due.js';
import { claimFolder, type DataFolder } from '../../store/folder/data-folder.js';
import { asBuilder, type Publish } from '../cluster/as-builder.js';
import { answer, type CliContext, configOf } from '../context.js';
import { withFolder } from '../with-store.js';
import { describeOutcomes } from './ingest-all.js';
import { loadingOf } from './loading.js';

interface ScheduleOptions {
  readonly json?: boolean;
  readonly all?: boolean;
  readonly once?: boolean;
}

export function scheduleCommand(program: Command, context: CliContext): void {
  program
    .command('schedule')
    .description('load each source as often as its publisher updates it; runs until stopped')
    .option('--once', 'load the sources that are due now, then exit')
    .option('--all', 'include sources that were never loaded')
    .action((options: ScheduleOptions) => schedule(context, options));
}

async function schedule(context: CliContext, options: ScheduleOptions): Promise<void> {
  const folder = claimFolder(configOf(context).dataFolder, 'data');
  await asBuilder(context, folder, (publish) => loadAgainAndAgain(context, folder, options, publish));
}

async function loadAgainAndAgain(
  context: CliContext,
  folder: DataFolder,
  options: ScheduleOptions,
  publish: Publish,
): Promise<void> {
  const { all = false, once = false } = options;
  // No signal is caught: each ends the process at once, as it does for `ingest`, and the next load makes good what was cut off.
  for (;;) {
    const { outcomes, nextAt } = await withFolder(folder, (store) =>
      loadDue(loadingOf(context, store, folder), { all }),
    );
    if (once || outcomes.length > 0) answer(context, options, outcomes, textOf(outcomes));
    if (once) return;
    if (outcomes.length > 0) await publish();
    await untilNextLook(nextAt, context.now());
  }
}

function textOf(outcomes: readonly Outcome[]): string {
  return outcomes.length > 0 ? describeOutcomes(outcomes) : 'Nothing is due.';
}
