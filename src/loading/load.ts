import { buildIndexes } from '../indexing/build.js';
import { mappingVersion } from '../ingest/mapping-version.js';
import { progressView } from '../ingest/progress.js';
import { finishInterruptedRuns } from '../ingest/roll-forward.js';
import { type IngestReport, runIngest } from '../ingest/run.js';
import { confirmFolder, type DataFolder } from '../platform/data-folder.js';
import { DATASETS } from '../sources/datasets.js';
import type { Loadable } from '../sources/declare.js';
import { SOURCES } from '../sources/index.js';
import type { Store } from '../store/store.js';
import { building } from './build-options.js';
import { type CliContext, CliError, note } from '../cli/context.js';
import { linkWhatIsNew } from './update-links.js';
import { mappingThreads } from './threads/mapping-threads.js';
import { sampleInputs } from './sample.js';

export interface LoadOptions {
  readonly paths: readonly string[];
  /** The addresses the files were fetched from. */
  readonly inputs?: readonly string[];
  /** What changed since an earlier run. */
  readonly increment?: boolean;
  readonly dryRun?: boolean;
  readonly publishedAt?: string | null;
}

/** A source, then the data sets that are made from the same files. The report is the source's. */
export async function load(
  store: Store,
  folder: DataFolder,
  context: CliContext,
  source: Loadable,
  options: LoadOptions,
): Promise<IngestReport> {
  const report = await loadOne(store, folder, context, source, options);
  if (report.error !== null) return report;
  for (const dataset of DATASETS.filter(({ filesOf }) => filesOf === source.id)) {
    const { error } = await loadOne(store, folder, context, dataset, options);
    if (error !== null) note(context, `${dataset.id}: ${error}`);
  }
  return report;
}

/** Without the data sets that `load` makes of the files of another one of them. */
export function loadedByThemselves(sources: readonly Loadable[]): readonly Loadable[] {
  const ids = new Set(sources.map(({ id }) => id));
  return sources.filter(
    (source) => source.kind !== 'dataset' || source.filesOf === undefined || !ids.has(source.filesOf),
  );
}

/** One run, with a progress bar; interrupted runs of any source are finished first. */
async function loadOne(
  store: Store,
  folder: DataFolder,
  context: CliContext,
  source: Loadable,
  options: LoadOptions,
): Promise<IngestReport> {
  await finishInterruptedRuns(store.catalog, context.now, {
    onUnfinished: (sentence) => note(context, sentence),
  });
  const view = progressView({ stream: context.stderr, title: source.id, clock: context.now });
  const report = await runIngest({
    ...options,
    source,
    catalog: store.catalog,
    folder: folder.path,
    clock: context.now,
    pid: process.pid,
    mapping: mappingVersion(),
    threads: mappingThreads(source),
    onProgress: (progress) => view.show(progress),
  });
  view.end(report.error === null ? recordsIn(report) : 'failed');
  if (report.error === null && !options.dryRun && folder.kind === 'data') confirmFolder(folder);
  return report;
}

function recordsIn({ records }: IngestReport): string {
  return `${records.toLocaleString('en-US')} ${records === 1 ? 'record' : 'records'}`;
}

/** All bundled files through the real readers, then the indexes. */
export async function loadSample(
  store: Store,
  folder: DataFolder,
  context: CliContext,
): Promise<IngestReport[]> {
  note(context, 'Loading the bundled sample.');
  const reports: IngestReport[] = [];
  for (const { source, paths } of sampleInputs([...SOURCES, ...DATASETS])) {
    const report = await load(store, folder, context, source, { paths });
    if (report.error !== null)
      throw new CliError(`The sample of ${source.id} does not load: ${report.error}`);
    reports.push(report);
  }
  // Officers of linked records are searched, too.
  await linkWhatIsNew(store, folder, context);
  await buildIndexes(store.catalog, folder.index, context.now, building(context, folder));
  confirmFolder(folder);
  return reports;
}
