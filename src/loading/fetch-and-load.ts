import { join } from 'node:path';
import { FetchError } from '../ingest/fetch/index.js';
import type { IngestReport } from '../ingest/run/run.js';
import type { Loadable } from '../sources/declare/index.js';
import { lockFile } from '../store/engine/engine.js';
import { RunInProgressError } from '../store/store.js';
import { type FetchHow, fetchSource } from './fetch-source.js';
import { load } from './load.js';
import type { Loading } from './loading.js';

type How = FetchHow & { readonly dryRun?: boolean; readonly publishedAt?: string | null };

/**
 * One source, from its publisher into the store. A failed run is a report. Throws FetchError where the publisher
 * does not give its files, which is kept as a failed run too, RunInProgressError where another process is at it.
 */
export async function fetchAndLoad(loading: Loading, source: Loadable, how: How = {}): Promise<IngestReport> {
  // Two at once would write to the same files.
  const lock = lockFile(join(loading.folder.path, 'fetched', `${source.id}.lock`));
  if (!lock) throw new RunInProgressError(`${source.id} is being downloaded by another process.`);
  try {
    return await fetchThenLoad(loading, source, how);
  } finally {
    lock.release();
  }
}

async function fetchThenLoad(loading: Loading, source: Loadable, how: How): Promise<IngestReport> {
  const startedAt = loading.now();
  const fetched = await fetchSource(loading, source, how).catch(async (error: unknown) => {
    if (error instanceof FetchError && !how.dryRun) await keepFailure(loading, source, startedAt, error);
    throw error;
  });
  const publishedAt = how.publishedAt ?? fetched.publishedAt;
  return await load(loading, source, { ...fetched, dryRun: how.dryRun ?? false, publishedAt });
}

async function keepFailure(
  { store: { catalog }, now }: Loading,
  source: Loadable,
  startedAt: number,
  { message: error }: FetchError,
): Promise<void> {
  const run = { sourceId: source.id, startedAt, inputs: [], publishedAt: null };
  const nothing = { rows: 0, bytes: 0, records: 0, added: 0, changed: 0, unchanged: 0, gone: 0 };
  const end = {
    ...nothing,
    outcome: 'failed',
    finishedAt: now(),
    complete: false,
    warnings: [],
    error,
  } as const;
  await catalog.loads.finish(await catalog.loads.start(run), end);
}
