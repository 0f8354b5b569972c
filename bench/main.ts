import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchCharges } from './charges.js';
import { dossier } from './child.js';
import { generateColorado } from './generate/colorado.js';
import { benchLookup } from './lookup.js';

/**
 * `npm run bench -- [--rows 1000000]`: every figure with the reference measured in the same run. Ratios travel between
 * machines; absolutes do not.
 */
const rows = Number(process.argv[process.argv.indexOf('--rows') + 1]) || 1_000_000;
const folder = mkdtempSync(join(tmpdir(), 'dossier-bench-'));

try {
  await benchColorado(join(folder, 'colorado'));
  await benchQuarter(join(folder, 'quarter'));
  await benchCommits();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function benchColorado(data: string): Promise<void> {
  const file = join(folder, 'colorado.csv');
  await generateColorado(file, rows);
  say(`Colorado, ${count(rows)} rows, ${megabytes(file)} MB`);
  await benchLoad(data, 'us_co_business_entities', file, rows);
  const { id } = (
    await dossier(data, 'account', 'create', 'bench', '--credits', '999999999', '--per-minute', '999999999')
  ).json;
  const { key } = (await dossier(data, 'key', 'create', '--account', String(id))).json;
  const { raw, lookup, ratio } = await benchLookup(data, String(key), rows);
  say(`  raw node:http            ${count(raw.perSecond)} requests/s, p99 ${raw.p99Ms} ms = 1.00`);
  say(
    `  GET /entity/{id}         ${count(lookup.perSecond)} requests/s, p99 ${lookup.p99Ms} ms = ${ratio.toFixed(2)} of raw`,
  );
}

async function benchQuarter(data: string): Promise<void> {
  const file = join(process.env.DOSSIER_REAL_DATA ?? '', 'sec/full-index/2016-QTR3-master.idx.gz');
  if (!existsSync(file))
    return say('NOT RUN, DOSSIER_REAL_DATA names no folder of real files: the 2016 Q3 index');
  say('SEC full index, 2016 Q3, 201,330 rows');
  await benchLoad(data, 'us_sec_full_index', file, 201_330);
}

async function benchLoad(data: string, source: string, file: string, expected: number): Promise<void> {
  const first = await dossier(data, 'ingest', source, '--file', file, '--no-index');
  const index = await dossier(data, 'index');
  const again = await dossier(data, 'ingest', source, '--file', file, '--no-index');
  const rate = (seconds: number) => `${count(expected / seconds)} rows/s`;
  say(`  first load               ${rate(first.seconds)}, peak ${first.peakMb} MB`);
  say(`  index build              ${index.seconds.toFixed(1)} s, peak ${index.peakMb} MB`);
  say(`  first load and index     ${rate(first.seconds + index.seconds)}`);
  say(`  unchanged reload         ${rate(again.seconds)}, peak ${again.peakMb} MB`);
}

async function benchCommits(): Promise<void> {
  const { together, oneByOne } = await benchCharges(64);
  say('Durable charges');
  say(`  one transaction each     ${count(oneByOne)} charges/s = 1.0`);
  say(`  64 waiting               ${count(together)} charges/s = ${(together / oneByOne).toFixed(1)}`);
}

function megabytes(path: string): string {
  return (statSync(path).size / 1e6).toFixed(0);
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
