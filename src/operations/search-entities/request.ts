import type { EntitySearchField } from '../../contract/entity-search.js';
import { ENTITY_FACET_NAMES, type EntityFacetName } from '../../contract/facet-counts.js';
import {
  ACTIVITIES,
  ENTITY_ORDERS,
  type EntityOrder,
  JURISDICTION_LEVELS,
  RECORD_CLASSES,
  SUBJECT_TYPES,
  TYPE_CLASSES,
} from '../../contract/vocabulary.js';
import { comparedText } from '../../domain/business-names/name-key.js';
import { ENTITY_FACETS, type EntityFacet } from '../../domain/entity-facets.js';
import { keyOfNumber } from '../../domain/identifiers.js';
import { isNumber } from '../../domain/numbers.js';
import { type Place, soughtAddresses, soughtPlace } from '../../domain/places/address-text.js';
import { stateCode } from '../../domain/places/place-codes.js';
import { withoutExchange } from '../../domain/sec/exchange-ticker.js';
import type { IndexQuery } from '../../search/format/types.js';
import type { SortPlace } from '../../store/store.js';
import {
  choice,
  date,
  defineQuery,
  facets,
  flag,
  limit,
  offset,
  ordered,
  quoted,
  type Rule,
  readAs,
  readZip,
  saying,
  stateField,
  text,
  type ValuesOf,
  withDefault,
} from '../query/query.js';
import { guessOf, wordsField } from '../support/readings.js';
import { MAX_SORTED, readPlace, type SortCursor } from './sorted.js';

const FIELDS = [
  'name',
  'agent',
  'officer',
  'person',
  'filing_number',
] as const satisfies readonly EntitySearchField[];

/** `q` stands in the place of `name`. */
const oneName: Rule<unknown> = (_values, faults, isGiven) => {
  if (isGiven('name') && isGiven('q')) faults.add('q', 'is an alias of name; specify only one of them.');
};

const TEXTS = [...FIELDS, 'address', 'city', 'zip'];
/** Filters that need no text. */
const BROWSED = [
  ...['state', 'status', 'type', 'formed_after', 'formed_before'],
  ...['recordClass', 'subjectType', 'jurisdictionLevel'],
];

const asksSomething: Rule<unknown> = (_values, faults, isGiven) => {
  if (['q', ...TEXTS, ...BROWSED].some(isGiven)) return;
  faults.add('name', `one of ${TEXTS.join(', ')}, or a filter (${BROWSED.join(', ')}), is required.`);
};

/** A cursor is for the order it was made for, and replaces the offset. */
const isOfOrder: Rule<{
  readonly sort: EntityOrder;
  readonly cursor: SortCursor | null;
  readonly offset: number;
}> = ({ sort, cursor, offset }, faults) => {
  if (cursor === null) return;
  if (cursor.by !== sort) faults.add('cursor', `must be used with the same sort, ${cursor.by}.`);
  if (offset > 0) faults.add('offset', 'cannot be combined with cursor.');
};

/** What is said of a place can be found. */
const isPlaced: Rule<ValuesOf<typeof filters>> = (values, faults) => {
  const { address, city, zip } = values;
  if (address !== null && soughtAddresses(address, placeIn(values)).length === 0) {
    const needed = 'a house number or a box, and a ZIP code or a city with its state';
    faults.add(
      'address',
      `needs ${needed}; zip, or city and state, may name the place. Got ${quoted(address)}.`,
    );
  }
  if (city !== null && zip === null && placeIn(values).state === undefined)
    faults.add('city', `needs its state: send state, or both as in Denver, CO; got ${quoted(city)}.`);
};

