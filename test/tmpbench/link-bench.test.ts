import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { relink } from '/work/main/src/indexing/relink/relink.js';
import { EntityWorld } from '/work/main/src/indexing/relink/world.js';
import { runIngest } from '/work/main/src/ingest/run.js';
import { DATASETS } from '/work/main/src/sources/datasets.js';
import { SOURCES } from '/work/main/src/sources/index.js';
import { openStore } from '/work/main/src/store/sqlite/open.js';
test('bench', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-'));
  const store = await openStore(folder, { schema: 'migrate' });
  const F = '/work/shared/data/federal/irs_bmf';
  const paths = readdirSync(F).filter((n) => !n.includes('2020')).map((n) => join(F, n));
  const all = [...SOURCES, ...DATASETS];
  for (const id of ['us_irs_eo_bmf', 'us_irs_exempt_organizations']) {
    const t = Date.now();
    const r = await runIngest({ source: all.find((s) => s.id === id)!, paths, catalog: store.catalog, folder, clock: Date.now, pid: process.pid });
    console.log(id, r.records, r.error, (Date.now() - t) / 1000);
  }
  let t = Date.now();
  const w = await EntityWorld.load(store.catalog);
  console.log('world', w.population.size, (Date.now() - t) / 1000, Math.round(process.memoryUsage().rss / 1e6), 'MB');
  t = Date.now(); const cpu = process.cpuUsage();
  const done = await relink(store.catalog, store.links, Date.now);
  const used = process.cpuUsage(cpu);
  console.log(JSON.stringify(done), (Date.now() - t) / 1000, 's wall', (used.user + used.system) / 1e6, 's cpu', Math.round(process.memoryUsage().rss / 1e6), 'MB');
  t = Date.now();
  console.log(JSON.stringify(await relink(store.catalog, store.links, Date.now)), (Date.now() - t) / 1000, 's again');
  console.log(folder);
}, 1_500_000);
