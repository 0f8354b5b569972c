import type { DataFolder } from '../data-folder.js';
import { readManifest } from '../indexing/files.js';
import { updateIndexes } from '../indexing/update.js';
import { finishInterruptedRuns } from '../ingest/roll-forward.js';
import { SOURCES } from '../sources/index.js';
import { openStore } from '../store/sqlite/open.js';
import type { Store } from '../store/store.js';
import { building } from './building.js';
import type { CliContext } from './context.js';
import { loadSample } from './load.js';

/**
 * Leaves a folder ready to be served: interrupted runs rolled forward, the sample loaded where the folder is its
 * own and new, an index there, be it an old one.
 */
export async function prepare(folder: DataFolder, context: CliContext): Promise<void> {
  const store = await openStore(folder.path, { schema: 'migrate' });
  try {
    await finishInterruptedRuns(store.catalog, context.now);
    if (folder.kind === 'sample' && (await isEmpty(store))) await loadSample(store, folder, context);
    if (readManifest(folder.index) === undefined)
      await updateIndexes(store.catalog, folder.index, context.now, building(context, folder));
  } finally {
    await store.close();
  }
}

async function isEmpty({ catalog }: Store): Promise<boolean> {
  const states = await catalog.listSourceStates();
  return SOURCES.every(
    (source) => !states.some((state) => state.sourceId === source.id && state.lastGoodRun),
  );
}
