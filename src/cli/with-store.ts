import { type DataFolder, operatorFolder, servedFolder } from '../data-folder.js';
import { openStore } from '../store/sqlite/open.js';
import type { Store } from '../store/store.js';
import { type CliContext, configOf } from './context.js';

export interface FolderOptions {
  readonly json?: boolean;
  /** Work on the bundled sample's folder instead of the operator's. */
  readonly sample?: boolean;
}

/** The folder a command works on: the operator's, or with `--sample` the one the sample is served from. */
export function folderOf(context: CliContext, options: FolderOptions): DataFolder {
  const { dataFolder } = configOf(context);
  return options.sample ? servedFolder(dataFolder) : operatorFolder(dataFolder);
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
