import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../src/package-root.js';
import { hardEntityQueries, hardFilingQueries } from './adversarial.js';
import type { Figure } from './figures.js';
import { coloradoId } from './generate/colorado.js';
import type { Loaded } from './loaded.js';
import { withOpened } from './opened.js';
import { type Bearers, entityQueries, filingQueries, readBearers } from './queries.js';

/** The least of so many holds counts: the rest is what other processes took from this one. */
const TIMES = 5;
const BATCH_ITEMS = 100;

interface Question {
  readonly kind: string;
  readonly path: string;
  /** Of a POST. */
  readonly body?: object;
}

/** The longest that the worst requests hold the event loop of a server, kind by kind; beside it, the idle server. */
export async function benchEventLoop({ folder, key, state }: Loaded): Promise<Figure[]> {
  const bearers = await withOpened(folder, ({ catalog }) => readBearers(catalog, state.entities));
  const server = await serveProbed(folder);
  try {
    const idle = await holdOf(server, key, { kind: 'idle', path: '/healthz' });
    const figures: Figure[] = [];
    for (const question of questions(bearers, state.entities)) {
      const { hold, first } = await holdOf(server, key, question);
      figures.push({
        part: 'event-loop',
        name: `event loop held, ${question.kind}`,
        value: hold,
        unit: 'ms',
        note: `${first.toFixed(1)} ms the first time`,
        reference: { name: 'idle', value: idle.hold, unit: 'ms' },
      });
    }
    return figures;
  } finally {
    const closed = once(server.child, 'close');
    server.child.kill('SIGTERM');
    await closed;
  }
}

function questions(bearers: Bearers, entities: number): Question[] {
  const search = (path: string, { kind, requests: [first] }: ReturnType<typeof filingQueries>[number]) => ({
    kind: `${path}: ${kind}`,
    path: `/api/v1${path}?${new URLSearchParams({ ...first, limit: '100' })}`,
  });
  const [hardFilings, hardEntities] = [hardFilingQueries(bearers), hardEntityQueries(bearers)];
  const filings = [...filingQueries(bearers), ...hardFilings].map((asking) => search('/sec/search', asking));
  const others = [...entityQueries(bearers), ...hardEntities].map((asking) => search('/search', asking));
  return [
    ...filings,
    ...others,
    { kind: '/entity: all', path: `/api/v1/entity/CO:${coloradoId(entities >> 1)}?include=all&explain=true` },
    { kind: '/contracts/search: every award', path: '/api/v1/contracts/search?min_amount=0&offset=100000' },
    { kind: '/contracts/search: inc', path: '/api/v1/contracts/search?recipient=inc&sort=amount&limit=100' },
    { kind: '/lobbying/search: inc', path: '/api/v1/lobbying/search?client_name=inc&limit=100' },
    { kind: '/usage: a year', path: '/api/v1/usage?from=2025-11-01&to=2026-12-01' },
    { kind: '/sources', path: '/api/v1/sources' },
    { kind: '/metrics', path: '/metrics' },
    { kind: '/openapi.json', path: '/openapi.json' },
    { kind: '/docs', path: '/docs' },
    batchOf(
      'searches',
      filingQueries(bearers).flatMap(({ requests }) => requests.slice(0, BATCH_ITEMS / 10)),
    ),
    batchOf(
      'hard searches',
      hardFilings.flatMap(({ requests }) => requests.slice(0, 2)),
    ),
  ];
}

function batchOf(what: string, requests: readonly Readonly<Record<string, string>>[]): Question {
  const items = requests.slice(0, BATCH_ITEMS).map((one) => ({
    operation: 'searchFilings',
    parameters: one,
  }));
  return { kind: `/batch: ${items.length} ${what}`, path: '/api/v1/batch', body: { items } };
}

interface Probed {
  readonly url: string;
  readonly child: ChildProcess;
}

async function serveProbed(folder: string): Promise<Probed> {
  const probe = pathToFileURL(join(packageRoot(), 'dist/bench/loop-probe.js')).href;
  const program = join(packageRoot(), 'bin/dossier.js');
  const child = spawn(process.execPath, ['--import', probe, program, 'serve', '--json'], {
    env: { ...process.env, DOSSIER_DATA: folder, DOSSIER_PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return { url: (JSON.parse(text) as { url: string }).url, child };
}

async function holdOf({ url, child }: Probed, key: string, { path, body }: Question) {
  const holds: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    await longestHold(child);
    const response = await fetch(`${url}${path}`, {
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    await response.text();
    if (!response.ok) throw new Error(`${path} was answered ${response.status}.`);
    holds.push(await longestHold(child));
  }
  return { hold: Math.min(...holds), first: holds[0] ?? 0 };
}

/** Since it was asked last. */
async function longestHold(child: ChildProcess): Promise<number> {
  child.send('hold');
  const [held] = (await once(child, 'message')) as [number];
  return held;
}
