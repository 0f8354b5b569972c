import { join } from 'node:path';
import { readQueries, readRecords } from '../bench/links/suite.js';
import { referenceWorld } from '../bench/links/world.js';
const folder = '../shared/data/resolve'; const ds = (process.argv[2] ?? 'nine90_bmf') as 'nine90_bmf';
const cpu = () => process.cpuUsage().user / 1000;
let t = cpu();
const world = referenceWorld(readRecords(join(folder, `${ds}.reference.tsv.gz`), ds), 100);
process.stdout.write(`world ${((cpu() - t) / 1000).toFixed(1)} s rss ${(process.memoryUsage().rss / 1e6).toFixed(0)}\n`);
const queries = readQueries(join(folder, `${ds}.queries.dev.tsv.gz`), ds);
t = cpu(); const prepared = queries.map((q) => world.prepare(q)); process.stdout.write(`prepare ${((cpu() - t) / queries.length).toFixed(4)} ms\n`);
if (process.argv[3]) { const { default: ins } = await import('node:inspector'); const ses = new ins.Session(); ses.connect(); ses.post('Profiler.enable'); ses.post('Profiler.start'); for (const p of prepared) world.candidates(p); ses.post('Profiler.stop', (_e, r) => { const self = new Map<string, number>(); r.profile.nodes.forEach((nd) => { const k = nd.callFrame.functionName + ':' + nd.callFrame.lineNumber; self.set(k, (self.get(k) ?? 0) + (nd.hitCount ?? 0)); }); process.stdout.write([...self].sort((a, b) => b[1] - a[1]).slice(0, 14).map((x) => x.join(' ')).join('\n') + '\n'); }); }
for (let round = 0; round < 2; round++) {
t = cpu(); const c = prepared.map((p) => world.candidates(p).map((r) => r.record.id)); const ms = (cpu() - t) / queries.length;
let n = 0; const at = [0, 0, 0, 0, 0]; let l = 0; let empty = 0;
c.forEach((list, i) => { n += list.length; if (list.length === 0) empty++; const q = queries[i]!; if (!q.truth?.linkable) return; l++; const p = list.indexOf(q.truth.id); if (p >= 0) [10, 20, 30, 50, 100].forEach((k, j) => { if (p < k) at[j]!++; }); });
process.stdout.write(`ms ${ms.toFixed(4)} cand ${(n / queries.length).toFixed(1)} empty ${empty} recall@10/20/30/50/100 ${at.map((x) => (x / l).toFixed(4)).join(' ')}\n`);
}
