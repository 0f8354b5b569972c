import type { App } from '../../app.js';
import type { IndexManifest } from '../../indexing/files.js';
import { isNewest } from '../../indexing/held-content.js';
import type { DataFolder } from '../../store/folder/data-folder.js';
import { type CliContext, note } from '../context.js';
import { runBeside } from './beside.js';

const FAILED = 'The index could not be built beside. Run: dossier index';

/**
 * Where what was current at the start cannot be served, or is older than the data, another process makes that good.
 * Until then the server answers from what it could open.
 */
export async function renewIndex(
  { indexes, store }: Pick<App, 'indexes' | 'store'>,
  current: IndexManifest | undefined,
  folder: DataFolder,
  context: CliContext,
): Promise<void> {
  const served = indexes.current()?.manifest;
  if (served === undefined || (current && served.builtAt < current.builtAt)) {
    note(context, 'The index cannot be used; a new one is being built beside.');
    runBeside(['index'], folder, context, { failed: FAILED });
  } else if (!(await isNewest(store.catalog, served))) {
    note(context, 'The index is older than the data; it is being brought up to date beside.');
    runBeside(['index', '--changed'], folder, context, { failed: FAILED });
  }
}
