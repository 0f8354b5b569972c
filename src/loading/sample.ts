import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../platform/package-root.js';
import type { Loadable } from '../sources/declare.js';

/** The bundled files of each source that has any, in the order of the catalogue. */
export function sampleInputs(
  sources: readonly Loadable[],
): readonly { source: Loadable; paths: readonly string[] }[] {
  const root = join(packageRoot(), 'sample');
  const folders = new Set(readdirSync(root));
  return sources
    .filter((source) => folders.has(source.id))
    .map((source) => ({ source, paths: filesIn(join(root, source.id)) }));
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name));
}
