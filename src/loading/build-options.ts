import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { BuildOptions, WriteEntities } from '../indexing/build.js';
import type { Loading } from './loading.js';
import { entitiesInThread } from './threads/entity-threads.js';

/** Below this a build takes seconds, and a thread is not worth its start. */
const LARGE_BYTES = 256 * 2 ** 20;

/** How indexes are built: a wait for another process is reported, and a large catalog gets a second thread. */
export function buildOptions({ folder, report }: Pick<Loading, 'folder' | 'report'>): BuildOptions {
  const onWait = () => report.note('Another process is building the search indexes; waiting for it.');
  return { writeEntities: entityWriter(folder.path), onWait };
}

/** A separate thread for the entity index of a large catalog; `undefined` for a small one. */
function entityWriter(folder: string): WriteEntities | undefined {
  if (statSync(join(folder, 'catalog.db')).size < LARGE_BYTES) return undefined;
  return entitiesInThread(folder);
}
