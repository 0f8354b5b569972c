import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildIndexes } from '../indexing/build.js';
import type { IngestReport } from '../ingest/run/run.js';
import { packageRoot } from '../platform/package-root.js';
import { DATASETS } from '../sources/datasets.js';
import type { Loadable } from '../sources/declare/index.js';
import { SOURCES } from '../sources/index.js';
import { confirmFolder } from '../store/folder/data-folder.js';
import { buildOptions } from './build-options.js';
import { load } from './load.js';
import { type Loading, LoadingError } from './loading.js';
import { linkWhatIsNew } from './update-links.js';

/** Loads all bundled files through the real readers, then builds the indexes. */
export async function loadSample(loading: Loading): Promise<IngestReport[]> {
  const { store, folder, now, report: reported } = loading;
  reported.note('Loading the bundled sample.');
  const reports: IngestReport[] = [];
  for (const { source, paths } of sampleInputs([...SOURCES, ...DATASETS])) {
    const report = await load(loading, source, { paths });
    if (report.error !== null)
      throw new LoadingError(`The sample of ${source.id} cannot be loaded: ${report.error}`);
    reports.push(report);
  }
  // Officers of linked records are searched, too.
  await linkWhatIsNew(loading);
  await buildIndexes(store.catalog, folder.index, now, buildOptions(loading));
  confirmFolder(folder);
  return reports;
}

/** The bundled files of each source that has any, in the order of the catalogue. */
function sampleInputs(
  sources: readonly Loadable[],
): readonly { source: Loadable; paths: readonly string[] }[] {
  const root = join(packageRoot(), 'sample');
  const folders = new Set(readdirSync(root));
  return sources
    .filter((source) => folders.has(source.id))
    .map((source) => ({ source, paths: filesIn(join(root, source.id)) }));
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
}
