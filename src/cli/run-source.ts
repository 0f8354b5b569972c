import type { DataFolder } from '../data-folder.js';
import { buildIndexes } from '../indexing/build.js';
import { readManifest } from '../indexing/files.js';
import type { IngestReport } from '../ingest/run.js';
import type { Loadable } from '../sources/declare.js';
import { openStore } from '../store/sqlite/open.js';
import type { Store } from '../store/store.js';
import { type CliContext, note } from './context.js';
import { type FetchHow, fetchSource } from './fetch-source.js';
import { load } from './load.js';

/** One source, from its publisher into the store. Throws where nothing can be fetched; a failed run is a report. */
export async function fetchAndLoad(
  store: Store,
  folder: DataFolder,
  context: CliContext,
  source: Loadable,
  how: FetchHow & { readonly dryRun?: boolean; readonly publishedAt?: string | null } = {},
): Promise<IngestReport> {
  const fetched = await fetchSource(source, store, folder, context, how);
  const publishedAt = how.publishedAt ?? fetched.publishedAt;
  return await load(store, folder, context, source, { ...fetched, dryRun: how.dryRun ?? false, publishedAt });
}

export async function indexWhatIsNew(
  { catalog }: Store,
  folder: DataFolder,
  context: CliContext,
): Promise<void> {
  if (readManifest(folder.index)?.contentVersion === (await catalog.contentVersion())) return;
  note(context, 'Building the search indexes.');
  await buildIndexes(catalog, folder.index, context.now);
}

export async function withOpenStore<T>(folder: DataFolder, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(folder.path, { schema: 'migrate' });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
