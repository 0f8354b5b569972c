// Loads a register, or finishes a load, and stands still at the named moment: it is killed there, or goes on once a file says so.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [built, folder, path, phase, from] = process.argv.slice(2);
const { openCatalog } = await import(
  pathToFileURL(`${built}/src/store/sqlite/catalog/sqlite-catalog.js`).href
);
const { runIngest } = await import(pathToFileURL(`${built}/src/ingest/run/run.js`).href);
const { register } = await import(pathToFileURL(`${built}/test/ingest/runs/register-source.js`).href);

const { finishInterruptedRuns } = await import(pathToFileURL(`${built}/src/ingest/run/roll-forward.js`).href);

let hasStood = false;
function stand() {
  if (hasStood) return;
  hasStood = true;
  process.stdout.write('there\n');
  while (!existsSync(join(folder, 'go-on'))) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
}

let ticks = 0;
const clock = () => 1_000_000 + 1_000 * ticks++;
const catalog = openCatalog({ folder, schema: 'migrate' });
if (phase === 'finishing') await finishInterruptedRuns(catalog, clock, { onProgress: stand });
await runIngest({
  source: register(),
  paths: [path],
  catalog,
  folder,
  clock,
  onProgress: (progress) => {
    if (progress.phase === phase && progress.rows >= Number(from)) stand();
  },
});
process.stdout.write('done\n');
