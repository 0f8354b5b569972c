import { parentPort, workerData } from 'node:worker_threads';
import { writeIndex } from '../indexing/build.js';
import { entityIndexInput } from '../indexing/entity-index.js';
import { openStore } from '../store/sqlite/open.js';

/** What `building` asks of this thread; it answers with the number of entities. */
export interface EntityIndexTask {
  /** The data folder. */
  readonly folder: string;
  /** Of the index file. */
  readonly path: string;
}

const { folder, path } = workerData as EntityIndexTask;
const store = await openStore(folder, { schema: 'current' });
try {
  parentPort?.postMessage(writeIndex(path, await entityIndexInput(store.catalog)));
} finally {
  await store.close();
}
