import { hardEntityQueries, hardFilingQueries } from './adversarial.js';
import { type Figure, percentiles } from './figures.js';
import type { Loaded } from './loaded.js';
import { type Searchable, withOpened } from './opened.js';
import { type Asking, entityQueries, filingQueries, readBearers } from './queries.js';

/** Every kind is asked so often, each request at least once, unless the time is over. */
const TIMES = 1_000;
const MOST_MS = 4_000;

/**
 * `search` alone, in this process: no request is parsed and no row fetched while the clock runs; totals are exact.
 * The reference is the fetch of the rows of the same answers from the store.
 */
export async function benchSearches({ folder, state }: Loaded): Promise<Figure[]> {
  return withOpened(folder, async ({ catalog, entities, filings }) => {
    const bearers = await readBearers(catalog, state.entities);
    const figures: Figure[] = [];
    for (const asking of filingQueries(bearers)) figures.push(await measure(filings, asking));
    for (const asking of entityQueries(bearers)) figures.push(await measure(entities, asking));
    figures.push(worstOf(filings, hardFilingQueries(bearers)), worstOf(entities, hardEntityQueries(bearers)));
    return figures;
  });
}

async function measure({ path, parse, search, fetch }: Searchable, asking: Asking): Promise<Figure> {
  const queries = asking.requests.map(parse);
  for (const query of queries.slice(0, WARM_UP)) search(query);
  const [searching, fetching]: [number[], number[]] = [[], []];
  let [mostTotal, mostHits] = [0, 0];
  const started = performance.now();
  for (let turn = 0; turn < TIMES && performance.now() - started < MOST_MS; turn++) {
    const query = queries[turn % queries.length];
    if (query === undefined) break;
    const before = performance.now();
    const answer = search(query);
    const between = performance.now();
    await fetch(answer);
    searching.push(between - before);
    fetching.push(performance.now() - between);
    mostTotal = Math.max(mostTotal, answer.total);
    mostHits = Math.max(mostHits, answer.hits.length);
  }
  const { p50, p99 } = percentiles(searching);
  return {
    part: 'searches',
    name: `\`${path}\`, ${asking.kind}`,
    value: p50,
    unit: 'ms',
    note: `p99 ${p99.toPrecision(3)} ms, total up to ${mostTotal.toLocaleString('en-US')}`,
    reference:
      mostHits === 0 ? null : { name: 'fetching its rows', value: percentiles(fetching).p50, unit: 'ms' },
  };
}

const WARM_UP = 20;

/** The least of so many times counts: the rest is what other processes took from this one. */
const HARD_TIMES = 5;

/** Of all hard texts the one that takes longest; noted is how long any of them took when it was asked first. */
function worstOf({ path, parse, search }: Searchable, askings: readonly Asking[]): Figure {
  let worst = { kind: '', least: 0 };
  let mostAtFirst = 0;
  let asked = 0;
  for (const { kind, requests } of askings) {
    for (const query of requests.map(parse)) {
      const times = Array.from({ length: HARD_TIMES }, () => timed(() => search(query)));
      const least = Math.min(...times);
      mostAtFirst = Math.max(mostAtFirst, times[0] ?? 0);
      if (least > worst.least) worst = { kind, least };
      asked++;
    }
  }
  return {
    part: 'searches',
    name: `\`${path}\`, the worst of ${asked} hard texts`,
    value: worst.least,
    unit: 'ms',
    note: `${worst.kind}; asked first, one took ${mostAtFirst.toPrecision(3)} ms`,
    reference: null,
  };
}

function timed(work: () => unknown): number {
  const before = performance.now();
  work();
  return performance.now() - before;
}
