import { join } from 'node:path';
import { fit, type Choice, scoresOf } from '../bench/links/fit.js';
import { type Dataset, readCandidates, readQueries, readRecords } from '../bench/links/suite.js';
import { givenWorld, referenceWorld, type World } from '../bench/links/world.js';
import { FEATURES, measure, pairOf } from '../src/resolve/features.js';
import { normaliseNames } from '../src/resolve/normalise.js';
import { probabilities } from '../src/resolve/score.js';
import { writeFileSync } from 'node:fs';
import { serialize, deserialize } from 'node:v8';
const [folder = '', ds = '', ridge = '1', debug] = process.argv.slice(2);
const dataset = ds as Dataset;
const now = () => { const u = process.cpuUsage(); return u.user / 1000; };
const t0 = now();
const world = dataset === 'sam_bmf' ? givenWorld(readCandidates(join(folder, 'sam_bmf.candidates.dev.tsv.gz'), dataset)) : referenceWorld(readRecords(join(folder, `${dataset}.reference.tsv.gz`), dataset), 100);
process.stdout.write(`world ${((now()-t0)/1000).toFixed(1)} s\n`);
if (process.env.DF) { const df = new Map<string, number>(); const recs = readRecords(join(folder, 'nine90_bmf.reference.tsv.gz'), 'nine90_bmf'); for (const r of recs) for (const t of new Set(normaliseNames(r.names).flatMap((n) => n.tokens))) df.set(t, (df.get(t) ?? 0) + 1); writeFileSync('/tmp/df.json', JSON.stringify([...df].filter(([, c]) => c > 20))); }
const queries = readQueries(join(folder, `${dataset}.queries.dev.tsv.gz`), dataset);
const NEG=/(conflict|Alone|missing|Missing|other$|notCovered|several|elsewhereToo|sortLine|firstLine|Common|impossible|formerOfTheirs)/; const POS=/(agree|same|overlap|dice|jaro|sole|onlyInState|named|Named|door|secondShared|near|street$)/;
const SKIP = process.env.SKIP ? new RegExp(process.env.SKIP) : /^$/;
const signs=[0,...FEATURES.map((f)=>NEG.test(f)?-1:POS.test(f)?1:0)];
const width = FEATURES.length + 1;
const values = new Float64Array(FEATURES.length);
let tb = 0, ts = 0, pairs = 0, cands = 0, hit = 0, linkable = 0; const ranks: number[] = [];
const info: any[] = [];
const choices: Choice[] = queries.map((q) => {
  const a = now(); const p = world.prepare(q); const c = world.candidates(p); const b = now();
  tb += b - a; cands += c.length;
  const pos = c.findIndex((r) => r.record.id === q.truth?.id);
  if (q.truth?.linkable) { linkable++; if (pos >= 0) { hit++; ranks.push(pos); } }
  const kept = c.slice(0, Number(process.env.MAX ?? 60));
  const rows = new Float64Array(kept.length * width);
  kept.forEach((r, i) => { const pair = pairOf(p, r, world.population); rows[i * width] = 1; if (pair) { measure(pair, values); FEATURES.forEach((f, j) => { if (SKIP.test(f)) values[j] = 0; }); rows.set(values, i * width + 1); pairs++; } });
  ts += now() - b;
  info.push({ q: q.record, c: kept.map((r) => r.record), pos });
  return { group: /\d+$/.exec(q.record.id)?.[0] ?? q.record.id, rows, right: q.truth?.linkable && pos < kept.length ? pos : -1, linkable: q.truth?.linkable ?? false };
});
process.stdout.write(`recall ${(hit/linkable).toFixed(4)} cand/q ${(cands/queries.length).toFixed(1)} block ms/q ${(tb/queries.length).toFixed(3)} pairs/s ${(pairs/ts*1000).toFixed(0)}  ranks<20 ${(ranks.filter(r=>r<20).length/linkable).toFixed(4)} <50 ${(ranks.filter(r=>r<50).length/linkable).toFixed(4)}\n`);
let seed = 7; const fold = (g: string) => ([...g].reduce((h, c) => Math.imul(h ^ c.charCodeAt(0), 0x01000193) >>> 0, 0x811c9dc5 + seed*977) >>> 7) % 5;
const sum=[0,0,0]; const REP = Number(process.env.REP ?? 1); let out: any[] = [];
for (seed = 0; seed < REP; seed++) {
const t1 = now();
out = [] as { p: number; right: boolean; i: number; best: number; gap: number }[];
for (let f = 0; f < 5; f++) {
  const w = fit(choices.filter((c) => fold(c.group) !== f && (!process.env.EX || c.right >= 0 || !c.linkable)), signs, Number(ridge));
  choices.forEach((c, i) => { if (fold(c.group) !== f || c.rows.length === 0) return; const s = scoresOf(c, w); const pr = probabilities(s); const best = s.indexOf(Math.max(...s)); const so = [...s].sort((x, y) => y - x); out.push({ p: pr[best]!, right: best === c.right, i, best, gap: so.length > 1 ? so[0]! - so[1]! : 99 }); });
}
out.sort((a, b) => b.p - a.p);
let r = 0, bf = [0, 0, 0, 0], r99 = 0, p99 = 1; let n = 0; let ll = 0;
for (const o of out) { n++; if (o.right) r++; const P = r / n, R = r / linkable, F = 2 * P * R / (P + R); if (F > bf[0]!) bf = [F, o.p, P, R]; if (P >= 0.99 && n>20) { r99 = R; p99 = o.p; } ll -= Math.log(o.right ? o.p : 1 - o.p); }
if (process.env.V) process.stdout.write(`cv F1 ${bf[0]!.toFixed(4)} at ${bf[1]!.toFixed(3)} P ${bf[2]!.toFixed(4)} R ${bf[3]!.toFixed(4)}; R@P99 ${r99.toFixed(4)} at ${p99.toFixed(3)}; ll ${(ll/queries.length).toFixed(4)} fit ${((now()-t1)/1000).toFixed(1)} s\n`);
sum[0]!+=bf[0]!/REP; sum[1]!+=r99/REP; sum[2]!+=ll/queries.length/REP; }
process.stdout.write(`MEAN F1 ${sum[0]!.toFixed(4)} R99 ${sum[1]!.toFixed(4)} ll ${sum[2]!.toFixed(4)}\n`);
const w = fit(choices, signs, Number(ridge));
if (process.env.W) process.stdout.write(['base', ...FEATURES].map((f, i) => `${f} ${w[i]!.toFixed(2)}`).join('\n') + '\n');
if (debug) { const nm = (x: any) => x ? `${x.names.map((n: any) => n.text).join(' | ')} [${x.address.street}, ${x.address.city} ${x.address.state} ${x.address.zip} inc ${x.incorporationState ?? ''} ${x.people}]` : '-';
 const lines = out.map((o) => { const x = info[o.i]; const truth = choices[o.i]!; return `${o.p.toFixed(3)} ${o.right ? 'OK ' : truth.linkable ? (x.pos < 0 ? 'MISSBLOCK' : 'WRONG') : 'NONE'} Q ${nm(x.q)}\n      C ${nm(x.c[o.best])}${!o.right && x.pos >= 0 ? `\n      T ${nm(x.c[x.pos])}` : ''}`; });
 writeFileSync(debug, lines.join('\n')); }
