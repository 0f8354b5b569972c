import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { WriteEntities } from '../../indexing/build.js';
import { packageRoot } from '../../platform/package-root.js';
import type { EntityIndexTask } from './entity-index-thread.js';

/** Writes the index of entities in a thread, which ends if there are no ids to send it. `folder` is the data folder. */
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
  const file = join(packageRoot(), 'dist/program/loading/threads/entity-index-thread.js');
  return new Worker(file, { workerData, execArgv: [] });
}
