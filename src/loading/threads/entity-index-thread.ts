import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { writeIndex } from '../../indexing/build.js';
import { type EntityIdTable, entityIndexInput } from '../../indexing/entities/entity-index.js';
import { openStore } from '../../store/engine/engine.js';

/** The task of this thread, which is then sent the ids; it answers with the number of entities. */
export interface EntityIndexTask {
  /** The data folder. */
  readonly folder: string;
  /** The path of the index file. */
  readonly path: string;
}

const { folder, path } = workerData as EntityIndexTask;
const port = parentPort as MessagePort;
const ids = once(port, 'message').then(([table]) => table as EntityIdTable);
const store = await openStore(folder, { schema: 'current' });
try {
  port.postMessage(writeIndex(path, await entityIndexInput(store.catalog, ids)));
} finally {
  await store.close();
}
