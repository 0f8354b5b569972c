import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { claimFolder } from '../../src/data-folder.js';
import { buildIndexes } from '../../src/indexing/build.js';
import { relink } from '../../src/indexing/relink/relink.js';
import { toEntityRow } from '../../src/ingest/entity-row.js';
import { runIngest } from '../../src/ingest/run.js';
import { DATASETS } from '../../src/sources/datasets.js';
import { openStore } from '../../src/store/sqlite/open.js';
import { endOf, newRun } from '../store/catalog-fixtures.js';
import { entitySource, startOn } from '../support/service.js';
test('bench', async () => {
  const say = (...x: unknown[]) => writeFileSync('/tmp/bench/name.txt', `${x.map((v) => typeof v === 'string' ? v : JSON.stringify(v)).join(' ')}\n`, { flag: 'a' });
  const folder = claimFolder(mkdtempSync(join(tmpdir(), 'dossier-bench-')), 'data');
  const store = await openStore(folder.path, { schema: 'migrate' });
  const F = '/work/shared/data/federal/irs_bmf';
  const paths = readdirSync(F).filter((n) => !n.includes('2020')).map((n) => join(F, n));
  const r = await runIngest({ source: DATASETS.find((s) => s.id === 'us_irs_exempt_organizations')!, paths, catalog: store.catalog, folder: folder.path, clock: Date.now, pid: process.pid });
  say('parties', r.records);
  const source = 'us_co_business_entities';
  const runId = await store.catalog.startRun(newRun(source, 5));
  const stage = await store.catalog.openEntityStage(runId, source);
  let n = 0;
  for await (const page of store.catalog.scanParties('us_irs_exempt_organizations')) {
    await stage.put(page.map(({ party }) => toEntityRow(entitySource(source), { key: party.key.slice(4), name: party.names[0]!.text, ...(party.address && n++ % 3 !== 0 && { principalAddress: `${party.address.street}, ${party.address.city}, ${party.address.state} ${party.address.zip}` }), ...(party.address && { state: party.address.state }) })));
  }
  const counts = stage.counts();
  await (await stage.seal(null)).apply(() => {});
  await store.catalog.finishRun(runId, endOf(counts, 0, false, 5));
  let t = Date.now(); let cpu = process.cpuUsage();
  const done = await relink(store.catalog, store.links, Date.now);
  const used = process.cpuUsage(cpu);
  say(done, (Date.now() - t) / 1000, 's wall', (used.user + used.system) / 1e6, 's cpu', Math.round(process.memoryUsage().rss / 1e6), 'MB rss');
  const tally: Record<string, number> = {};
  for await (const page of store.catalog.scanLinkEntities()) for (const e of page) for (const l of await store.links.ofEntity(e.id)) {
    const right = `ein:${e.id.slice(3)}` === l.party;
    const k = `${l.outcome} ${l.tier} attached=${l.attached} right=${right}`;
    tally[k] = (tally[k] ?? 0) + 1;
  }
  say(tally);
  t = Date.now(); say((await relink(store.catalog, store.links, Date.now)).map((d) => d.judged), (Date.now() - t) / 1000, 's again');
  await buildIndexes(store.catalog, folder.index, Date.now);
  const ids: string[] = [];
  for await (const page of store.catalog.scanLinkEntities()) { if (ids.length < 3000) ids.push(...page.filter((_, i) => i % 40 === 0).map((e) => e.id)); }
  await store.close();
  const s = await startOn(folder);
  const times: number[] = [];
  for (const id of ids) { const a = performance.now(); await s.get(`/api/v1/entity/${id}?include=all`); times.push(performance.now() - a); }
  times.sort((a, b) => a - b);
  say('include=all ms p50', times[times.length >> 1], 'p99', times[Math.floor(times.length * 0.99)], 'n', times.length);
  await s.close();
}, 1_500_000);
