import { LOADABLE, loadAll, type Outcome, refuseFullDisk } from '../../loading/load-all.js';
import { megabytes, type Preflight, preflight } from '../../loading/preflight.js';
import { indexWhatIsNew } from '../../loading/update-index.js';
import { answer, type CliContext, CliError, note } from '../context.js';
import { counted } from '../report.js';
import { textTable } from '../table.js';
import { withDryRun } from '../with-store.js';
import { asBuilderOfData } from './as-builder.js';
import { loadingOf } from './loading.js';

interface IngestAllOptions {
  readonly json?: boolean;
  readonly dryRun?: boolean;
  readonly index: boolean;
}

/** `ingest --all`. */
export async function ingestAll(context: CliContext, options: IngestAllOptions): Promise<void> {
  if (options.dryRun) {
    const plan = await withDryRun(context, (store, folder) =>
      preflight(loadingOf(context, store, folder), LOADABLE),
    );
    return answer(context, options, plan, describePreflight(plan));
  }
  await asBuilderOfData(context, async (store, folder) => {
    const loading = loadingOf(context, store, folder);
    const plan = await preflight(loading, LOADABLE);
    note(context, describePreflight(plan));
    refuseFullDisk(plan);
    const outcomes = await loadAll(loading, plan);
    if (options.index) await indexWhatIsNew(loading);
    answer(context, options, outcomes, describeOutcomes(outcomes) || 'There are no sources to download.');
    refuseFailures(outcomes);
  });
}

/** A line for each source. */
export function describeOutcomes(outcomes: readonly Outcome[]): string {
  const lines = outcomes.map(
    ({ source, records, error }) => `${source}: ${error ?? `${counted(records ?? 0, 'record')} read.`}`,
  );
  return lines.join('\n');
}

function refuseFailures(outcomes: readonly Outcome[]): void {
  const failed = outcomes.filter(({ error }) => error !== null);
  if (failed.length > 0)
    throw new CliError(`${failed.length} of ${outcomes.length} sources were not loaded.`);
}

/** A line for each source, and one for all of them. */
export function describePreflight({ sources, knownBytes, unknown, freeBytes }: Preflight): string {
  const rows = sources.map(({ source, fetch, files, bytes, records, seconds, missing }) => [
    source,
    fetch,
    files,
    bytes === null ? null : megabytes(bytes),
    `${records.toLocaleString('en-US')}${seconds === null ? '+' : ''}`,
    seconds === null ? null : `${seconds} s`,
    missing.join(', '),
  ]);
  const header = ['source', 'fetch', 'files', 'size', 'records', 'last load', 'not set'];
  const free = megabytes(freeBytes);
  const others =
    unknown.sources === 0
      ? ''
      : `; ${unknown.sources} more sources have an unknown size and ${unknown.records.toLocaleString('en-US')} records or more`;
  return `${textTable(header, rows)}\nDownload: ${megabytes(knownBytes)}${others}. Free disk space: ${free}.`;
}