/** Said once for searches and exports. */
const filters = {
  name: textParameter(
    'Name, or words of it; former and assumed names count. A number is recognized by its form: a number of a register or a filing, ' +
      'EIN, UEI, CIK, SEC accession number, or a ZIP code; `meta.number` says which.',
    'aspen',
  ),
  q: textParameter('Alias of `name`.', 'aspen'),
  agent: textParameter('Name of the registered agent, or words of it.', 'registered agents'),
  officer: textParameter(
    'Name of an officer, or words of it. Searches the officers in GET /entity, including those of linked records.',
    'rivera',
  ),
  person: textParameter(
    'Name of an officer or a registered agent, or words of it. Each result has the matching `people`. Not a test of identity: the same name ' +
      'in two records may be of different people.',
    'rivera',
  ),
  filing_number: textParameter(
    'The complete state entity id, or the complete number of one of its filings. If neither matches: the CIK of a linked SEC filer.',
    '20251000101',
    numberIn,
  ),
  address: text(
    'Principal address in one line, in any spelling. Units of a building are found by its street address. The place may be in `zip`, or in ' +
      '`city` and `state`, instead.',
    '1624 Market St, Denver, CO 80202',
  ),
  city: text('City of the principal address, with `state`, or in one text: `Denver, CO`.', 'Denver, CO'),
  zip: readAs(text('ZIP code of the principal address, 5 or 9 digits.', '80202'), readZip),
  state: stateField(),
  status: choice('The meaning of the status.', [...ACTIVITIES, 'all'], 'all'),
  type: choice('Kind of entity, mapped from the publishers’ terms.', TYPE_CLASSES),
  exact: flag('`true`: matches only the whole name, with or without its legal form.'),
  formed_after: date('Formed on or after this date, YYYY-MM-DD.', '2020-01-01'),
  formed_before: date('Formed on or before this date, YYYY-MM-DD.', '2025-12-31'),
  recordClass: choice('Kind of record.', RECORD_CLASSES),
  subjectType: choice('Organization or person.', SUBJECT_TYPES),
  jurisdictionLevel: choice('Level of the publisher.', JURISDICTION_LEVELS),
};

export const EntitySearchQuery = defineQuery(
  {
    ...filters,
    name: saying(filters.name, 'If there is no text to search for, at least one filter is required.'),
    words: wordsField(),
    facets: facets(ENTITY_FACET_NAMES),
    sort: withDefault(
      choice(
        `Order: best match first; by name, A to Z; by formation date, newest first; or by status, active first. If more than ${MAX_SORTED.toLocaleString('en-US')} records match, the order is \`relevance\`; \`meta.sort\` has the order that was used. Results of portals are added in the order of relevance only.`,
        ENTITY_ORDERS,
        'relevance',
      ),
      'relevance',
    ),
    cursor: readAs(
      text(
        '`meta.cursor` of the previous page, instead of `offset`, with the same `sort`. Pages neither repeat nor skip a record if others are added or removed. Not for `relevance`.',
        'WyJuYW1lIiwiQVNQRU4iLCJDTzoxIl0',
      ),
      readPlace,
    ),
    limit: limit({ max: 50, fallback: 10 }),
    offset: offset(),
  },
  ordered('formed_after', 'formed_before'),
  oneName,
  isPlaced,
  asksSomething,
  isOfOrder,
);

/** The filters of the search, none of them needed, and no page: what an export takes. */
export const EntityFilterQuery = defineQuery(
  filters,
  ordered('formed_after', 'formed_before'),
  oneName,
  isPlaced,
);

export interface EntitySearchRequest {
  /** The text asked of each field, normalised; the first ranks, the others narrow. May be empty. */
  readonly texts: readonly NamedText[];
  readonly exact: boolean;
  readonly guess: NonNullable<IndexQuery['guess']>;
  readonly filters: Readonly<Partial<Record<EntityFacet, string | undefined>>>;
  readonly formedFrom: string | null;
  readonly formedTo: string | null;
  /** Facets to be counted. */
  readonly facets: readonly EntityFacetName[];
  readonly limit: number;
  readonly offset: number;
  readonly sort: EntityOrder;
  /** The last result of the previous page; not with `relevance`. */
  readonly after: SortPlace | null;
}

