import type { App } from '../../app.js';
import type { IndexManifest } from '../../indexing/files/files.js';
import { isNewest } from '../../indexing/files/held-content.js';
import type { DataFolder } from '../../store/folder/data-folder.js';
import { type CliContext, note } from '../context.js';
import { type Beside, runBeside } from './beside.js';

const FAILED = 'The index could not be built in the background. Run: dossier index';

/**
 * If the index that was current at the start cannot be served, or is older than the data, another process makes a new one.
 * Until then the server answers from what it could open.
 */
export async function renewIndex(
  { indexes, store }: Pick<App, 'indexes' | 'store'>,
  current: IndexManifest | undefined,
  folder: DataFolder,
  context: CliContext,
): Promise<Beside | undefined> {
  const served = indexes.current()?.manifest;
  if (served === undefined || (current && served.builtAt < current.builtAt)) {
    note(context, 'The index cannot be used; a new one is being built in the background.');
    return runBeside(['index'], folder, context, { failed: FAILED });
  }
  if (await isNewest(store.catalog, served)) return undefined;
  note(context, 'The index is older than the data; it is being brought up to date in the background.');
  return runBeside(['index', '--changed'], folder, context, { failed: FAILED });
}
