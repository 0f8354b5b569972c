// Reads a database by two connections of which always one at least is in a transaction.
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

const { Database } = await import(pathToFileURL(workerData.driver).href);

function begin(reader) {
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM sqlite_schema').get();
}

let [reading, next] = [0, 1].map(() => new Database(workerData.path, { readonly: true }));
begin(reading);
parentPort.postMessage('reading');

function turn() {
  begin(next);
  reading.exec('COMMIT');
  [reading, next] = [next, reading];
  setTimeout(turn, 2);
}
turn();
