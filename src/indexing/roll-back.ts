import { join } from 'node:path';
import { type IndexManifest, readManifest, readWhole, replaceManifest } from './files.js';
import { openPair } from './index-pair.js';

/**
 * Makes the build before the current one current again, and that one the build before: a second time undoes it.
 * Servers take it up within a second. `undefined` where there is no build before. Throws where it is damaged.
 */
export function rollBackIndex(folder: string): IndexManifest | undefined {
  const { previous, ...present } = readManifest(folder) ?? {};
  if (!previous || !('entities' in present)) return undefined;
  openPair(previous, (name) => readWhole(join(folder, name)));
  const manifest = { ...previous, previous: present };
  replaceManifest(folder, manifest);
  return manifest;
}
