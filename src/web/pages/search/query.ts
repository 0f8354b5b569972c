import { soughtAddresses } from '../../../domain/places/address-text.js';
import { searchPath } from '../../parts/links.js';

/** Ways to read the words of the one field; each is a parameter of the API. */
export const WAYS = {
  name: { label: 'name or number', noun: 'a name or number' },
  agent: { label: 'registered agent', noun: 'a registered agent' },
  officer: { label: 'officer', noun: 'an officer' },
  address: { label: 'address', noun: 'an address' },
} as const;
export type Way = keyof typeof WAYS;

/** The ways that the words can be read in: only some are an address. */
export function waysFor(q: string): readonly Way[] {
  const ways = Object.keys(WAYS) as Way[];
  return soughtAddresses(q, {}).length > 0 ? ways : ways.filter((way) => way !== 'address');
}

/** Filters that are links with counts. */
export const FILTERS = {
  state: 'State',
  status: 'Status',
  recordClass: 'Kind of record',
  type: 'Type',
} as const;
export type Filter = keyof typeof FILTERS;

const PAGE_SIZE = 25;

/** The search that a page's address asks for. */
export interface SearchQuery {
  readonly q: string;
  readonly way: Way;
  readonly exact: boolean;
  readonly filters: Readonly<Partial<Record<Filter, string>>>;
  readonly offset: string;
}

export function readQuery(query: URLSearchParams): SearchQuery {
  // `?name=`, as the API takes it, is understood too.
  const ofApi = query.has('q') ? undefined : (Object.keys(WAYS) as Way[]).find((way) => query.has(way));
  const given = query.get('in') ?? ofApi ?? 'name';
  const way = given in WAYS ? (given as Way) : 'name';
  const filters = (Object.keys(FILTERS) as Filter[]).flatMap((name) => {
    const value = query.get(name);
    return value ? [[name, value] as const] : [];
  });
  return {
    q: query.get(ofApi ?? 'q')?.trim() ?? '',
    way,
    exact: query.get('exact') === 'true',
    filters: Object.fromEntries(filters),
    offset: query.get('offset') ?? '0',
  };
}

/** The parameters of the API for it. */
export function toQuery({ q, way, exact, filters, offset }: SearchQuery): Record<string, string> {
  return {
    [way]: q,
    ...filters,
    ...(exact && { exact: 'true' }),
    limit: String(PAGE_SIZE),
    offset,
    facets: Object.keys(FILTERS).join(','),
  };
}

/** The address of the search with these changes, from its first result; undefined takes a part away. */
export function addressOf(
  { q, way, exact, filters }: SearchQuery,
  change: Readonly<Record<string, string | undefined>> = {},
): string {
  return searchPath({
    q,
    in: way === 'name' ? undefined : way,
    exact: exact ? 'true' : undefined,
    ...filters,
    ...change,
  });
}
