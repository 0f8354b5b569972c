// A mapping thread of the built files, for an invented source.
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

const built = (name) => import(pathToFileURL(`${workerData.built}/${name}.js`).href);
const { TaskMapper } = await built('src/ingest/map/mapping-task');
const { register, houses } = await built('test/ingest/map/invented-sources');
const mapper = new TaskMapper(workerData.grouped ? houses() : register());
let answers = 0;
parentPort.on('message', (task) => {
  answers += 1;
  if (answers === workerData.dieAt) process.exit(1);
  parentPort.postMessage(mapper.answer(task));
});
