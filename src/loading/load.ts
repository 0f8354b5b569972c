import { mappingVersion } from '../ingest/mapping-version.js';
import { finishInterruptedRuns } from '../ingest/run/roll-forward.js';
import { type IngestReport, runIngest } from '../ingest/run/run.js';
import { DATASETS } from '../sources/datasets.js';
import type { Loadable } from '../sources/declare.js';
import { confirmFolder } from '../store/folder/data-folder.js';
import type { Loading } from './loading.js';
import { mappingThreads } from './threads/mapping-threads.js';

export interface LoadOptions {
  readonly paths: readonly string[];
  /** The addresses the files were fetched from. */
  readonly inputs?: readonly string[];
  /** The files hold only what changed since an earlier run. */
  readonly increment?: boolean;
  readonly dryRun?: boolean;
  readonly publishedAt?: string | null;
}

/** A source, then the data sets that are made from the same files. The report is the source's. */
export async function load(loading: Loading, source: Loadable, options: LoadOptions): Promise<IngestReport> {
  const report = await loadOne(loading, source, options);
  if (report.error !== null) return report;
  for (const dataset of DATASETS.filter(({ filesOf }) => filesOf === source.id)) {
    const { error } = await loadOne(loading, dataset, options);
    if (error !== null) loading.report.note(`${dataset.id}: ${error}`);
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

/** One run, and how far it is; interrupted runs of any source are finished first. */
async function loadOne(loading: Loading, source: Loadable, options: LoadOptions): Promise<IngestReport> {
  const { store, folder, now, report: told } = loading;
  await finishInterruptedRuns(store.catalog, now, { onUnfinished: told.note });
  const view = told.progress(source.id);
  const report = await runIngest({
    ...options,
    source,
    catalog: store.catalog,
    folder: folder.path,
    clock: now,
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
