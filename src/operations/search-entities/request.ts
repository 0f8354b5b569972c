import Type, { type Static } from 'typebox';
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
import { isStateCode } from '../../domain/states.js';
import {
  choiceParameter,
  dateParameter,
  flagParameter,
  integerParameter,
  textParameter as text,
} from '../parameter.js';
import { Parameters, quoted } from '../parameters.js';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 50;

export const EntitySearchQuery = Type.Object({
  name: text(
    'Name, or words of it; former and assumed names count. A number is found as `filing_number` finds it. One of name, agent, ' +
      'officer, filing_number is needed.',
    'aspen',
  ),
  q: text('The same as `name`.', 'aspen'),
  agent: text('Name of the registered agent, or words of it.', 'registered agents'),
  officer: text(
    'Name of an officer, or words of it. Everyone is found whom GET /entity shows, officers of linked records too.',
    'rivera',
  ),
  filing_number: text(
    'The state entity id, or the number of one of its filings; whole. If none has the number, the filer key (CIK) of a linked SEC filer.',
    '20251000101',
  ),
  state: text('USPS code.', 'CO'),
  status: choiceParameter('The meaning of the status.', [...ACTIVITIES, 'all'], 'all'),
  type: choiceParameter('Kind of entity, over all publishers’ own words.', TYPE_CLASSES),
  exact: flagParameter('`true`: the whole name only, with or without its legal form.'),
  formed_after: dateParameter('Formed on or after this date, YYYY-MM-DD.', '2020-01-01'),
  formed_before: dateParameter('Formed on or before this date, YYYY-MM-DD.', '2025-12-31'),
  recordClass: choiceParameter('Kind of record.', RECORD_CLASSES),
  subjectType: choiceParameter('Organization or person.', SUBJECT_TYPES),
  jurisdictionLevel: choiceParameter('Level of the publisher.', JURISDICTION_LEVELS),
  limit: integerParameter('Results per page, 1 to 50; more is applied as 50.', {
    least: 1,
    otherwise: DEFAULT_LIMIT,
  }),
  offset: integerParameter('Results to skip; any depth.', { least: 0, otherwise: 0 }),
});

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
export function parseEntitySearch(query: Static<typeof EntitySearchQuery>): EntitySearchRequest {
  const parameters = new Parameters();
  const formedFrom = parameters.date('formed_after', query.formed_after);
  const formedTo = parameters.date('formed_before', query.formed_before);
  parameters.order('formed_after', formedFrom, 'formed_before', formedTo);
  const request = {
    asked: readAsked(parameters, query),
    exact: parameters.oneOf('exact', query.exact, ['true', 'false']) === 'true',
    filters: readFilters(parameters, query),
    formedFrom: formedFrom ?? null,
    formedTo: formedTo ?? null,
    limit: Math.min(
      parameters.integer('limit', query.limit, { least: 1, otherwise: DEFAULT_LIMIT }),
      MAX_LIMIT,
    ),
    offset: parameters.integer('offset', query.offset, { least: 0, otherwise: 0 }),
  };
  parameters.check();
  return request;
}

function readAsked(parameters: Parameters, query: Static<typeof EntitySearchQuery>): readonly Asked[] {
  const names = [parameters.text(query.name), parameters.text(query.q)];
  if (names[0] !== undefined && names[1] !== undefined)
    parameters.fault('q', 'means the same as name; send one of them.');
  const given: Readonly<Record<EntitySearchField, string | undefined>> = {
    name: names[0] ?? names[1],
    agent: parameters.text(query.agent),
    officer: parameters.text(query.officer),
    filing_number: parameters.text(query.filing_number),
  };
  const fields = (Object.keys(given) as EntitySearchField[]).filter((field) => given[field] !== undefined);
  for (const field of fields.length > 0 ? [] : Object.keys(given)) {
    parameters.fault(field, 'at least one of name, agent, officer and filing_number is needed.');
  }
  return fields.map((field) => {
    const written = given[field] ?? '';
    return { field, text: normalise(parameters, field, written), written };
  });
}

function normalise(parameters: Parameters, field: EntitySearchField, value: string): string {
  const normal = field === 'filing_number' ? numberIn(value) : comparedText(value);
  if (normal === '') parameters.fault(field, `has no letter and no digit; got ${quoted(value)}.`);
  return normal;
}

/** An id of ours ends in the publisher's number. */
function numberIn(value: string): string {
  const [, number = value] = /^\s*[A-Za-z]{2}:(?:[a-z-]+:)?(.+)$/.exec(value) ?? [];
  return keyOfNumber(number) === null ? '' : number.trim();
}

function readFilters(
  parameters: Parameters,
  query: Static<typeof EntitySearchQuery>,
): EntitySearchRequest['filters'] {
  const status = parameters.oneOf('status', query.status, [...ACTIVITIES, 'all']);
  return {
    state: readState(parameters, query.state),
    activity: status === 'all' ? undefined : status,
    type: parameters.oneOf('type', query.type, TYPE_CLASSES),
    recordClass: parameters.oneOf('recordClass', query.recordClass, RECORD_CLASSES),
    subjectType: parameters.oneOf('subjectType', query.subjectType, SUBJECT_TYPES),
    jurisdictionLevel: parameters.oneOf('jurisdictionLevel', query.jurisdictionLevel, JURISDICTION_LEVELS),
  };
}

function readState(parameters: Parameters, value: string | undefined): string | undefined {
  const given = parameters.text(value);
  const state = given?.toUpperCase();
  if (given === undefined || state === undefined || isStateCode(state)) return state;
  return parameters.fault('state', `must be a USPS code such as CO; got ${quoted(given)}.`);
}
