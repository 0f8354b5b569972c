import type { Figure } from '../measuring/figures.js';
import type { Loaded } from '../measuring/loaded.js';
import { type Searchable, withOpened } from '../measuring/opened.js';
import { processorTime } from '../measuring/processor-time.js';
import { hardEntityQueries, hardFilingQueries } from './adversarial.js';
import { nameTexts } from './name-texts.js';
import { type Asking, readBearers } from './queries.js';

/** The least of so many times counts: the rest is what other processes took from this one. */
const TIMES = 3;

/** Processor time of searches for names, however they are written, kind by kind; everything in memory, no row fetched. */
export async function benchNames({ folder, state }: Loaded): Promise<Figure[]> {
  return withOpened(folder, async ({ catalog, entities, filings }) => {
    const bearers = await readBearers(catalog, state.entities);
    return [
      ...measure(entities, 'name', nameTexts(bearers.entities)),
      ...measure(filings, 'q', nameTexts(bearers.filers.map(({ name }) => name))),
      worstOf(entities, hardEntityQueries(bearers)),
      worstOf(filings, hardFilingQueries(bearers)),
    ];
  });
}

function measure(
  { path, parse, search }: Searchable,
  parameter: string,
  texts: ReturnType<typeof nameTexts>,
): Figure[] {
  return Object.entries(texts).map(([kind, all]) => {
    const queries = [...new Set(all)].map((text) => ({ text, query: parse({ [parameter]: text }) }));
    const times = queries.map(({ text, query }) => ({
      text,
      ms: Math.min(...Array.from({ length: TIMES }, () => processorTime(() => search(query)))),
    }));
    times.sort((one, other) => one.ms - other.ms);
    const worst = times.at(-1) ?? { text: '', ms: 0 };
    const middle = times[times.length >> 1]?.ms ?? 0;
    return {
      part: 'names',
      name: `processor time of \`${path}\`, ${kind}: the worst of ${queries.length}`,
      value: worst.ms,
      unit: 'ms',
      note: `p50 ${middle.toPrecision(2)} ms, \`${worst.text.slice(0, SHOWN)}\``,
      reference: null,
    };
  });
}

/** So many characters of the worst text are shown. */
const SHOWN = 40;

/** The hard text that takes longest; noted is how long any of them took when it was asked first. */
function worstOf({ path, parse, search }: Searchable, askings: readonly Asking[]): Figure {
  let worst = { kind: '', min: 0 };
  let mostAtFirst = 0;
  let request = 0;
  for (const { kind, requests } of askings) {
    for (const query of requests.map(parse)) {
      const times = Array.from({ length: TIMES }, () => processorTime(() => search(query)));
      const min = Math.min(...times);
      mostAtFirst = Math.max(mostAtFirst, times[0] ?? 0);
      if (min > worst.min) worst = { kind, min };
      request++;
    }
  }
  return {
    part: 'names',
    name: `processor time of \`${path}\`, hard texts: the worst of ${request}`,
    value: worst.min,
    unit: 'ms',
    note: `${worst.kind}; asked first, one took ${mostAtFirst.toPrecision(3)} ms`,
    reference: null,
  };
}
