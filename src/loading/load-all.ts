import { FetchError } from '../ingest/fetch/index.js';
import { DATASETS } from '../sources/datasets.js';
import type { Loadable } from '../sources/declare/index.js';
import { SOURCES } from '../sources/index.js';
import { RunInProgressError } from '../store/store.js';
import { fetchAndLoad } from './fetch-and-load.js';
import { loadedByThemselves } from './load.js';
import { type Loading, LoadingError } from './loading.js';
import { isFetched, megabytes, type Preflight } from './preflight.js';

/** How the load of one source of several ended. */
export interface Outcome {
  readonly source: string;
  readonly records: number | null;
  readonly error: string | null;
}

/** A file, the rows made of it and the index of them, each about as large. */
const DISK_PER_BYTE = 3;

export const LOADABLE: readonly Loadable[] = [...SOURCES, ...DATASETS];

/** Everything that can be fetched, one source after the other; one that fails does not keep the others back. */
export async function loadAll(loading: Loading, plan: Preflight): Promise<readonly Outcome[]> {
  const wanted = new Set(plan.sources.filter(isFetched).map(({ source }) => source));
  const outcomes: Outcome[] = [];
  for (const source of loadedByThemselves(LOADABLE.filter(({ id }) => wanted.has(id)))) {
    outcomes.push(await attempt(loading, source));
  }
  return outcomes;
}

/** A fault of one publisher is reported and skipped; a fault of this machine stops everything. */
export async function attempt(loading: Loading, source: Loadable): Promise<Outcome> {
  try {
    const { records, error } = await fetchAndLoad(loading, source);
    return { source: source.id, records: error === null ? records : null, error };
  } catch (error) {
    if (!PASSED_OVER.some((kind) => error instanceof kind)) throw error;
    return { source: source.id, records: null, error: (error as Error).message };
  }
}

const PASSED_OVER = [FetchError, RunInProgressError, LoadingError];

/** Throws `LoadingError` if what is known to come does not fit. */
export function refuseFullDisk({ knownBytes, freeBytes }: Pick<Preflight, 'knownBytes' | 'freeBytes'>): void {
  const needed = knownBytes * DISK_PER_BYTE;
  if (needed <= freeBytes) return;
  throw new LoadingError(
    `This requires about ${megabytes(needed)} of disk; ${megabytes(freeBytes)} are free.`,
  );
}
