import { type IndexManifest, readManifest } from './files.js';
import { readBuild, viewsOf } from './index-loader.js';
import { changeManifest } from './publish.js';

/**
 * Makes the build before the current one current again, and that one the build before: a second time undoes it.
 * Servers take it up within a second. `undefined` where there is no build before. Throws where it is damaged.
 */
export async function rollBackIndex(folder: string): Promise<IndexManifest | undefined> {
  if (readManifest(folder) === undefined) return undefined;
  return await changeManifest(folder, async (manifest) => {
    const { previous, ...present } = manifest ?? {};
    if (!previous || !('entities' in present)) return undefined;
    viewsOf(await readBuild(folder, previous));
    return { ...previous, previous: present };
  });
}
