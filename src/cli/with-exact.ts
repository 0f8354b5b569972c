import { openExact } from '../store/engine/engine.js';
import type { DataFolder } from '../store/folder/data-folder.js';
import type { Store } from '../store/store.js';
import { type CliContext, configOf } from './context.js';
import { type FolderOptions, withLook, withNewStore, withStore } from './with-store.js';

/** Accounts, keys and credits, and the folder's kind: keys of the sample look otherwise. */
type Work<T> = (exact: Pick<Store, 'ledger' | 'state'>, folder: Pick<DataFolder, 'kind'>) => Promise<T>;

const IN_FOLDER = { look: withLook, change: withStore, begin: withNewStore } as const;

/**
 * Works with accounts, keys and credits. If they are in PostgreSQL no folder is needed; else they are those of the folder,
 * with which the work looks, changes something, or begins.
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

/** Works with the folder's data too, which somebody must have loaded. */
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
