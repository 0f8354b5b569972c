import { type Figure, percentiles } from '../measuring/figures.js';
import type { Loaded } from '../measuring/loaded.js';
import { withOpened } from '../measuring/opened.js';
import { processorTime } from '../measuring/processor-time.js';

const TURNS = 9;

/** Searches that find very many filings, and some that filter very many. */
const ASKED: readonly Readonly<Record<string, string>>[] = [
  { q: 'inc' },
  { q: 'form' },
  { q: 'co' },
  { q: 'inc', forms: '4' },
  { q: 'inc', state: 'CA' },
  { q: 'inc', forms: '4', start_date: '2000-01-01', end_date: '2024-12-31' },
  { q: 'inc', start_date: '2008-01-01', end_date: '2019-12-31' },
  { q: 'corp', forms: '8-K' },
  { q: 'inc', forms: '8-K', state: 'NY' },
];
const FACETS = ['form', 'year', 'state', 'sic', 'form,year,state,sic', 'form,year,state,sic,yearForm'];

/** Exact counts by facet of many filings, in this process: processor time, the search included, beside the search without counts. */
export async function benchFacets({ folder }: Loaded): Promise<Figure[]> {
  return withOpened(folder, async ({ filings: { parse, search } }) => {
    const min = (request: Readonly<Record<string, string>>) => {
      const query = parse(request);
      const took = Array.from({ length: TURNS }, () => processorTime(() => search(query)));
      return { min: Math.min(...took), first: took[0] ?? 0, p50: percentiles(took).p50 };
    };
    return ASKED.flatMap((request) => {
      const bare = min(request).min;
      const { total } = search(parse(request));
      return FACETS.map((facets): Figure => {
        const { min: value, first, p50 } = min({ ...request, facets });
        return {
          part: 'facets',
          name: `\`/sec/search\`, ${new URLSearchParams(request)}, facets=${facets}`,
          value,
          unit: 'ms',
          note: `first ${first.toPrecision(3)} ms, p50 ${p50.toPrecision(3)} ms, of ${total.toLocaleString('en-US')} filings`,
          reference: { name: 'without counts', value: bare, unit: 'ms' },
        };
      });
    });
  });
}
