import { type FacetCountsShown, MAX_FORMS, type YearForms } from '../../contract/facet-counts.js';
import { type FacetCounts, pairOf } from '../../search/format/types.js';
import type { SearchIndex } from '../../search/index.js';
import { countsShown } from '../query/facets.js';
import { OWN_YEARS } from './query.js';
import type { FilingSearchRequest } from './request.js';

/** The member `facets` of the meta, if any are asked for. */
export function facetsMeta(
  { facets }: FilingSearchRequest,
  counts: FacetCounts | undefined,
  index: Pick<SearchIndex, 'shown'> | undefined,
): { readonly facets?: Readonly<Record<string, FacetCountsShown | YearForms>> } {
  if (facets.length === 0) return {};
  const shownAs = (facet: string, value: string) => index?.shown(facet, value) ?? value;
  const shown = facets.map((name) => {
    if (name === 'yearForm') return [name, yearForms(counts, (form) => shownAs('form', form))];
    const byName = [...(counts?.get(name) ?? [])].map(
      ([value, count]) => [shownAs(name, value), count] as const,
    );
    return [name, countsShown(new Map(byName), name === 'year' ? 'last' : 'most')];
  });
  return { facets: Object.fromEntries(shown) };
}

function yearForms(counts: FacetCounts | undefined, shownAs: (form: string) => string): YearForms {
  const pairs = counts?.get('yearForm') ?? new Map<string, number>();
  const sums = new Map<string, number>();
  const ofYear = new Map<string, number>();
  for (const [pair, count] of pairs) {
    const [year = '', form = ''] = pair.split('\n');
    sums.set(form, (sums.get(form) ?? 0) + count);
    ofYear.set(year, (ofYear.get(year) ?? 0) + count);
  }
  const forms = countsShown(sums)
    .values.slice(0, MAX_FORMS)
    .map(({ value }) => value);
  const years = countsShown(counts?.get(OWN_YEARS) ?? new Map(), 'last').values;
  return {
    forms: forms.map(shownAs),
    years: years.map(({ value: year, count }) => {
      const own = forms.map((form) => pairs.get(pairOf(year, form)) ?? 0);
      return { year, count, forms: own, other: own.reduce((left, one) => left - one, ofYear.get(year) ?? 0) };
    }),
  };
}
