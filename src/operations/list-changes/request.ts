import { isChangeField } from '../../contract/changes.js';
import { CHANGE_KINDS, RECORD_TYPES } from '../../contract/vocabulary.js';
import { canonicalEntityId } from '../../domain/ids.js';
import { canonicalForm, formsMeant } from '../../domain/sec/forms.js';
import type { ChangeFilter } from '../../store/store.js';
import { type KnownSources, knownSource } from '../query/known-ids.js';
import {
  defineQuery,
  integer,
  limit,
  moment,
  oneOf,
  quoted,
  readAs,
  readCik,
  readForm,
  readState,
  text,
  type ValuesOf,
  values,
} from '../query/query.js';
import { type Cursor, readCursor } from './cursor.js';

const MAX_WAIT_SECONDS = 60;
export const ACCESSION = /^\d{10}-\d{2}-\d{6}$/;

/** Shared by the feed and by exports. */
const filtersOf = (known: KnownSources) => ({
  since: moment(
    'A day, `YYYY-MM-DD`, or a time in UTC, `YYYY-MM-DDTHH:MM:SSZ`: only events seen then or later. Like every filter, repeat it with each `cursor`.',
    '2026-03-20',
    'first',
  ),
  source: values(
    'Ids of sources, as in /sources, or of linked data sets.',
    ['us_co_business_entities'],
    (given, faults, name) => knownSource(given, known, faults, name),
  ),
  state: values('USPS codes or names of states: events of entities in these states.', ['CO'], readState),
  kind: values(
    `Kinds of events: ${CHANGE_KINDS.join(', ')}.`,
    ['created', 'changed'],
    (given, faults, name) => oneOf(CHANGE_KINDS, given, faults, name),
  ),
  recordType: values(`Kinds of records: ${RECORD_TYPES.join(', ')}.`, ['entity'], (given, faults, name) =>
    oneOf(RECORD_TYPES, given, faults, name),
  ),
  id: readAs(
    text(
      'Events of one record: an entity id, the accession number of a filing, or a source id.',
      'CO:20221555001',
    ),
    (given, faults, name) => {
      const id = known.has(given) || ACCESSION.test(given) ? given : canonicalEntityId(given);
      return (
        id ?? faults.add(name, `must be the id of an entity, a filing or a source; got ${quoted(given)}.`)
      );
    },
  ),
  cik: readAs(
    text('Events of one filer and its filings: a CIK, with or without leading zeros.', '320193'),
    readCik,
  ),
  form: values('Form types of filings; a root form includes its amendments.', ['8-K'], readForm),
  fields: values(
    'Only `changed` and `link_changed` events with at least one of these fields. Other kinds are not filtered.',
    ['status', 'registeredAgent'],
    (given, faults, name) =>
      isChangeField(given)
        ? given
        : faults.add(
            name,
            `must be field names, such as status, fileDate, links.us_sam_registrations or records.us_ofac_sdn; got ${quoted(given)}.`,
          ),
  ),
});

/** The query of the feed, and its reader, which throws 400 with every fault at once. */
export function changesRequests(known: KnownSources) {
  const query = changesQuery(known);
  const read = (sent: object): ChangesRequest => {
    const { cursor, limit, wait, ...values } = query.read(sent);
    return { cursor, limit, waitSeconds: wait, filter: filterOf(values) };
  };
  return { schema: query.schema, read };
}

/** As `changesRequests`, for the filters and the start: what an export takes. */
export function changesFilters(known: KnownSources) {
  const query = changesFilterQuery(known);
  const read = (sent: object): ChangesFilterRequest => {
    const { cursor, ...values } = query.read(sent);
    return { cursor, filter: filterOf(values) };
  };
  return { schema: query.schema, read };
}

const changesQuery = (known: KnownSources) =>
  defineQuery({
    cursor: readAs(
      text(
        '`meta.cursor` of the previous response, or of an export’s manifest. Default: the oldest retained event. `now` starts after the newest event.',
        'now',
      ),
      (given, faults, name) => (given === 'now' ? 'now' : readCursor(given, faults, name)),
    ),
    limit: limit({ max: 1_000, fallback: 100 }),
    wait: integer(
      `Seconds to wait for the next event if there is none yet, 0 to ${MAX_WAIT_SECONDS}; larger values are treated as the maximum. The response is sent as soon as there is an event.`,
      { min: 0, fallback: 0, max: MAX_WAIT_SECONDS },
    ),
    ...filtersOf(known),
  });

const changesFilterQuery = (known: KnownSources) =>
  defineQuery({
    cursor: readAs(
      text(
        'Events after this cursor: `meta.cursor` of GET /changes, or the cursor of an export’s manifest. Default: all retained events.',
        '8c1f0d2e9a7b-2s',
      ),
      readCursor,
    ),
    ...filtersOf(known),
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

function filterOf(values: ValuesOf<ReturnType<typeof filtersOf>>): ChangeFilter {
  const { since, source, state, kind, recordType, id, cik, form, fields } = values;
  return {
    ...(since !== null && { since }),
    ...(source && { sources: source }),
    ...(state && { states: state }),
    ...(kind && { kinds: kind }),
    ...(recordType && { recordTypes: recordType }),
    ...(id !== null && { id }),
    ...(cik !== null && { cik }),
    ...(form && { forms: [...new Set(form.flatMap((one) => formsMeant(canonicalForm(one))))] }),
    ...(fields && { fields }),
  };
}
