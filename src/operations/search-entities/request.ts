import type { EntitySearchField } from '../../contract/entity-search.js';
import { ENTITY_FACET_NAMES, type EntityFacetName } from '../../contract/facet-counts.js';
import {
  ACTIVITIES,
  JURISDICTION_LEVELS,
  RECORD_CLASSES,
  SUBJECT_TYPES,
  TYPE_CLASSES,
} from '../../contract/vocabulary.js';
import { comparedText } from '../../domain/business-names/name-key.js';
import { ENTITY_FACETS, type EntityFacet } from '../../domain/entity-facets.js';
import { keyOfNumber } from '../../domain/identifiers.js';
import { withoutExchange } from '../../domain/sec/exchange-ticker.js';
import type { IndexQuery } from '../../search/format/types.js';
import { facets } from '../query/facets.js';
import { quoted } from '../query/faults.js';
import { choice, date, flag, limit, offset, readAs, saying, stateField, text } from '../query/field.js';
import { defineQuery, ordered, type Rule, type ValuesOf } from '../query/query.js';
import { guessOf, wordsField } from '../support/guess-meta.js';

const FIELDS = ['name', 'agent', 'officer', 'filing_number'] as const satisfies readonly EntitySearchField[];

/** `q` stands in the place of `name`. */
const oneName: Rule<unknown> = (_values, faults, isGiven) => {
  if (isGiven('name') && isGiven('q')) faults.add('q', 'means the same as name; send one of them.');
};

/** One of the fields. */
const asksSomething: Rule<unknown> = (_values, faults, isGiven) => {
  if (isGiven('q') || FIELDS.some(isGiven)) return;
  faults.add('name', 'one of name, agent, officer and filing_number is required.');
};

/** Said once for searches and exports. */
const filters = {
  name: textParameter(
    'Name, or words of it; former and assumed names count. A number is looked up like `filing_number`.',
    'aspen',
  ),
  q: textParameter('The same as `name`.', 'aspen'),
  agent: textParameter('Name of the registered agent, or words of it.', 'registered agents'),
  officer: textParameter(
    'Name of an officer, or words of it. Searches all officers that GET /entity shows, including those of linked records.',
    'rivera',
  ),
  filing_number: textParameter(
    'The complete state entity id, or the complete number of one of its filings. If neither matches, the CIK of a linked SEC filer.',
    '20251000101',
    numberIn,
  ),
  state: stateField(),
  status: choice('The meaning of the status.', [...ACTIVITIES, 'all'], 'all'),
  type: choice('Kind of entity, mapped from each publisher’s own terms.', TYPE_CLASSES),
  exact: flag('`true`: the whole name only, with or without its legal form.'),
  formed_after: date('Formed on or after this date, YYYY-MM-DD.', '2020-01-01'),
  formed_before: date('Formed on or before this date, YYYY-MM-DD.', '2025-12-31'),
  recordClass: choice('Kind of record.', RECORD_CLASSES),
  subjectType: choice('Organization or person.', SUBJECT_TYPES),
  jurisdictionLevel: choice('Level of the publisher.', JURISDICTION_LEVELS),
};

export const EntitySearchQuery = defineQuery(
  {
    ...filters,
    name: saying(filters.name, 'One of name, agent, officer, filing_number is needed.'),
    words: wordsField(),
    facets: facets(ENTITY_FACET_NAMES),
    limit: limit({ max: 50, fallback: 10 }),
    offset: offset(),
  },
  ordered('formed_after', 'formed_before'),
  oneName,
  asksSomething,
);

/** The filters of the search, none of them needed, and no page: what an export takes. */
export const EntityFilterQuery = defineQuery(filters, ordered('formed_after', 'formed_before'), oneName);

export interface EntitySearchRequest {
  /** The text asked of each field, normalised; the first ranks, the others narrow. None only in an export. */
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
}

export interface NamedText {
  readonly field: EntitySearchField;
  readonly text: string;
  /** As the client wrote it, without the exchange of a ticker. */
  readonly written: string;
  /** Words of an exchange that are left out of a name. */
  readonly exchange: readonly string[];
}

/** Each facet is asked for by the parameter of its name, the activity by `status`. */
type Filters = Readonly<Record<EntityFacet, string | null>>;

/** Throws 400 with every fault at once. */
export function parseEntitySearch(query: object): EntitySearchRequest {
  const { facets, limit, offset, words, ...values } = EntitySearchQuery.read(query);
  const request = requestOf(values);
  const [first] = request.texts;
  const isNumber = first === undefined || first.field === 'filing_number';
  const guess = isNumber ? 'none' : guessOf(words, first.written);
  return { ...request, guess, facets, limit, offset };
}

/** Throws 400 with every fault at once. The whole, not a page of it. */
export function parseEntityFilter(query: object): EntitySearchRequest {
  return { ...requestOf(EntityFilterQuery.read(query)), guess: 'none', facets: [], limit: 0, offset: 0 };
}

function requestOf({
  q,
  name,
  agent,
  officer,
  filing_number,
  ...values
}: ValuesOf<typeof filters>): Omit<EntitySearchRequest, 'guess' | 'facets' | 'limit' | 'offset'> {
  const fields = { name: name ?? q, agent, officer, filing_number };
  const activity = values.status === 'all' ? null : values.status;
  const held: Filters = { ...values, activity };
  return {
    texts: FIELDS.flatMap((field) => (fields[field] === null ? [] : [{ field, ...fields[field] }])),
    exact: values.exact,
    filters: Object.fromEntries(ENTITY_FACETS.map(({ facet }) => [facet, held[facet] ?? undefined])),
    formedFrom: values.formed_after,
    formedTo: values.formed_before,
  };
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
    return faults.add(name, `has no letter and no digit; got ${quoted(given)}.`);
  });
}

/** An id of ours ends in the publisher's number. */
function numberIn(value: string): string {
  const [, number = value] = /^\s*[A-Za-z]{2}:(?:[a-z-]+:)?(.+)$/.exec(value) ?? [];
  return keyOfNumber(number) === null ? '' : number.trim();
}
