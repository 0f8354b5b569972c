import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { DataFolder } from '../data-folder.js';
import { buildIndexes } from '../indexing/build.js';
import { readManifest } from '../indexing/files.js';
import { finishInterruptedRuns } from '../ingest/roll-forward.js';
import { packageRoot } from '../package-root.js';
import { SOURCES } from '../sources/index.js';
import { openStore } from '../store/sqlite/open.js';
import type { Store } from '../store/store.js';
import { type CliContext, note } from './context.js';
import { loadSample } from './load.js';

/**
 * Leaves a folder ready to be served: interrupted runs rolled forward, the sample loaded where the folder is its
 * own and new, an index there. An index that is older than the data goes on serving while a new one is built.
 */
export async function prepare(folder: DataFolder, context: CliContext): Promise<void> {
  const store = await openStore(folder.path, { schema: 'migrate' });
  try {
    await finishInterruptedRuns(store.catalog, context.now);
    if (folder.kind === 'sample' && (await isEmpty(store))) await loadSample(store, folder, context);
    await ensureIndex(store, folder, context);
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

async function ensureIndex({ catalog }: Store, folder: DataFolder, context: CliContext): Promise<void> {
  const manifest = readManifest(folder.index);
  const version = await catalog.contentVersion();
  if (manifest?.contentVersion === version) return;
  if (manifest === undefined) await buildIndexes(catalog, folder.index, context.now);
  else buildInBackground(folder, context);
}

function buildInBackground(folder: DataFolder, context: CliContext): void {
  note(context, 'The index is older than the data; a new one is being built beside.');
  const env = { ...context.env, DOSSIER_DATA: folder.path };
  spawn(process.execPath, [join(packageRoot(), 'bin/dossier.js'), 'index'], { env, stdio: 'ignore' }).unref();
}
