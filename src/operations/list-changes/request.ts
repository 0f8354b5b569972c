import { isChangeField } from '../../contract/changes.js';
import { CHANGE_KINDS, RECORD_TYPES } from '../../contract/vocabulary.js';
import { canonicalEntityId } from '../../domain/ids.js';
import { isStateCode } from '../../domain/places/states.js';
import { canonicalForm, formsMeant } from '../../domain/sec/forms.js';
import type { ChangeFilter } from '../../store/store.js';
import { type Faults, quoted } from '../query/faults.js';
import { type Field, integer, limit, list, oneOf, readAs, text } from '../query/field.js';
import { moment } from '../query/moment.js';
import { defineQuery, type ValuesOf } from '../query/query.js';
import { type Cursor, readCursor } from './cursor.js';

const WAIT_MOST_SECONDS = 60;

/** Said once for the feed and for exports. */
const filters = {
  since: moment(
    'A day, `YYYY-MM-DD`, or a time in UTC, `YYYY-MM-DDTHH:MM:SSZ`: only events seen then or later. Like every filter, send it ' +
      'again with each `cursor`.',
    '2026-03-20',
    'first',
  ),
  source: values('Ids of sources, as in /sources, or of linked data sets.', ['us_co_business_entities']),
  state: values('USPS codes: events of entities of these states.', ['CO'], (given, faults, name) => {
    const state = given.toUpperCase();
    return isStateCode(state) ? state : faults.add(name, `must be a USPS state code; got ${quoted(given)}.`);
  }),
  kind: values(
    `Kinds of events: ${CHANGE_KINDS.join(', ')}.`,
    ['created', 'changed'],
    (given, faults, name) => oneOf(CHANGE_KINDS, given, faults, name),
  ),
  recordType: values(`Kinds of records: ${RECORD_TYPES.join(', ')}.`, ['entity'], (given, faults, name) =>
    oneOf(RECORD_TYPES, given, faults, name),
  ),
  id: text('Events of one record: an entity’s id, or a filing’s accession number.', 'CO:20221555001'),
  cik: readAs(
    text('Events of the filings of one filer, and of the filer itself; with or without zeros.', '320193'),
    (given, faults, name) => {
      const digits = given.replace(/^CIK[\s:#-]*/i, '');
      if (/^\d{1,10}$/.test(digits)) return Number(digits);
      return faults.add(name, `must be 1 to 10 digits; got ${quoted(given)}.`);
    },
  ),
  form: values('Form types of filings; a root form includes its amendments.', ['8-K']),
  fields: values(
    'Only `changed` and `link_changed` events that name one of these fields. Other kinds are not filtered.',
    ['status', 'registeredAgent'],
    (given, faults, name) =>
      isChangeField(given)
        ? given
        : faults.add(
            name,
            `must be names of fields, such as status, fileDate or links.us_sam_registrations; got ${quoted(given)}.`,
          ),
  ),
};

export const ChangesQuery = defineQuery({
  cursor: readAs(
    text(
      '`meta.cursor` of the answer before, or of an export’s manifest. If it is omitted, the feed starts at the oldest kept event; `now` starts after the newest.',
      'now',
    ),
    (given, faults, name) => (given === 'now' ? 'now' : readCursor(given, faults, name)),
  ),
  limit: limit({ most: 1_000, otherwise: 100 }),
  wait: integer(
    `Seconds to wait for the next event if there is none yet, 0 to ${WAIT_MOST_SECONDS}; larger values count as ${WAIT_MOST_SECONDS}. The answer comes with the event.`,
    { least: 0, otherwise: 0, most: WAIT_MOST_SECONDS },
  ),
  ...filters,
});

/** The filters, and where to begin: what an export takes. */
export const ChangesFilterQuery = defineQuery({
  cursor: readAs(
    text(
      'Events behind it: `meta.cursor` of GET /changes, or the cursor of an export’s manifest. All that are kept where omitted.',
      '8c1f0d2e9a7b-2s',
    ),
    readCursor,
  ),
  ...filters,
});

export interface ChangesFilterRequest {
  readonly cursor: Cursor | null;
  readonly filter: ChangeFilter;
}

export interface ChangesRequest {
  readonly cursor: 'now' | Cursor | null;
  readonly limit: number;
  readonly waitSeconds: number;
  readonly filter: ChangeFilter;
}

/** Throws 400 with every fault at once. */
export function parseChanges(query: object): ChangesRequest {
  const { cursor, limit, wait, ...values } = ChangesQuery.read(query);
  return { cursor, limit, waitSeconds: wait, filter: filterOf(values) };
}

/** Throws 400 with every fault at once. */
export function parseChangesFilter(query: object): ChangesFilterRequest {
  const { cursor, ...values } = ChangesFilterQuery.read(query);
  return { cursor, filter: filterOf(values) };
}

function filterOf(values: ValuesOf<typeof filters>): ChangeFilter {
  const { since, source, state, kind, recordType, id, cik, form, fields } = values;
  return {
    ...(since !== null && { since }),
    ...(source && { sources: source }),
    ...(state && { states: state }),
    ...(kind && { kinds: kind }),
    ...(recordType && { recordTypes: recordType }),
    ...(id !== null && { id: canonicalEntityId(id) ?? id }),
    ...(cik !== null && { cik }),
    ...(form && { forms: [...new Set(form.flatMap((one) => formsMeant(canonicalForm(one))))] }),
    ...(fields && { fields }),
  };
}

/** One comma-separated parameter that may also repeat; null if it is blank. */
function values<Value extends string = string>(
  description: string,
  example: readonly string[],
  read: (given: string, faults: Faults, name: string) => Value | null = (given) => given as Value,
): Field<readonly Value[] | null> {
  const field = list(description, example);
  return {
    schema: field.schema,
    read: (sent, faults, name) => {
      const given = field.read(sent, faults, name).flatMap((part) => part.split(','));
      const said = given.map((part) => part.trim()).filter((part) => part !== '');
      const known = said.flatMap((part) => read(part, faults, name) ?? []);
      return said.length === 0 ? null : known;
    },
  };
}