export interface NamedText {
  readonly field: EntitySearchField;
  readonly text: string;
  /** The texts of the index that an address may mean; a place by its beginning. */
  readonly keys?: readonly string[];
  /** As the client wrote it, without the exchange of a ticker. */
  readonly written: string;
  /** Words of an exchange that are left out of a name. */
  readonly exchange: readonly string[];
}

/** Each facet is asked for by the parameter of its name, the activity by `status`. */
type Filters = Readonly<Record<EntityFacet, string | null>>;

/** Fields whose texts may be misspelt. */
const GUESSED: ReadonlySet<EntitySearchField> = new Set(['name', 'agent', 'officer', 'person']);

/** Throws 400 with every fault at once. */
export function parseEntitySearch(query: object): EntitySearchRequest {
  const { facets, limit, offset, sort, cursor, words, ...values } = EntitySearchQuery.read(query);
  const request = requestOf(values);
  const [first] = request.texts;
  const isName = first !== undefined && GUESSED.has(first.field) && !isNumber(first.written);
  const guess = isName ? guessOf(words, first.written) : 'none';
  return { ...request, guess, facets, limit, offset, sort, after: cursor?.place ?? null };
}

/** Throws 400 with every fault at once. The whole, not a page of it. */
export function parseEntityFilter(query: object): EntitySearchRequest {
  const whole = { facets: [], limit: 0, offset: 0, sort: 'relevance', after: null } as const;
  return { ...requestOf(EntityFilterQuery.read(query)), guess: 'none', ...whole };
}

function requestOf({
  q,
  name,
  agent,
  officer,
  person,
  filing_number,
  ...values
}: ValuesOf<typeof filters>): Omit<
  EntitySearchRequest,
  'guess' | 'facets' | 'limit' | 'offset' | 'sort' | 'after'
> {
  const fields = { name: name ?? q, agent, officer, person, filing_number };
  const activity = values.status === 'all' ? null : values.status;
  const held: Filters = { ...values, activity };
  return {
    texts: [
      ...FIELDS.flatMap((field) => (fields[field] === null ? [] : [{ field, ...fields[field] }])),
      ...placedTexts(values),
    ],
    exact: values.exact,
    filters: Object.fromEntries(ENTITY_FACETS.map(({ facet }) => [facet, held[facet] ?? undefined])),
    formedFrom: values.formed_after,
    formedTo: values.formed_before,
  };
}

type PlaceValues = Pick<ValuesOf<typeof filters>, 'address' | 'city' | 'zip' | 'state'>;

/** The place that the parameters name, without the address itself. */
function placeIn({ city, zip, state }: PlaceValues): Place {
  const [, name = city, code] = /^(.*\S)[\s,]*,\s*(\S.*)$/.exec(city ?? '') ?? [];
  return { city: name ?? undefined, state: stateCode(code) ?? state ?? undefined, zip: zip ?? undefined };
}

function placedTexts(values: PlaceValues): NamedText[] {
  const place = placeIn(values);
  const written = values.address ?? values.zip ?? values.city ?? '';
  const known = { text: comparedText(written), written, exchange: [] };
  if (values.address !== null)
    return [{ ...known, field: 'address', keys: soughtAddresses(values.address, place) }];
  const sought = soughtPlace(place);
  return sought ? [{ ...known, field: 'place', keys: [sought] }] : [];
}

function textParameter(
  description: string,
  example: string,
  normalise: (given: string) => string = comparedText,
) {
  return readAs(text(description, example), (given, faults, name) => {
    const isName = name === 'name' || name === 'q';
    const { text: written, removed: exchange } = isName
      ? withoutExchange(given)
      : { text: given, removed: [] };
    const normal = normalise(written);
    if (normal !== '') return { text: normal, written, exchange };
    return faults.add(name, `contains no letter or digit; got ${quoted(given)}.`);
  });
}

/** An id of ours ends in the publisher's number. */
function numberIn(value: string): string {
  const [, number = value] = /^\s*[A-Za-z]{2}:(?:[a-z-]+:)?(.+)$/.exec(value) ?? [];
  return keyOfNumber(number) === null ? '' : number.trim();
}
