// Loads a register in a thread, and tells for how long its transactions waited for the lock of another and held it.
import { statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

const { sqlite, folder, sourceId, count, name, growLogBy } = workerData;
const { Database } = await import(pathToFileURL(join(sqlite, 'file/driver.js')).href);
const { openCatalog } = await import(pathToFileURL(join(sqlite, 'catalog/sqlite-catalog.js')).href);

const [waits, holds] = [[], []];
const { transaction } = Database.prototype;
Database.prototype.transaction = function (work) {
  let request = 0;
  const made = transaction.call(this, (...given) => {
    const began = performance.now();
    waits.push(began - request);
    try {
      return work(...given);
    } finally {
      holds.push(performance.now() - began);
    }
  });
  const timed =
    (run) =>
    (...given) => {
      request = performance.now();
      return run(...given);
    };
  return Object.assign(timed(made), { immediate: timed(made.immediate) });
};

const row = (at) => ({
  id: `${sourceId}:${at}`,
  sourceId,
  document: JSON.stringify({ id: `${sourceId}:${at}`, name: `${name} ${at}` }),
  absent: '{}',
  facets: JSON.stringify({ name: `${name} ${at}` }),
  linkKeys: [],
  hash: `${name}${at}`.padEnd(16).slice(-16),
});

const log = join(folder, 'catalog.db-wal');
const catalog = openCatalog({ folder, schema: 'current' });
const runId = await catalog.loads.start({ sourceId, startedAt: 1, inputs: [], publishedAt: null });
const stage = await catalog.loads.openEntityStage(runId, sourceId);
await stage.put(Array.from({ length: count }, (_, at) => row(at)));
const { records, added, changed, unchanged } = stage.counts();
const sealed = await stage.seal(null);
parentPort.postMessage('sealed');
await new Promise((go) => parentPort.once('message', go));
const { gone } = await sealed.apply(() => {
  // The next look at the log finds one that has grown: the growth is a hole in the file.
  if (growLogBy > 0) truncateSync(log, statSync(log).size + growLogBy);
});
await catalog.loads.finish(runId, {
  ...{ outcome: 'done', finishedAt: 2, rows: records, bytes: 0, records, added, changed, unchanged },
  ...{ gone, complete: false, warnings: [], error: null },
});
catalog.close();
parentPort.postMessage({ waits, holds, changed });
