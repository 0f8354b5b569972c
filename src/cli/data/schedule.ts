import type { Command } from 'commander';
import type { Outcome } from '../../loading/load-all.js';
import { loadDue, type Planned, scheduleOf, untilNextLook } from '../../loading/load-due.js';
import { claimFolder, type DataFolder } from '../../store/folder/data-folder.js';
import { answer, type CliContext, configOf, note } from '../context.js';
import { textTable } from '../table.js';
import { withFolder } from '../with-store.js';
import { asBuilder, type Publish } from './as-builder.js';
import { mayPass } from './explained.js';
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
  const planned = await withFolder(folder, (store) => scheduleOf(store, all));
  note(context, describeSchedule(planned, context.now()));
  // No signal is caught: each ends the process at once, as it does for `ingest`, and the next load makes good what was cut off.
  for (let failures = 0; ; ) {
    const { outcomes, nextAt } = await withFolder(folder, (store) =>
      loadDue(loadingOf(context, store, folder), { all }),
    );
    if (once || outcomes.length > 0) answer(context, options, outcomes, textOf(outcomes));
    if (once) return;
    if (outcomes.length > 0 || failures > 0)
      failures = (await isPublished(publish, context, secondsAfter(failures + 1))) ? 0 : failures + 1;
    const againAt = failures > 0 ? context.now() + 1_000 * secondsAfter(failures) : Infinity;
    await untilNextLook(Math.min(nextAt ?? Infinity, againAt), context.now());
  }
}

/** The wait after a number of publications that failed one after the other; at most ten minutes. */
function secondsAfter(failures: number): number {
  return Math.min(600, 2 ** failures);
}

/** False while the place of publications or PostgreSQL is away: the data is loaded, and is published when that is back. */
async function isPublished(publish: Publish, context: CliContext, seconds: number): Promise<boolean> {
  try {
    await publish();
    return true;
  } catch (error) {
    if (!mayPass(error)) throw error;
    note(context, `Nothing was published: ${error.message} Retrying in ${seconds} s.`);
    return false;
  }
}

/** The sources that will be loaded, a line each, with their times in UTC. */
export function describeSchedule(planned: readonly Planned[], now: number): string {
  if (planned.length === 0)
    return 'No loaded source can be downloaded, so nothing is scheduled. Load one with dossier ingest, or add --all.';
  const rows = planned.map(({ source, at }) => [
    source.id,
    `every ${source.every}`,
    at <= now ? 'now' : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  ]);
  return textTable(['source', 'renewed', 'next load'], rows);
}

function textOf(outcomes: readonly Outcome[]): string {
  return outcomes.length > 0 ? describeOutcomes(outcomes) : 'Nothing is due.';
}
