/** Filters that are links with counts: parameter of the page -> its words, and the facet of the API. */
export const FILTERS = {
  form: { label: 'Form', facet: 'form' },
  year: { label: 'Year', facet: 'year' },
  state: { label: 'State or country', facet: 'state' },
  sic: { label: 'Industry (SIC)', facet: 'sic' },
} as const;
export type Filter = keyof typeof FILTERS;
export const FILTER_NAMES = Object.keys(FILTERS) as readonly Filter[];

/** Further filters, in the API's own parameters. */
const DAYS = { start_date: 'Filed from', end_date: 'Filed until' } as const;
/** All that narrows a search: parameter -> its words. */
export const NARROWED = {
  ...Object.fromEntries(FILTER_NAMES.map((name) => [name, FILTERS[name].label])),
  ...DAYS,
} as Readonly<Record<Filter | keyof typeof DAYS, string>>;
export type Narrowed = keyof typeof NARROWED;
export const NARROWED_NAMES = Object.keys(NARROWED) as readonly Narrowed[];

/** The search that a page's address asks for. */
export interface SecQuery {
  readonly q: string;
  readonly cik: string;
  readonly sort: string;
  readonly filters: Readonly<Partial<Record<Narrowed, string>>>;
  readonly offset: string;
}

export function readQuery(query: URLSearchParams): SecQuery {
  const text = (name: string) => query.get(name)?.trim() ?? '';
  // `?forms=`, as the API takes it, is understood too.
  const filter = (name: Narrowed) => text(name) || (name === 'form' ? text('forms') : '');
  const filters = NARROWED_NAMES.flatMap((name) =>
    filter(name) === '' ? [] : [[name, filter(name)] as const],
  );
  return {
    q: text('q'),
    cik: text('cik'),
    sort: text('sort') === 'date' ? 'date' : '',
    filters: Object.fromEntries(filters),
    offset: text('offset') || '0',
  };
}

/** Whether it asks for anything that the API can look for. */
export function asksSomething({ q, cik, filters }: SecQuery): boolean {
  return q !== '' || cik !== '' || filters.sic !== undefined;
}

/** The parameters of the API for it. */
export function toQuery({ q, cik, sort, filters, offset }: SecQuery): Record<string, string> {
  const { form, ...others } = filters;
  const given = { q, cik, sort, forms: form ?? '', offset };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')),
    ...others,
    facets: [...FILTER_NAMES.map((name) => FILTERS[name].facet), 'yearForm'].join(','),
  };
}

/** The address of the search with these changes, from its first result; undefined takes a part away. */
export function addressOf(
  { q, cik, sort, filters }: SecQuery,
  change: Readonly<Record<string, string | undefined>> = {},
): string {
  const all: Readonly<Record<string, string | undefined>> = { q, cik, sort, ...filters, ...change };
  const given = Object.entries(all).filter((entry): entry is [string, string] => !!entry[1]);
  return `/sec?${new URLSearchParams(given)}`;
}

/** The search in words, for titles. */
export function wordsOf({ q, cik, filters }: SecQuery): string {
  if (q !== '') return `“${q}”`;
  return cik === '' ? `industry ${filters.sic}` : `filer ${cik}`;
}
