import { readManifest } from '../indexing/files/files.js';
import { isNewest } from '../indexing/files/indexed-content.js';
import { mergeDelta, updateIndexes } from '../indexing/update.js';
import { buildOptions } from './build-options.js';
import type { Loading } from './loading.js';
import { linkWhatIsNew } from './update-links.js';

/**
 * Brings the indexes up to date with the store, then the links. If the delta has grown large, the run ends with a build of
 * everything. All data can be searched during that build.
 */
export async function indexWhatIsNew(loading: Loading): Promise<void> {
  const { store, folder, now, report } = loading;
  const { catalog } = store;
  if (!(await isNewest(catalog, readManifest(folder.index)))) {
    report.note('Updating the search indexes.');
    await updateIndexes(catalog, folder.index, now, buildOptions(loading));
  }
  await linkWhatIsNew(loading);
  await mergeDelta(catalog, folder.index, now, buildOptions(loading));
}
