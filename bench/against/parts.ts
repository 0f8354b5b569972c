import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ask } from '../measuring/asking.js';
import { beside, type Program, processorMs, type Serving, serveRaw } from '../measuring/child.js';
import { readIntoMemory } from '../measuring/loaded.js';
import { withOpened } from '../measuring/opened.js';
import { type Asking, entityQueries, filingMix, filingQueries, readBearers } from '../searching/queries.js';
import { hotPaths, uniformPaths } from '../serving/lookup.js';
import type { Arguments, Part } from './arguments.js';
import { inTurns, type Pair, type Values } from './in-turns.js';
import { median, type Series } from './ratios.js';

/** A revision with a data folder of its own. */
export interface Subject {
  readonly program: Program;
  readonly folder: string;
}

interface Served extends Subject, Serving {
  readonly key: string;
}

export interface Work extends Pick<Arguments, 'entities' | 'turns'> {
  readonly pair: Pair<Subject>;
  /** The publishers’ files that both load. */
  readonly publishers: string;
}

const SECONDS = 1;
const WARM_UP_SECONDS = 2;
/**
 * Requests before the first turn, for each turn after it: V8 compiles the code of a request again and again, and on a busy machine
 * seconds are too few for that. Figures of a single turn are only a smoke test.
 */
const WARM_UP_REQUESTS = 7_000;
/** Loads and builds take longer than turns of requests, and vary less. */
const MAX_LONG_TURNS = 3;

/**
 * Fills both data folders, which every other part needs, and measures the parts that are named. A revision is driven from
 * outside, by its command line and over HTTP: its modules may lack what this checkout has.
 */
export async function measureParts(work: Work, parts: readonly Part[], say: (series: Series) => void) {
  for (const series of await load({ ...work, turns: turnsOf(work, parts, 'load') })) {
    if (parts.includes('load')) say(series);
  }
  for (const series of await buildIndex({ ...work, turns: turnsOf(work, parts, 'index') })) {
    if (parts.includes('index')) say(series);
  }
  const overHttp = Object.entries(OVER_HTTP).filter(([part]) => parts.includes(part as Part));
  if (overHttp.length === 0) return;
  const requests = await requestsOf(work);
  await served(work.pair.before, (before) =>
    served(work.pair.now, async (now) => {
      for (const [, measure] of overHttp) {
        for (const series of await measure({ before, now }, requests, work.turns)) say(series);
      }
    }),
  );
}

function turnsOf({ turns }: Work, parts: readonly Part[], part: Part): number {
  return parts.includes(part) ? Math.min(turns, MAX_LONG_TURNS) : 1;
}

async function load({ pair, publishers, turns }: Work): Promise<Series[]> {
  const file =
    (source: string, name: string) =>
    async ({ program, folder }: Subject) => {
      const args = ['ingest', source, '--file', join(publishers, name), '--no-index'];
      const { json, seconds, cpuSeconds } = await program.dossier(folder, ...args);
      return { [name]: Number(json.rows) / seconds, [`${name} cpu`]: (cpuSeconds * 1e6) / Number(json.rows) };
    };
  const colorado = file('us_co_business_entities', 'colorado.csv');
  const submissions = file('us_sec_submissions', 'submissions.zip');
  const measured = await inTurns(turns, pair, async (subject) => {
    rmSync(subject.folder, { recursive: true, force: true });
    mkdirSync(subject.folder, { recursive: true });
    return { ...(await colorado(subject)), ...(await submissions(subject)) };
  });
  return Object.entries(measured).map(([name, values]): Series => {
    const isTime = name.endsWith(' cpu');
    const figure = `load of ${name.replace(' cpu', '')}`;
    return isTime
      ? { name: `${figure}, processor time`, unit: 'µs/row', better: 'lower', ...values }
      : { name: figure, unit: 'rows/s', better: 'higher', ...values };
  });
}

async function buildIndex({ pair, turns }: Work): Promise<Series[]> {
  const measured = await inTurns(turns, pair, async ({ program, folder }) => {
    const { seconds, cpuSeconds } = await program.dossier(folder, 'index');
    return { 'index build': seconds, 'index build, processor time': cpuSeconds };
  });
  return Object.entries(measured).map(([name, values]) => ({ name, unit: 's', better: 'lower', ...values }));
}

interface Requests {
  readonly uniform: () => string[];
  readonly hot: () => string[];
  readonly mix: readonly string[];
  readonly kinds: readonly (Asking & { readonly path: string })[];
}

/** Made from the data of this checkout; both revisions get the same. */
async function requestsOf({ pair, entities }: Work): Promise<Requests> {
  const bearers = await withOpened(pair.now.folder, ({ catalog }) => readBearers(catalog, entities));
  return {
    uniform: uniformPaths(entities),
    hot: hotPaths(entities),
    mix: filingMix(bearers),
    kinds: [
      ...filingQueries(bearers).map((asking) => ({ ...asking, path: '/sec/search' })),
      ...entityQueries(bearers).map((asking) => ({ ...asking, path: '/search' })),
    ],
  };
}

