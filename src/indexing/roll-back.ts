import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { openIndex } from '../search/index.js';
import { CURRENT, filesOf, type IndexManifest, readManifest, readWhole, writeDurably } from './files.js';

/**
 * Makes the build before the current one current again, and that one the build before: a second time undoes it.
 * Servers take it up within a second. `undefined` where there is no build before. Throws where it is damaged.
 */
export function rollBackIndex(folder: string): IndexManifest | undefined {
  const { previous, ...present } = readManifest(folder) ?? {};
  if (!previous || !('entities' in present)) return undefined;
  for (const name of filesOf(previous)) openIndex(readWhole(join(folder, name)));
  const manifest = { ...previous, previous: present };
  const draft = join(folder, `${CURRENT}.draft`);
  writeDurably(draft, [Buffer.from(JSON.stringify(manifest))]);
  renameSync(draft, join(folder, CURRENT));
  return manifest;
}
