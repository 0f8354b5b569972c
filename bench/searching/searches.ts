import { type Figure, percentiles } from '../measuring/figures.js';
import type { Loaded } from '../measuring/loaded.js';
import { type Searchable, withOpened } from '../measuring/opened.js';
import { type Asking, entityQueries, filingQueries, readBearers } from './queries.js';

/** Every kind is asked so often, each request at least once, unless the time is over. */
const TIMES = 1_000;
const MAX_MS = 4_000;

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
    return figures;
  });
}

async function measure({ path, parse, search, fetch }: Searchable, asking: Asking): Promise<Figure> {
  const queries = asking.requests.map(parse);
  for (const query of queries.slice(0, WARM_UP)) search(query);
  const [searching, fetching]: [number[], number[]] = [[], []];
  let [mostTotal, mostHits] = [0, 0];
  const started = performance.now();
  for (let turn = 0; turn < TIMES && performance.now() - started < MAX_MS; turn++) {
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
