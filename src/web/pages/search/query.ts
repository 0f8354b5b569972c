import { ENTITY_ORDERS, type EntityOrder } from '../../../contract/vocabulary.js';
import { soughtAddresses } from '../../../domain/places/address-text.js';
import { stateCode } from '../../../domain/places/place-codes.js';
import { zipCode } from '../../../domain/places/zip-code.js';
import { searchPath } from '../../parts/links.js';

/** Ways to read the text of the one field, each a kind of results. */
export const WAYS = {
  name: { label: 'Companies', kind: 'companies', noun: 'a name or number' },
  person: { label: 'People', kind: 'people', noun: 'an officer or a registered agent' },
  agent: { label: 'Agents', kind: 'agents', noun: 'a registered agent' },
  address: { label: 'Addresses', kind: 'addresses', noun: 'an address' },
} as const;
export type Way = keyof typeof WAYS;
const WAY_NAMES = Object.keys(WAYS) as readonly Way[];

/** Parameters of the API, and older values of `in`, that are read as a way. */
const ALIASES: Readonly<Record<string, Way>> = { officer: 'person', zip: 'address', city: 'address' };

/** The ways that the text can be read in: only some are an address. */
export function waysFor(q: string): readonly Way[] {
  const [, behind] = /,\s*([^,]+)$/.exec(q) ?? [];
  const isPlace = parameterFor('address', q) !== 'city' || stateCode(behind) !== undefined;
  return WAY_NAMES.filter((way) => way !== 'address' || isPlace);
}

/** Filters that are links with counts. */
const FACETS = {
  state: 'State',
  status: 'Status',
  recordClass: 'Kind of record',
  type: 'Type',
} as const;
export const FACET_NAMES = Object.keys(FACETS) as (keyof typeof FACETS)[];
export const FILTERS = { ...FACETS, formed_after: 'Formed from', formed_before: 'Formed until' } as const;
export type Filter = keyof typeof FILTERS;

/** The first is the default. */
export const PAGE_SIZES = ['25', '50'] as const;

/** The search that a page's address asks for. */
export interface SearchQuery {
  /** Empty: the filters alone. */
  readonly q: string;
  readonly way: Way;
  readonly exact: boolean;
  readonly filters: Readonly<Partial<Record<Filter, string>>>;
  readonly offset: string;
  readonly limit: string;
  readonly sort: EntityOrder;
}

export function readQuery(query: URLSearchParams): SearchQuery {
  // `?name=`, as the API takes it, is understood too.
  const ofApi = query.has('q')
    ? undefined
    : [...WAY_NAMES, ...Object.keys(ALIASES)].find((name) => query.get(name)?.trim());
  const given = query.get('in') ?? ofApi ?? 'name';
  const way = ALIASES[given] ?? WAY_NAMES.find((name) => name === given) ?? 'name';
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
    limit: PAGE_SIZES.find((size) => size === query.get('limit')) ?? PAGE_SIZES[0],
    sort: ENTITY_ORDERS.find((order) => order === query.get('sort')) ?? 'relevance',
  };
}

/** The parameter of the API that takes the text. */
function parameterFor(way: Way, q: string): Way | 'zip' | 'city' {
  if (way !== 'address' || soughtAddresses(q, {}).length > 0) return way;
  return zipCode(q) === undefined ? 'city' : 'zip';
}

/** The parameters of the API for it. */
export function toQuery({
  q,
  way,
  exact,
  filters,
  offset,
  limit,
  sort,
}: SearchQuery): Record<string, string> {
  return {
    ...(q !== '' && { [parameterFor(way, q)]: q }),
    ...filters,
    ...(exact && { exact: 'true' }),
    limit,
    offset,
    ...(sort !== 'relevance' && { sort }),
    facets: FACET_NAMES.join(','),
  };
}

/** The address of the search with these changes, from its first result; undefined takes a part away. */
export function addressOf(
  { q, way, exact, filters, limit, sort }: SearchQuery,
  change: Readonly<Record<string, string | undefined>> = {},
): string {
  return searchPath({
    q,
    in: way === 'name' ? undefined : way,
    exact: exact ? 'true' : undefined,
    limit: limit === PAGE_SIZES[0] ? undefined : limit,
    sort: sort === 'relevance' ? undefined : sort,
    ...filters,
    ...change,
  });
}
