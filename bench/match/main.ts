import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dayOf } from '../../src/domain/records/current-record.js';
import { buildIndexes } from '../../src/indexing/build.js';
import { IndexLoader, viewsOf } from '../../src/indexing/files/index-loader.js';
import { Matcher } from '../../src/linking/match/matcher.js';
import { toIndexQuery } from '../../src/operations/search-entities/query.js';
import { parseEntitySearch } from '../../src/operations/search-entities/request.js';
import type { SearchIndex } from '../../src/search/index.js';
import { openStore } from '../../src/store/engine/engine.js';
import { halfWeights } from '../links/halves.js';
import { DATASETS, type Dataset } from '../links/suite.js';
import { type Figure, percentiles, Said } from '../measuring/figures.js';
import { processorTime } from '../measuring/processor-time.js';
import { answerAll, isRight, outcomesOf, type TimedAnswer } from './answers.js';
import { fillGenerated, fillSuites } from './fill.js';
import { benchServed } from './served.js';
import { type Asked, readQuery } from './suites.js';

/**
 * `npm run bench:match -- --suites DIR [--loaded DIR] [--fill N] [--every N] [--served] [--outcomes FILE] [--json FILE]`: the
 * suites' queries as `match` requests, scored with weights that were fitted on the half `seen`, beside a search for the same names in the same run.
 *
 * --suites    the folder of the benchmark's files
 * --loaded    the data folder to fill, kept afterwards; what is filled already is taken as it is
 * --fill      so many generated entities of a state's register beside the references
 * --every     asks every N-th query alone
 * --served    posts the same questions in batches to `/reconcile`, too
 * --outcomes  writes a line of JSON for each question
 */
const { values } = parseArgs({
  options: {
    suites: { type: 'string' },
    loaded: { type: 'string' },
    fill: { type: 'string', default: '0' },
    every: { type: 'string', default: '1' },
    only: { type: 'string', default: DATASETS.join(',') },
    outcomes: { type: 'string' },
    served: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
/** So many questions are answered before, others if there are any: a process that has just begun compiles as it answers. */
const WARM_UP = 1_000;
const LONGEST_NAME = 200;
const scratch = mkdtempSync(join(tmpdir(), 'dossier-bench-'));
try {
  await bench(values.suites ?? '', values.loaded ?? join(scratch, 'loaded'));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function bench(suites: string, folder: string): Promise<void> {
  if (!existsSync(suites)) throw new Error('--suites must name the folder of the benchmark’s files.');
  mkdirSync(folder, { recursive: true });
  const ids = await filled(suites, folder);
  const said = new Said(values.json);
  const served: TimedAnswer[] = [];
  const store = await openStore(folder, { schema: 'current' });
  try {
    const loaded = await new IndexLoader(join(folder, 'index'), warn).look();
    if (loaded === undefined) throw new Error(`${folder} holds no index.`);
    const index = viewsOf(loaded).entities;
    const matcher = new Matcher({ ...store, index }, halfWeights(suites));
    for (const dataset of DATASETS.filter((one) => values.only.split(',').includes(one))) {
      const all = readQuery(suites, dataset, (id) => ids.has(id));
      const every = Number(values.every);
      const request = all.filter((_, place) => place % every === 0);
      const others = all.filter((_, place) => place % every !== 0);
      await answerAll(matcher, (others.length > 0 ? others : request).slice(0, WARM_UP));
      const answered = await answerAll(matcher, request);
      for (const half of ['seen', 'unseen'] as const) {
        const some = answered.filter((one) => one.request.half === half);
        process.stdout.write(`${dataset}, ${half}: ${JSON.stringify(outcomesOf(some))}\n`);
      }
      for (const figure of figuresOf(dataset, answered, searchTimes(index, request))) said.say(figure);
      if (values.served) served.push(...answered);
      if (values.outcomes) writeFileSync(values.outcomes, answered.map(lineOf).join(''), { flag: 'a' });
    }
  } finally {
    await store.close();
  }
  if (served.length > 0) {
    const matched = meanOf(served.map(({ took }) => took));
    const request = served.map((one) => one.request);
    for (const figure of await benchServed(folder, request, matched)) said.say(figure);
  }
  said.keep({ entities: ids.size + Number(values.fill), filings: 0 });
}

/** The store and its index, and the ids of the references; filled only if it is empty. */
async function filled(suites: string, folder: string): Promise<ReadonlySet<string>> {
  const note = join(folder, 'match.json');
  if (existsSync(note)) return new Set(JSON.parse(readFileSync(note, 'utf8')) as string[]);
  const store = await openStore(folder, { schema: 'migrate' });
  try {
    const ids = await fillSuites(store, suites);
    await fillGenerated(store, suites, Number(values.fill));
    await buildIndexes(store.catalog, join(folder, 'index'), Date.now);
    writeFileSync(note, JSON.stringify([...ids]));
    return ids;
  } finally {
    await store.close();
  }
}

function warn(problem: string): void {
  process.stderr.write(`${problem}\n`);
}

/** Milliseconds of processor time that the search of `GET /search` takes for each name. */
function searchTimes(index: SearchIndex, all: readonly Asked[]): number[] {
  const today = dayOf(Date.now());
  return all.map(({ question }) => {
    const query = toIndexQuery(parseEntitySearch({ name: question.name.slice(0, LONGEST_NAME) }), today);
    return processorTime(() => index.search(query));
  });
}

function figuresOf(dataset: Dataset, answered: readonly TimedAnswer[], searches: number[]): Figure[] {
  const took = answered.map((one) => one.took);
  const [mean, searched] = [meanOf(took), meanOf(searches)];
  const [request, search] = [percentiles(took), percentiles(searches)];
  const figure = (name: string, value: number, reference: number): Figure => ({
    part: 'match',
    name: `${name} of a question of ${dataset}`,
    value,
    unit: 'ms',
    note: `${Math.round(1_000 / mean)} a second and core`,
    reference: { name: `${name} of a search for the same name`, value: reference, unit: 'ms' },
  });
  return [
    figure('mean processor time', mean, searched),
    figure('p50 of the processor time', request.p50, search.p50),
    figure('p99 of the processor time', request.p99, search.p99),
  ];
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function lineOf(one: TimedAnswer): string {
  const { request, match, took } = one;
  const candidates = match.candidates.map(({ candidate, also, probability, tier, rivals }) => ({
    id: candidate.data.id,
    record: [candidate.data.name, candidate.data.principalAddress ?? ''].join(' | '),
    also: also.map(({ data }) => data.id),
    probability: Math.round(probability * 10_000) / 10_000,
    tier,
    rivals,
  }));
  const { outcome, reason } = match;
  const reported = { id: request.id, half: request.half, answer: request.answer, isRight: isRight(one) };
  return `${JSON.stringify({ ...reported, outcome, reason, candidates, took })}\n`;
}
