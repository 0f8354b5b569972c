import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BuildOptions, WriteEntities } from '../indexing/build.js';
import type { DataFolder } from '../platform/data-folder.js';
import { packageRoot } from '../platform/package-root.js';
import { type CliContext, note } from '../cli/context.js';
import type { EntityIndexTask } from './threads/entity-index-thread.js';

/** Below this a build takes seconds, and a thread is not worth its start. */
const LARGE_BYTES = 256 * 2 ** 20;

/** How a command builds indexes: says that it waits for another, and uses a second thread where that is worth it. */
export function building(context: CliContext, folder: DataFolder): BuildOptions {
  const onWait = () => note(context, 'Another process builds the search indexes; waiting for it.');
  return { writeEntities: entityWriter(folder), onWait };
}

/** A thread of its own for the index of entities of a large catalog; undefined for a small one. */
function entityWriter(folder: DataFolder): WriteEntities | undefined {
  if (statSync(join(folder.path, 'catalog.db')).size < LARGE_BYTES) return undefined;
  return entitiesInThread(folder.path);
}

/** Of the data folder at the path. Ends the thread where there are no ids to send it. */
export function entitiesInThread(folder: string): WriteEntities {
  return (path, ids) => {
    const worker = entityIndexThread({ folder, path });
    ids.then(
      ({ tags, numbers }) => worker.postMessage({ tags, numbers }),
      () => worker.terminate(),
    );
    return new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('The thread of the entity index ended before its work.')));
    });
  };
}

function entityIndexThread(workerData: EntityIndexTask): Worker {
  const file = join(packageRoot(), 'dist/src/loading/threads/entity-index-thread.js');
  return new Worker(file, { workerData, execArgv: [] });
}