async function served<T>(subject: Subject, work: (served: Served) => Promise<T>): Promise<T> {
  const { program, folder } = subject;
  const unlimited = ['--credits', '999999999', '--per-minute', '999999999'];
  const account = await program.dossier(folder, 'account', 'create', `bench-${Date.now()}`, ...unlimited);
  const { json } = await program.dossier(folder, 'key', 'create', '--account', String(account.json.id));
  await readIntoMemory(folder);
  return await beside(program.serve(folder), (serving) =>
    work({ ...subject, ...serving, key: String(json.key) }),
  );
}

type OverHttp = (pair: Pair<Served>, requests: Requests, turns: number) => Promise<Series[]>;

const OVER_HTTP: Readonly<Partial<Record<Part, OverHttp>>> = {
  lookup: async (pair, { uniform, hot }, turns) => [
    ...(await underLoad('lookup, uniform keys', pair, uniform, turns)),
    ...(await underLoad('lookup, hot keys', pair, hot, turns)),
  ],
  'search-load': (pair, { mix }, turns) =>
    underLoad(
      'search mix',
      pair,
      // Each connection starts elsewhere: otherwise all would send the same request at the same moment.
      (connection, connections) => {
        const first = Math.floor((connection * mix.length) / connections);
        return [...mix.slice(first), ...mix.slice(0, first)];
      },
      turns,
    ),
  searches: async (pair, { kinds }, turns) => {
    const all: Series[] = [];
    for (const kind of kinds) all.push(...(await oneByOne(pair, kind, turns)));
    return all;
  },
};

/** 64 connections: requests a second as a share of what a bare `node:http` server does right after, and processor time. */
async function underLoad(
  name: string,
  pair: Pair<Served>,
  pathsOf: (connection: number, connections: number) => readonly string[],
  turns: number,
): Promise<Series[]> {
  return await beside(serveRaw(), async (raw) => {
    for (const { url, key } of [pair.before, pair.now])
      for (let sent = 0; sent < (turns - 1) * WARM_UP_REQUESTS; )
        sent += (await ask({ url, key, pathsOf }, WARM_UP_SECONDS)).requests;
    const measured = await inTurns(turns, pair, async ({ url, key, pid }) => {
      const started = processorMs(pid);
      const { perSecond, requests } = await ask({ url, key, pathsOf }, SECONDS);
      const used = processorMs(pid) - started;
      const bare = await ask({ url: raw.url, key, pathsOf }, SECONDS);
      return { share: perSecond / bare.perSecond, time: (used * 1_000) / requests };
    });
    return seriesOf(measured, {
      share: { name: `${name}, requests/s`, unit: 'of raw node:http', better: 'higher' },
      time: { name: `${name}, processor time`, unit: 'µs/request', better: 'lower' },
    });
  });
}

/** One connection. A kind that a revision refuses is left out. */
async function oneByOne(
  pair: Pair<Served>,
  kind: Requests['kinds'][number],
  turns: number,
): Promise<Series[]> {
  const name = `${kind.path}, ${kind.kind}`;
  const paths = kind.requests.map((request) => `/api/v1${kind.path}?${new URLSearchParams(request)}`);
  const totals = { before: await totalOf(pair.before, paths[0]), now: await totalOf(pair.now, paths[0]) };
  if (totals.before === undefined || totals.now === undefined) {
    process.stderr.write(
      `${name}: left out, ${totals.now === undefined ? 'this checkout' : 'the other revision'} refuses it.\n`,
    );
    return [];
  }
  const measured = await inTurns(turns, pair, (server) => sendOneByOne(server, paths));
  const note = totals.before === totals.now ? undefined : `totals ${totals.before} and ${totals.now}`;
  return seriesOf(measured, {
    p50: { name, unit: 'ms (p50)', better: 'lower', ...(note && { note }) },
    time: { name: `${name}, processor time`, unit: 'µs/request', better: 'lower', ...(note && { note }) },
  });
}

const ONE_BY_ONE_MS = 250;

async function sendOneByOne({ url, key, pid }: Served, paths: readonly string[]): Promise<Values> {
  const times: number[] = [];
  const used = processorMs(pid);
  const started = performance.now();
  for (let at = 0; at < 2 || performance.now() - started < ONE_BY_ONE_MS; at++) {
    const sent = performance.now();
    const response = await fetch(url + paths[at % paths.length], {
      headers: { authorization: `Bearer ${key}` },
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${paths[at % paths.length]}: ${response.status}`);
    times.push(performance.now() - sent);
  }
  return { p50: median(times), time: ((processorMs(pid) - used) * 1_000) / times.length };
}

/** `undefined` if the request is refused. */
async function totalOf({ url, key }: Served, path = ''): Promise<number | undefined> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
  const body = (await response.json()) as { meta?: { totalCount?: number } };
  return response.ok ? (body.meta?.totalCount ?? 0) : undefined;
}

function seriesOf(
  measured: Readonly<Record<string, Pick<Series, 'before' | 'now'>>>,
  figures: Readonly<Record<string, Omit<Series, 'before' | 'now'>>>,
): Series[] {
  return Object.entries(figures).map(([name, figure]) => ({
    ...figure,
    ...(measured[name] ?? { before: [], now: [] }),
  }));
}
