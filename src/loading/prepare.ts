import { readManifest } from '../indexing/files.js';
import { updateIndexes } from '../indexing/update.js';
import { finishInterruptedRuns } from '../ingest/roll-forward.js';
import type { DataFolder } from '../platform/data-folder.js';
import { SOURCES } from '../sources/index.js';
import type { Run, Store } from '../store/store.js';
import { building } from './build-options.js';
import { type CliContext, note } from '../cli/context.js';
import { loadSample } from './load.js';
import { openFolder } from '../platform/open-folder.js';

/**
 * Leaves a folder ready to be served: an index is there, be it an old one. The sample is loaded into a folder of its own
 * that is new, and brought to the schema of this version; real data never is. Returns the interrupted runs that wait to
 * be finished: where an index is there nobody waits for them.
 */
export async function prepare(folder: DataFolder, context: CliContext): Promise<readonly Run[]> {
  const store = await openFolder(folder, folder.kind === 'sample' ? 'migrate' : 'create');
  try {
    const canServe = folder.kind === 'data' && readManifest(folder.index) !== undefined;
    if (canServe) return await store.catalog.interruptedRuns();
    // A load that cannot be finished keeps nobody from being served.
    await finishInterruptedRuns(store.catalog, context.now, {
      onUnfinished: (sentence) => note(context, sentence),
    });
    if (folder.kind === 'sample' && (folder.state === 'new' || (await isEmpty(store)))) {
      await loadSample(store, folder, context);
    }
    if (readManifest(folder.index) === undefined)
      await updateIndexes(store.catalog, folder.index, context.now, building(context, folder));
    return [];
  } finally {
    await store.close();
  }
}

/** No source was ever loaded whole. */
export async function isEmpty({ catalog }: Pick<Store, 'catalog'>): Promise<boolean> {
  const states = await catalog.listSourceStates();
  return SOURCES.every(
    (source) => !states.some((state) => state.sourceId === source.id && state.lastGoodRun),
  );
}
