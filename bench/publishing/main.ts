import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Publication } from '../../src/publishing/publication.js';
import { generate } from '../generate/generate.js';
import { readGenerated } from '../generate/generated.js';
import { beside, type Serving, usedBy } from '../measuring/child.js';
import { BenchCluster, bytesPut } from './cluster.js';
import { type Kind, writeEdition } from './edition.js';
import { ratiosAcross } from './switches.js';

/**
 * `npm run bench:publish -- [--entities N | --data DIR [--loaded DIR]] [--scratch DIR] [--switches N]`: a builder and two nodes over a bucket
 * that is a folder, and PostgreSQL, all on this machine.
 */
const { values } = parseArgs({
  options: {
    entities: { type: 'string', default: '300000' },
    data: { type: 'string' },
    loaded: { type: 'string' },
    scratch: { type: 'string', default: tmpdir() },
    switches: { type: 'string', default: '7' },
  },
});
const SOURCE = 'us_co_business_entities';
const EDITIONS: readonly (readonly [name: string, kind: Kind, every: number])[] = [
  ['1 % with another status', 'status', 100],
  ['1 % changed, half of them in status', 'mixed', 100],
];
/** An edition for each switch that is measured: one row in a thousand. */
const SMALL: readonly [kind: Kind, every: number] = ['mixed', 1_000];

const cluster = new BenchCluster(values.scratch, values.loaded);
try {
  const data = values.data ?? join(cluster.folder, 'publishers');
  if (values.data === undefined)
    await generate(data, { entities: Number(values.entities), filings: 1_000, seed: 1 });
  const { entities } = readGenerated(data) ?? { entities: Number(values.entities) };
  await cluster.start();
  let file = join(data, 'colorado.csv');
  const first = values.loaded === undefined ? await ingest(file) : await cluster.run('cluster', 'publish');
  say(`first publication of ${entities} entities`, [
    `${mb(bytesPut(await cluster.newest(), undefined))} put of ${mb(cluster.bytesOfFiles(await cluster.newest()))}`,
    values.loaded === undefined ? 'loaded first' : spent(first),
  ]);
  const credits = ['--credits', '1000000000', '--per-minute', '1000000000'];
  await cluster.run('account', 'create', 'bench', ...credits);
  const { json } = await cluster.run('key', 'create', '--account', 'bench');
  const began = performance.now();
  await beside(cluster.serve('node'), async (node) => {
    say('a new node, from an empty folder to ready', [
      `${((performance.now() - began) / 1_000).toFixed(1)} s`,
      `${(usedBy(node.pid)?.cpuSeconds ?? 0).toFixed(1)} s of processor time`,
    ]);
    await beside(cluster.serve('second'), async (second) => {
      for (const [name, kind, every] of EDITIONS)
        file = await publishEdition([node, second], { name, kind, every, file });
    });
    const key = String(json.secret ?? json.key);
    await switches(node, { key, entities, file });
  });
} finally {
  await cluster.stop();
}

async function publishEdition(
  nodes: readonly Serving[],
  { name, kind, every, file }: { name: string; kind: Kind; every: number; file: string },
): Promise<string> {
  const before = await cluster.newest();
  const next = join(cluster.folder, `edition-${before.version}.csv`);
  const changed = await writeEdition(file, next, { kind, every, seed: before.version });
  const served = Promise.all(nodes.map((node) => cluster.untilServed(node, before.version + 1))).then(
    Date.now,
  );
  const [done, servedAt] = await Promise.all([ingest(next), served]);
  const made = await cluster.newest();
  const { catalog, links } = made.files;
  const put = bytesPut(made, before);
  say(`${name}: ${changed} records`, [
    `${((catalog.pages + links.pages) / changed).toFixed(2)} pages a changed record (${catalog.pages} of the catalog, ${links.pages} of the links)`,
    `${mb(put)} put, ${(put / cluster.bytesOfFiles(made)).toFixed(3)} of the files`,
    `load, index, links and publication ${spent(done)}`,
    `served by both nodes ${((servedAt - cluster.indexedAt()) / 1_000).toFixed(1)} s after its index was complete`,
  ]);
  return next;
}

async function switches(node: Serving, of: { key: string; entities: number; file: string }): Promise<void> {
  const from = await cluster.newest();
  // The node stays here while the versions that it will go through are made.
  await cluster.register.publications.pin(from.version);
  const [kind, every] = SMALL;
  const versions: number[] = [];
  let file = of.file;
  for (let made: Publication = from; versions.length < Number(values.switches); ) {
    const next = join(cluster.folder, `edition-${made.version}.csv`);
    await writeEdition(file, next, { kind, every, seed: made.version });
    await ingest(next);
    file = next;
    made = await cluster.newest();
    versions.push(made.version);
  }
  if (versions.length === 0) return;
  const ratios: number[] = [];
  for await (const { still, switching } of ratiosAcross({ cluster, node, ...of }, versions)) {
    ratios.push(switching / still);
    say('p99 of lookups, 64 connections', [
      `${switching} ms with a switch, ${still} ms without: ${(switching / still).toFixed(2)}`,
    ]);
  }
  ratios.sort((one, other) => one - other);
  say('p99 with a switch by p99 without, the middle', [
    (ratios[Math.floor(ratios.length / 2)] ?? 0).toFixed(2),
  ]);
}

function ingest(file: string) {
  return cluster.run('ingest', SOURCE, '--file', file);
}

function spent({ seconds, cpuSeconds }: { seconds: number; cpuSeconds: number }): string {
  return `${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of processor time`;
}

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function say(name: string, what: readonly string[]): void {
  process.stdout.write(`${name}: ${what.join('; ')}\n`);
}
