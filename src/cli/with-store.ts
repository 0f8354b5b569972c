import { type DataFolder, existingFolder, operatorFolder, servedFolder } from '../data-folder.js';
import { openStore } from '../store/sqlite/open.js';
import type { Store } from '../store/store.js';
import { type CliContext, configOf, note } from './context.js';

export interface FolderOptions {
  readonly json?: boolean;
  /** Work on the bundled sample's folder instead of the operator's. */
  readonly sample?: boolean;
}

/**
 * The folder a command works on: the operator's, or with `--sample` the one the sample is served from; the sample's too
 * where only that is in use, for a look at it must not make an empty folder that is served from then on.
 */
export function folderOf(context: CliContext, options: FolderOptions): DataFolder {
  const { dataFolder } = configOf(context);
  if (options.sample) return servedFolder(dataFolder);
  const folder = existingFolder(dataFolder) ?? operatorFolder(dataFolder);
  if (folder.path !== dataFolder)
    note(context, `No data was loaded yet: this is the bundled sample in ${folder.path}.`);
  return folder;
}

/** Opens the folder's store, migrated, for the length of `work`. */
export async function withStore<T>(
  context: CliContext,
  options: FolderOptions,
  work: (store: Store, folder: DataFolder) => Promise<T>,
): Promise<T> {
  const folder = folderOf(context, options);
  const store = await openStore(folder.path, { schema: 'migrate' });
  try {
    return await work(store, folder);
  } finally {
    await store.close();
  }
}
