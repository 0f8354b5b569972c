import { parentPort, workerData } from 'node:worker_threads';
import { type MappingTask, TaskMapper } from '../../ingest/map/mapping-task.js';
import { SOURCES } from '../../sources/index.js';

/** `workerData` is the id of a source of entities; its tasks are answered until the thread is ended. */
const source = SOURCES.find(({ id }) => id === workerData);
if (source?.kind !== 'entities') throw new Error(`${String(workerData)} is not a source of entities.`);
const mapper = new TaskMapper(source);
parentPort?.on('message', (task: MappingTask) => parentPort?.postMessage(mapper.answer(task)));
