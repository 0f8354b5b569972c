import type { Worker } from 'node:worker_threads';
import type { WriteEntities } from '../../indexing/build.js';
import { makeThread } from '../../platform/threads/start-thread.js';
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
      worker.once('exit', () => reject(new Error('The entity index thread ended before it had finished.')));
    });
  };
}

function entityIndexThread(workerData: EntityIndexTask): Worker {
  return makeThread('loading/threads/entity-index-thread.js', { workerData });
}
