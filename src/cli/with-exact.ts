import { openExact } from '../store/engine/engine.js';
import type { DataFolder } from '../store/folder/data-folder.js';
import type { Store } from '../store/store.js';
import { type CliContext, configOf } from './context.js';
import { type FolderOptions, withLook, withNewStore, withStore } from './with-store.js';

/** Accounts, keys and credits, and the kind of folder: sample keys have another prefix. */
type Work<T> = (exact: Pick<Store, 'ledger' | 'state'>, folder: Pick<DataFolder, 'kind'>) => Promise<T>;

const IN_FOLDER = { look: withLook, change: withStore, begin: withNewStore } as const;

/**
 * Runs work with accounts, keys and credits. In PostgreSQL they need no folder; otherwise they are in the
 * folder, which is opened for reading, writing or first use.
 */
export async function withExact<T>(
  how: keyof typeof IN_FOLDER,
  context: CliContext,
  options: FolderOptions,
  work: Work<T>,
): Promise<T> {
  const { cluster } = configOf(context);
  if (!cluster || options.sample) return await IN_FOLDER[how](context, options, work);
  const exact = await openExact(cluster.postgres, 'create');
  try {
    return await work(exact, { kind: 'data' });
  } finally {
    await exact.close();
  }
}

/** Also provides the folder's data, which must have been loaded. */
export async function withStoreAndExact<T>(
  context: CliContext,
  options: FolderOptions,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const { cluster } = configOf(context);
  return await withStore(context, options, async (store) =>
    cluster && !options.sample
      ? await withExact('change', context, options, (exact) => work({ ...store, ...exact }))
      : await work(store),
  );
}
