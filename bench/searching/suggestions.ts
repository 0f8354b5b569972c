import { join } from 'node:path';
import { IndexLoader, viewsOf } from '../../src/indexing/files/index-loader.js';
import { suggested } from '../../src/operations/suggest/index.js';
import { parseSuggest } from '../../src/operations/suggest/request.js';
import { type Figure, percentiles } from '../measuring/figures.js';
import type { Loaded } from '../measuring/loaded.js';
import { withOpened } from '../measuring/opened.js';
import { readBearers, typedQueries } from './queries.js';

/** Each request so often. */
const TURNS = 5;

/** Suggestions that the index has for names that are being typed, in this process; the rows are read besides. */
export async function benchSuggestions({ folder, state }: Loaded): Promise<Figure[]> {
  return withOpened(folder, async ({ catalog }) => {
    const loaded = await new IndexLoader(join(folder, 'index'), () => undefined).look();
    if (loaded === undefined) throw new Error(`${folder} holds no index.`);
    const { entities } = viewsOf(loaded);
    const askings = typedQueries(await readBearers(catalog, state.entities));
    const all: number[] = [];
    const figures = askings.map(({ kind, requests }) => {
      const took: number[] = [];
      const queries = requests.filter(({ q }) => q !== '').map(parseSuggest);
      for (const query of queries.slice(0, 20)) suggested(entities, query);
      for (let turn = 0; turn < TURNS; turn++) {
        for (const query of queries) {
          const before = performance.now();
          suggested(entities, query);
          took.push(performance.now() - before);
        }
      }
      all.push(...took);
      return figureOf(kind, took);
    });
    return [...figures, figureOf('all of these', all)];
  });
}

function figureOf(kind: string, took: readonly number[]): Figure {
  const { p50, p99 } = percentiles([...took]);
  const note = `p99 ${p99.toPrecision(3)} ms`;
  return {
    part: 'suggestions',
    name: `\`/suggest\`, ${kind}`,
    value: p50,
    unit: 'ms',
    note,
    reference: null,
  };
}
