import { type IndexManifest, readManifest } from './files.js';
import { readBuild, viewsOf } from './index-loader.js';
import { changeManifest } from './publish.js';

/**
 * Makes the previous build current, and the current one the previous one; a second call undoes it. Servers load it
 * within a second. Resolves to `undefined` if there is no previous build. Rejects if it is damaged.
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
