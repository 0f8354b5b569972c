// Loads a register and stops for good at the named moment, so that the parent can kill it there.
import { pathToFileURL } from 'node:url';

const [built, folder, path, phase, from] = process.argv.slice(2);
const { openCatalog } = await import(
  pathToFileURL(`${built}/src/store/sqlite/catalog/sqlite-catalog.js`).href
);
const { runIngest } = await import(pathToFileURL(`${built}/src/ingest/run.js`).href);
const { register } = await import(pathToFileURL(`${built}/test/ingest/register-source.js`).href);

let ticks = 0;
const catalog = openCatalog({ folder, schema: 'migrate' });
await runIngest({
  source: register(),
  paths: [path],
  catalog,
  folder,
  clock: () => 1_000_000 + 1_000 * ticks++,
  pid: process.pid,
  onProgress: (progress) => {
    if (progress.phase !== phase || progress.rows < Number(from)) return;
    process.stdout.write('there\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
});
process.stdout.write('done\n');
