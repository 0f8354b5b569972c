import { join } from 'node:path';
import { type IndexManifest, readManifest, readWhole } from './files.js';
import { openPair } from './index-pair.js';
import { changeManifest } from './publish.js';

/**
 * Makes the build before the current one current again, and that one the build before: a second time undoes it.
 * Servers take it up within a second. `undefined` where there is no build before. Throws where it is damaged.
 */
export async function rollBackIndex(folder: string): Promise<IndexManifest | undefined> {
  if (readManifest(folder) === undefined) return undefined;
  return await changeManifest(folder, (manifest) => {
    const { previous, ...present } = manifest ?? {};
    if (!previous || !('entities' in present)) return undefined;
    openPair(previous, (name) => readWhole(join(folder, name)));
    return { ...previous, previous: present };
  });
}
