import { join } from 'node:path';
import { readManifest } from '../../src/indexing/files/files.js';
import { openStore } from '../../src/store/engine/engine.js';
import { dossier } from '../measuring/child.js';

/**
 * Builds the index again where it is not one whole build of what the store holds now: else a server would build it
 * in the background while something else is measured.
 */
export async function freshIndex(folder: string): Promise<void> {
  const manifest = readManifest(join(folder, 'index'));
  if (manifest?.contentVersion === (await contentVersion(folder)) && !('delta' in manifest)) return;
  process.stderr.write('The index is older than the data; it is built again.\n');
  await dossier(folder, 'index');
}

async function contentVersion(folder: string): Promise<number> {
  const store = await openStore(folder, { schema: 'current' });
  try {
    return await store.catalog.content.version();
  } finally {
    await store.close();
  }
}
