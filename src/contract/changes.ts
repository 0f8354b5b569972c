import Type from 'typebox';
import { EntitySchema } from './records/entity.js';
import { type Conforming, Nullable, OneOf } from './schema.js';
import { CHANGE_KINDS, RECORD_TYPES } from './vocabulary.js';

const instant = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-11-20T11:56:05.479Z'] });
const text = (description: string, ...examples: string[]) => Nullable(Type.String({ description, examples }));

/** Fields of filings and of filers as answers show them. */
const FILED_FIELDS = [
  ...['fileDate', 'periodEnding', 'filerName', 'description', 'items'],
  ...['formerNames', 'tickers', 'sicCode', 'businessLocation', 'businessState', 'incorporationState'],
];
const LINKED_FIELDS = /^(?:linkedOfficers|links\.[a-z0-9_]+)$/;

/** Whether an event may name the field. */
export function isChangeField(name: string): boolean {
  const isOfEntity = Object.hasOwn(EntitySchema.properties, name) && name !== 'id';
  return isOfEntity || FILED_FIELDS.includes(name) || LINKED_FIELDS.test(name);
}

const FieldChangeSchema = Type.Object(
  {
    field: Type.String({
      description:
        'Name of the field: of an entity as GET /entity shows it; `links.<data set>` for the attached parties of a data set, ' +
        '`linkedOfficers` for officers that linked records name.',
      examples: ['status'],
    }),
    from: Type.Unknown({ description: 'The value before; null if the field was not held.' }),
    to: Type.Unknown({ description: 'The value after; null if the field is no longer held.' }),
  },
  { title: 'FieldChange', description: 'One shown field that changed.' },
);

export const ChangeSchema = Type.Object(
  {
    seq: Type.Integer({ minimum: 1, description: 'Place in the one sequence of all events; it only grows.' }),
    kind: OneOf(
      CHANGE_KINDS,
      '`baseline`: a source was loaded, or a data set linked, for the first time; there is no event for each of its records. ' +
        '`created` and `restored` carry every field that is held, `changed` and `link_changed` the fields that differ, `gone` none.',
      'ChangeKind',
    ),
    recordType: OneOf(RECORD_TYPES, 'The kind of record that `id` names.', 'RecordType'),
    id: Type.String({
      description:
        'The id of an entity, the accession number of a filing, the 10 digits of a filer, or the id of a source.',
      examples: ['CO:20221555001'],
    }),
    source: text('Id of the source, or of the linked data set; null if several say so together.'),
    state: text('USPS code of an entity that has a state.', 'CO'),
    cik: text('Filer key of a filing or a filer, 10 digits.', '0000320193'),
    form: text('Form type of a filing.', '8-K'),
    changes: Type.Array(FieldChangeSchema),
    publishedAt: Nullable(
      Type.String({ format: 'date', description: 'The publisher’s date of the data, if known.' }),
    ),
    seenAt: instant('When this service began the load that found it, or made the link.'),
    run: Nullable(Type.Integer({ description: 'Number of the load; null of a change of links.' })),
  },
  { title: 'Change', description: 'One event of the feed of changes.' },
);
export type ChangeItem = Conforming<typeof ChangeSchema>;

const HISTORY_OUTCOMES = ['held', 'gone', 'not_held'] as const;

export const HistorySchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the entity.' }),
    knownSince: instant('From when on every change of the record is kept here.'),
    events: Type.Array(ChangeSchema, { description: 'Newest first; with `at`, those up to that time.' }),
    at: Type.Optional(instant('With `at`: the end of the day, or the time, that was asked for.')),
    outcome: Type.Optional(
      OneOf(
        HISTORY_OUTCOMES,
        'With `at`: whether the record was held then; `gone`: its source listed it no more.',
        'HistoryOutcome',
      ),
    ),
    record: Type.Optional(Nullable(EntitySchema)),
  },
  {
    title: 'History',
    description:
      'The known changes of an entity. `record`, with `at`, is the record of its source as it was held then, ' +
      'the last one if it was gone, null if it was not held. Officers of linked records are not part of it.',
  },
);
