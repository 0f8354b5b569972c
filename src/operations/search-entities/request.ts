import type { EntitySearchField } from '../../contract/entity-search.js';
import {
  ACTIVITIES,
  JURISDICTION_LEVELS,
  RECORD_CLASSES,
  SUBJECT_TYPES,
  TYPE_CLASSES,
} from '../../contract/vocabulary.js';
import { comparedText } from '../../domain/business-names/name-key.js';
import { keyOfNumber } from '../../domain/identifiers.js';
import { isStateCode } from '../../domain/places/states.js';
import { type Faults, quoted } from '../query/faults.js';
import { choice, date, flag, limit, offset, readAs, text } from '../query/field.js';
import { defineQuery, ordered, type Rule } from '../query/query.js';

const FIELDS = ['name', 'agent', 'officer', 'filing_number'] as const satisfies readonly EntitySearchField[];

/** One of the fields, and `q` in the place of `name`. */
const asksSomething: Rule<unknown> = (_values, faults, isGiven) => {
  if (isGiven('name') && isGiven('q')) faults.add('q', 'means the same as name; send one of them.');
  if (isGiven('q') || FIELDS.some(isGiven)) return;
  for (const field of FIELDS) {
    faults.add(field, 'at least one of name, agent, officer and filing_number is needed.');
  }
};

export const EntitySearchQuery = defineQuery(
  {
    name: asked(
      'Name, or words of it; former and assumed names count. A number is found as `filing_number` finds it. One of name, agent, ' +
        'officer, filing_number is needed.',
      'aspen',
    ),
    q: asked('The same as `name`.', 'aspen'),
    agent: asked('Name of the registered agent, or words of it.', 'registered agents'),
    officer: asked(
      'Name of an officer, or words of it. Everyone is found whom GET /entity shows, officers of linked records too.',
      'rivera',
    ),
    filing_number: asked(
      'The state entity id, or the number of one of its filings; whole. If none has the number, the filer key (CIK) of a linked SEC filer.',
      '20251000101',
      numberIn,
    ),
    state: readAs(text('USPS code.', 'CO'), readState),
    status: choice('The meaning of the status.', [...ACTIVITIES, 'all'], 'all'),
    type: choice('Kind of entity, over all publishers’ own words.', TYPE_CLASSES),
    exact: flag('`true`: the whole name only, with or without its legal form.'),
    formed_after: date('Formed on or after this date, YYYY-MM-DD.', '2020-01-01'),
    formed_before: date('Formed on or before this date, YYYY-MM-DD.', '2025-12-31'),
    recordClass: choice('Kind of record.', RECORD_CLASSES),
    subjectType: choice('Organization or person.', SUBJECT_TYPES),
    jurisdictionLevel: choice('Level of the publisher.', JURISDICTION_LEVELS),
    limit: limit({ most: 50, otherwise: 10 }),
    offset: offset(),
  },
  ordered('formed_after', 'formed_before'),
  asksSomething,
);

export interface EntitySearchRequest {
  /** What is asked of each field, normalised; the first ranks, the others narrow. Never empty. */
  readonly asked: readonly Asked[];
  readonly exact: boolean;
  /** Facet -> value. */
  readonly filters: Readonly<Record<string, string | undefined>>;
  readonly formedFrom: string | null;
  readonly formedTo: string | null;
  readonly limit: number;
  readonly offset: number;
}

export interface Asked {
  readonly field: EntitySearchField;
  readonly text: string;
  /** As the client wrote it. */
  readonly written: string;
}

/** Throws 400 with every fault at once. */
export function parseEntitySearch(query: object): EntitySearchRequest {
  const { q, name, agent, officer, filing_number, ...values } = EntitySearchQuery.read(query);
  const { state, status, type, recordClass, subjectType, jurisdictionLevel } = values;
  const fields = { name: name ?? q, agent, officer, filing_number };
  const filters = {
    ...{ state, type, recordClass, subjectType, jurisdictionLevel },
    activity: status === 'all' ? null : status,
  };
  return {
    asked: FIELDS.flatMap((field) => (fields[field] === null ? [] : [{ field, ...fields[field] }])),
    exact: values.exact,
    filters: Object.fromEntries(Object.entries(filters).map(([facet, value]) => [facet, value ?? undefined])),
    formedFrom: values.formed_after,
    formedTo: values.formed_before,
    limit: values.limit,
    offset: values.offset,
  };
}

function asked(description: string, example: string, normalise: (given: string) => string = comparedText) {
  return readAs(text(description, example), (written, faults, name) => {
    const normal = normalise(written);
    if (normal !== '') return { text: normal, written };
    return faults.add(name, `has no letter and no digit; got ${quoted(written)}.`);
  });
}

/** An id of ours ends in the publisher's number. */
function numberIn(value: string): string {
  const [, number = value] = /^\s*[A-Za-z]{2}:(?:[a-z-]+:)?(.+)$/.exec(value) ?? [];
  return keyOfNumber(number) === null ? '' : number.trim();
}

function readState(given: string, faults: Faults, name: string): string | null {
  const state = given.toUpperCase();
  if (isStateCode(state)) return state;
  return faults.add(name, `must be a USPS code such as CO; got ${quoted(given)}.`);
}
