import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportManifest } from '../../src/contract/export.js';
import { type Asking, ask } from '../measuring/asking.js';
import { beside, dossier, ownMb, serve } from '../measuring/child.js';
import type { Figure } from '../measuring/figures.js';
import { type Loaded, readIntoMemory } from '../measuring/loaded.js';
import type { Load } from '../measuring/turns.js';
import { uniformPaths } from '../serving/lookup.js';
import { scanSeconds } from './index-build.js';

const FEW = 'id,name,status,type,formedDate';
/** The columns of a form that is measured: all members of a row, or a few columns. */
const FORMS = [
  { name: 'export of all entities as NDJSON', args: ['--format', 'ndjson'] },
  { name: 'export of all entities as NDJSON, five fields', args: ['--format', 'ndjson', '--fields', FEW] },
  { name: 'export of all entities as CSV', args: ['--format', 'csv'] },
  { name: 'export of all entities as Parquet, five columns', args: ['--format', 'parquet', '--fields', FEW] },
  { name: 'export of all entities as Parquet', args: ['--format', 'parquet'] },
] as const;

/** An export of fewer ends before a turn does. */
const FEWEST = 1_000_000;
const WARM_UP_SECONDS = 8;
const SECONDS = 4;
const TURNS = 7;

/** All entities by `dossier export`, then lookups while the service writes an export and while it does not, in turns. */
export async function benchExports(loaded: Loaded): Promise<Figure[]> {
  const { folder, state } = loaded;
  await readIntoMemory(folder);
  const figures: Figure[] = [];
  const scanned = state.entities / (await scanSeconds(folder));
  for (const { name, args } of FORMS) figures.push(await exported(folder, name, args, scanned));
  return state.entities < FEWEST ? figures : [...figures, ...(await lookupsMeanwhile(loaded))];
}

async function exported(
  folder: string,
  name: string,
  args: readonly string[],
  scanned: number,
): Promise<Figure> {
  const scratch = mkdtempSync(join(tmpdir(), 'dossier-bench-export-'));
  try {
    const done = await dossier(folder, 'export', 'entities', '--out', join(scratch, 'out'), ...args);
    const { rows, bytes, parts } = done.json as unknown as ExportManifest;
    const megabytes = Math.round(bytes / 1e6).toLocaleString('en-US');
    const aProcessor = Math.round(rows / done.cpuSeconds).toLocaleString('en-US');
    const cost = `${done.seconds.toFixed(1)} s, ${aProcessor} rows a second of processor time`;
    return {
      part: 'exports',
      name,
      value: rows / done.seconds,
      unit: 'rows/s',
      note: `${rows.toLocaleString('en-US')} rows, ${megabytes} MB in ${parts.length} parts, ${cost}, peak ${done.ownPeakMb} MB of its own`,
      reference: { name: 'reading the store alone', value: scanned, unit: 'rows/s' },
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function lookupsMeanwhile({ folder, key, state }: Loaded): Promise<Figure[]> {
  return await beside(serve(folder), async ({ url, pid }) => {
    const asking = { url, key, pathsOf: uniformPaths(state.entities) };
    await ask(asking, WARM_UP_SECONDS);
    const turns: { readonly alone: Load; readonly during: Load }[] = [];
    const before = ownMb(pid);
    let max = before;
    const watch = setInterval(() => {
      max = Math.max(max, ownMb(pid));
    }, 50);
    for (let turn = 0; turn < TURNS; turn += 1) {
      turns.push({ alone: await ask(asking, SECONDS), during: await duringExport(asking) });
    }
    clearInterval(watch);
    const [middle] = turns.sort((one, other) => ratioOf(one) - ratioOf(other)).slice(Math.floor(TURNS / 2));
    if (middle === undefined) throw new Error('There was no turn.');
    const range = [turns.at(0), turns.at(-1)].map((turn) => turn && ratioOf(turn).toFixed(2)).join(' to ');
    return [
      {
        part: 'exports',
        name: '`GET /entity/{id}` while the service writes an export, p99',
        value: middle.during.p99Ms,
        unit: 'ms',
        note: `${Math.round(middle.during.perSecond).toLocaleString('en-US')} requests/s; ratios ${range} in ${TURNS} turns`,
        reference: { name: 'without one', value: middle.alone.p99Ms, unit: 'ms' },
      },
      {
        part: 'exports',
        name: 'memory of the service’s own, with exports and lookups',
        value: max,
        unit: 'MB',
        note: `${max - before} MB more than before; pages of files are not counted`,
        reference: { name: 'after the first lookups', value: before, unit: 'MB' },
      },
    ];
  });
}

const ratioOf = ({ alone, during }: { readonly alone: Load; readonly during: Load }) =>
  during.p99Ms / alone.p99Ms;

/** Begins to ask once the export is being written, and deletes it afterwards. */
async function duringExport(asking: Asking): Promise<Load> {
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${asking.key}`, 'content-type': 'application/json' };
    const response = await fetch(`${asking.url}/api/v1/exports${path}`, { ...init, headers });
    return ((await response.json()) as { data: { id: string; state: string; rowsDone: number } }).data;
  };
  const { id } = await call('', {
    method: 'POST',
    body: JSON.stringify({ kind: 'entities', format: 'csv' }),
  });
  while ((await call(`/${id}`)).rowsDone === 0) await new Promise((resolve) => setTimeout(resolve, 200));
  const during = await ask(asking, SECONDS);
  const { state } = await call(`/${id}`);
  await call(`/${id}`, { method: 'DELETE' });
  if (state !== 'running')
    throw new Error(`The export was ${state} before the turn ended: load more entities.`);
  return during;
}
