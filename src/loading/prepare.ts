import { readManifest } from '../indexing/files/files.js';
import { finishInterruptedRuns } from '../ingest/run/roll-forward.js';
import { SOURCES } from '../sources/index.js';
import { openFolder } from '../store/folder/open-folder.js';
import type { Run, Store } from '../store/store.js';
import type { Loading } from './loading.js';

/**
 * Leaves a folder ready to be served: an index is there, be it an old one. The sample is loaded into a folder of its own
 * that is new, and brought to the schema of this version; real data never is. Returns the interrupted runs that wait to
 * be finished: where an index is there nobody waits for them.
 */
export async function prepare(options: Omit<Loading, 'store'>): Promise<readonly Run[]> {
  const { folder, now, report } = options;
  const store = await openFolder(folder, folder.kind === 'sample' ? 'migrate' : 'create', {
    // Only what is loaded or linked here writes links.
    toleratesLinks: readManifest(folder.index) !== undefined,
  });
  const loading = { ...options, store };
  try {
    const canServe = folder.kind === 'data' && readManifest(folder.index) !== undefined;
    if (canServe) return await store.catalog.loads.listInterrupted();
    // A load that cannot be finished must not prevent the service from starting.
    await finishInterruptedRuns(store.catalog, now, { onUnfinished: report.note });
    if (folder.kind === 'sample' && (folder.state === 'new' || (await isEmpty(store)))) {
      // Most starts load and index nothing, and the code for it is most of the program.
      const { loadSample } = await import('./sample.js');
      await loadSample(loading);
    }
    if (readManifest(folder.index) === undefined) {
      const { updateIndexes } = await import('../indexing/update.js');
      const { buildOptions } = await import('./build-options.js');
      await updateIndexes(store.catalog, folder.index, now, buildOptions(loading));
    }
    return [];
  } finally {
    await store.close();
  }
}

/** No source was ever loaded whole. */
export async function isEmpty({ catalog }: Pick<Store, 'catalog'>): Promise<boolean> {
  const states = await catalog.runs.listSourceStates();
  return SOURCES.every(
    (source) => !states.some((state) => state.sourceId === source.id && state.lastGoodRun),
  );
}
