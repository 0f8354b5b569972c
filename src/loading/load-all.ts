import { FetchError } from '../ingest/fetch/index.js';
import { claimFolder } from '../platform/data-folder.js';
import { DATASETS } from '../sources/datasets.js';
import type { Loadable } from '../sources/declare.js';
import { SOURCES } from '../sources/index.js';
import { RunInProgressError } from '../store/store.js';
import { answer, type CliContext, CliError, configOf, note } from '../cli/context.js';
import { loadedByThemselves } from './load.js';
import { describePreflight, isFetched, megabytes, type Preflight, preflight } from './preflight.js';
import { fetchAndLoad, indexWhatIsNew } from './fetch-and-load.js';
import { withDryRun, withFolder } from '../cli/with-store.js';

export interface IngestAllOptions {
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly index: boolean;
}

/** What came of one source of several. */
export interface Outcome {
  readonly source: string;
  readonly records: number | null;
  readonly error: string | null;
}

/** A file, the rows made of it and the index of them, each about as large. */
const DISK_PER_BYTE = 3;

const LOADABLE = [...SOURCES, ...DATASETS];

/** Everything that can be fetched, one source after the other; one that fails does not keep the others back. */
export async function ingestAll(context: CliContext, options: IngestAllOptions): Promise<void> {
  if (options.dryRun) {
    const plan = await withDryRun(context, (store, folder) => preflight(LOADABLE, store, folder, context));
    return answer(context, options, plan, describePreflight(plan));
  }
  const folder = claimFolder(configOf(context).dataFolder, 'data');
  await withFolder(folder, async (store) => {
    const plan = await preflight(LOADABLE, store, folder, context);
    note(context, describePreflight(plan));
    refuseFullDisk(plan);
    const wanted = new Set(plan.sources.filter(isFetched).map(({ source }) => source));
    const outcomes: Outcome[] = [];
    for (const source of loadedByThemselves(LOADABLE.filter(({ id }) => wanted.has(id)))) {
      outcomes.push(await attempt(source, () => fetchAndLoad(store, folder, context, source)));
    }
    if (options.index) await indexWhatIsNew(store, folder, context);
    answer(context, options, outcomes, describe(outcomes));
    refuseFailures(outcomes);
  });
}

/** What is wrong with one publisher is told and passed over; what is wrong here stops everything. */
export async function attempt(
  { id }: Loadable,
  work: () => Promise<{ readonly records: number; readonly error: string | null }>,
): Promise<Outcome> {
  try {
    const { records, error } = await work();
    return { source: id, records: error === null ? records : null, error };
  } catch (error) {
    if (!(error instanceof FetchError || error instanceof RunInProgressError || error instanceof CliError)) {
      throw error;
    }
    return { source: id, records: null, error: error.message };
  }
}

export function describe(outcomes: readonly Outcome[]): string {
  const lines = outcomes.map(
    ({ source, records, error }) =>
      `${source}: ${error ?? `${records?.toLocaleString('en-US')} records read.`}`,
  );
  return lines.join('\n') || 'Nothing can be fetched.';
}

/** Throws CliError where what is known to come does not fit. */
export function refuseFullDisk({ knownBytes, freeBytes }: Pick<Preflight, 'knownBytes' | 'freeBytes'>): void {
  const needed = knownBytes * DISK_PER_BYTE;
  if (needed <= freeBytes) return;
  throw new CliError(`This needs about ${megabytes(needed)} of disk; ${megabytes(freeBytes)} are free.`);
}

function refuseFailures(outcomes: readonly Outcome[]): void {
  const failed = outcomes.filter(({ error }) => error !== null);
  if (failed.length > 0)
    throw new CliError(`${failed.length} of ${outcomes.length} sources were not loaded.`);
}
