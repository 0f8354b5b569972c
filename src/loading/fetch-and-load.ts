import { join } from 'node:path';
import { readManifest } from '../indexing/files.js';
import { isNewest } from '../indexing/held-content.js';
import { mergeDelta, updateIndexes } from '../indexing/update.js';
import { FetchError } from '../ingest/fetch/index.js';
import type { IngestReport } from '../ingest/run.js';
import type { DataFolder } from '../platform/data-folder.js';
import type { Loadable } from '../sources/declare.js';
import { lockFile } from '../store/engine.js';
import { RunInProgressError, type Store } from '../store/store.js';
import { building } from './build-options.js';
import { type CliContext, note } from '../cli/context.js';
import { type FetchHow, fetchSource } from './fetch/fetch-source.js';
import { linkWhatIsNew } from './update-links.js';
import { load } from './load.js';

type How = FetchHow & { readonly dryRun?: boolean; readonly publishedAt?: string | null };

/**
 * One source, from its publisher into the store. A failed run is a report. Throws FetchError where the publisher
 * does not give its files, which is kept as a failed run too, RunInProgressError where another process is at it.
 */
export async function fetchAndLoad(
  store: Store,
  folder: DataFolder,
  context: CliContext,
  source: Loadable,
  how: How = {},
): Promise<IngestReport> {
  // Two at once would write to the same files.
  const lock = lockFile(join(folder.path, 'fetched', `${source.id}.lock`));
  if (!lock) throw new RunInProgressError(`${source.id} is being fetched by another process.`);
  try {
    return await fetchThenLoad(store, folder, context, source, how);
  } finally {
    lock.release();
  }
}

async function fetchThenLoad(
  store: Store,
  folder: DataFolder,
  context: CliContext,
  source: Loadable,
  how: How,
): Promise<IngestReport> {
  const startedAt = context.now();
  const fetched = await fetchSource(source, store, folder, context, how).catch(async (error: unknown) => {
    if (error instanceof FetchError && !how.dryRun)
      await keepFailure(store, source, startedAt, context, error);
    throw error;
  });
  const publishedAt = how.publishedAt ?? fetched.publishedAt;
  return await load(store, folder, context, source, { ...fetched, dryRun: how.dryRun ?? false, publishedAt });
}

async function keepFailure(
  { catalog }: Store,
  source: Loadable,
  startedAt: number,
  { now }: CliContext,
  { message: error }: FetchError,
): Promise<void> {
  const run = { sourceId: source.id, startedAt, inputs: [], publishedAt: null, pid: process.pid };
  const nothing = { rows: 0, bytes: 0, records: 0, added: 0, changed: 0, unchanged: 0, gone: 0 };
  const end = {
    ...nothing,
    outcome: 'failed',
    finishedAt: now(),
    complete: false,
    warnings: [],
    error,
  } as const;
  await catalog.finishRun(await catalog.startRun(run), end);
}

/**
 * Brings the indexes up to date with the store, then the links. Where the delta beside a build has grown, a build of
 * everything ends the run: all of it can be searched while that is made.
 */
export async function indexWhatIsNew(store: Store, folder: DataFolder, context: CliContext): Promise<void> {
  const { catalog } = store;
  if (!(await isNewest(catalog, readManifest(folder.index)))) {
    note(context, 'Bringing the search indexes up to date.');
    await updateIndexes(catalog, folder.index, context.now, building(context, folder));
  }
  await linkWhatIsNew(store, folder, context);
  await mergeDelta(catalog, folder.index, context.now, building(context, folder));
}
