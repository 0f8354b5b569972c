import Type from 'typebox';
import { EntitySchema } from './records/entity.js';
import { type Conforming, Nullable, OneOf } from './schema.js';
import { CHANGE_KINDS, RECORD_TYPES } from './vocabulary.js';

const instant = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-11-20T11:56:05.479Z'] });
const text = (description: string, ...examples: string[]) => Nullable(Type.String({ description, examples }));

/** Fields of filings and filers in API responses. */
const FILED_FIELDS = [
  ...['fileDate', 'periodEnding', 'filerName', 'description', 'items'],
  ...['formerNames', 'tickers', 'sicCode', 'businessLocation', 'businessState', 'incorporationState'],
];
const LINKED_FIELDS = /^(?:linkedOfficers|(?:links|records)\.[a-z0-9_]+)$/;

/** Whether events may contain the field. */
export function isChangeField(name: string): boolean {
  const isOfEntity = Object.hasOwn(EntitySchema.properties, name) && name !== 'id';
  return isOfEntity || FILED_FIELDS.includes(name) || LINKED_FIELDS.test(name);
}

const FieldChangeSchema = Type.Object(
  {
    field: Type.String({
      description:
        'Name of the field: of an entity as in GET /entity; `links.<data set>` for the linked parties of a data set; `records.<data set>` for its records that state a number of the entity; `linkedOfficers` for officers from linked records.',
      examples: ['status'],
    }),
    from: Type.Unknown({ description: 'Previous value; null if the field was missing.' }),
    to: Type.Unknown({ description: 'New value; null if the field was removed.' }),
  },
  { title: 'FieldChange', description: 'One changed field.' },
);

export const ChangeSchema = Type.Object(
  {
    seq: Type.Integer({
      minimum: 1,
      description: 'Position in the sequence of all events; increases with each event.',
    }),
    kind: OneOf(
      CHANGE_KINDS,
      '`baseline`: a source was loaded, or a data set linked, for the first time, without an event for each record. `created` and `restored` contain all fields, `changed` and `link_changed` the changed fields, `gone` none.',
      'ChangeKind',
    ),
    recordType: OneOf(RECORD_TYPES, 'Type of the record in `id`.', 'RecordType'),
    id: Type.String({
      description: 'Entity id, accession number of a filing, 10-digit CIK of a filer, or source id.',
      examples: ['CO:20221555001'],
    }),
    source: text('Id of the source, or of the linked data set; null if several assert the change.'),
    state: text("USPS code of an entity's state.", 'CO'),
    cik: text("CIK of a filing's filer, or of the filer; 10 digits.", '0000320193'),
    form: text('Form type of a filing.', '8-K'),
    changes: Type.Array(FieldChangeSchema),
    publishedAt: Nullable(
      Type.String({ format: 'date', description: 'Publication date of the data, if known.' }),
    ),
    seenAt: instant('When the load that found the change started, or when links were updated after it.'),
    run: Nullable(
      Type.Integer({ description: 'Run number; null for changes of links and linked officers.' }),
    ),
  },
  { title: 'Change', description: 'One event of the change feed.' },
);
export type ChangeItem = Conforming<typeof ChangeSchema>;

const HISTORY_OUTCOMES = ['held', 'gone', 'not_held'] as const;

export const HistorySchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the entity.' }),
    knownSince: instant('Every change to the record since this time is available.'),
    events: Type.Array(ChangeSchema, { description: 'Newest first; with `at`, events up to that time.' }),
    at: Type.Optional(instant('With `at`: the end of the requested day, or the requested time.')),
    outcome: Type.Optional(
      OneOf(
        HISTORY_OUTCOMES,
        'With `at`: whether the record was listed then; `gone`: its source no longer listed it.',
        'HistoryOutcome',
      ),
    ),
    record: Type.Optional(Nullable(EntitySchema)),
  },
  {
    title: 'History',
    description:
      'The known changes of an entity. With `at`, `record` is the record of its source at that time: the last one if it was gone, null if it did not exist. It does not include officers from linked records.',
  },
);
