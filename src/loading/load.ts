import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { finishInterruptedRuns } from '../ingest/run/roll-forward.js';
import { type FileOrigin, type IngestReport, runIngest } from '../ingest/run/run.js';
import { packageRoot } from '../platform/package-root.js';
import { DATASETS } from '../sources/datasets.js';
import type { Loadable } from '../sources/declare/index.js';
import { confirmFolder } from '../store/folder/data-folder.js';
import type { Loading } from './loading.js';
import { mappingThreads } from './threads/mapping-threads.js';

interface LoadOptions {
  readonly paths: readonly string[];
  /** The addresses the files were fetched from. */
  readonly inputs?: readonly string[];
  /** Which of the files were fetched, and from where. */
  readonly fetched?: readonly FileOrigin[];
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

const LOOK_EVERY_MS = 200;

/**
 * Finishes interrupted runs of any source. If another process is applying a run of this source, it waits: a service
 * that starts finishes killed loads in a second process.
 */
async function finishFirst({ store: { catalog }, now, report }: Loading, source: Loadable): Promise<void> {
  for (let waitsFor: number | undefined; ; await setTimeout(LOOK_EVERY_MS)) {
    await finishInterruptedRuns(catalog, now, { onUnfinished: report.note });
    const [last] = await catalog.runs.listSummaries(source.id, 1);
    if (last?.outcome !== 'applying' || !(await catalog.runs.isAlive(last))) return;
    if (waitsFor === last.id) continue;
    report.note(
      `The load of ${source.id} (run ${last.id}) is being applied by another process; waiting for it.`,
    );
    waitsFor = last.id;
  }
}

/** One run, and how far it is. */
async function loadOne(loading: Loading, source: Loadable, options: LoadOptions): Promise<IngestReport> {
  const { store, folder, now, report: reported } = loading;
  await finishFirst(loading, source);
  const view = reported.progress(source.id);
  const report = await runIngest({
    ...options,
    source,
    catalog: store.catalog,
    folder: folder.path,
    clock: now,
    mapping: mappingVersion(),
    threads: mappingThreads(source),
    onProgress: (progress) => view.show(progress),
  });
  if (!options.dryRun) await expireChanges(loading);
  view.end(report.error === null ? recordsIn(report) : 'failed');
  if (report.error === null && !options.dryRun && folder.kind === 'data') confirmFolder(folder);
  return report;
}

const DAY_MS = 86_400_000;

async function expireChanges({ config, store, now }: Loading): Promise<void> {
  await store.catalog.feed.expire(now() - config.changesDays * DAY_MS);
}

function recordsIn({ records }: IngestReport): string {
  return `${records.toLocaleString('en-US')} ${records === 1 ? 'record' : 'records'}`;
}

/**
 * Names the code that maps rows to records, by its own text and by the Node.js that runs it, whose Unicode tables it
 * uses: a release that changes a source or a rule has another version, without anybody having to think of it. The build
 * hashes the text.
 */
function mappingVersion(): string {
  const code = readFileSync(join(packageRoot(), 'dist/program/mapping-version'));
  return createHash('sha1').update(process.version).update(code).digest('hex');
}
