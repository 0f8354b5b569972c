import Type from 'typebox';
import { CalendarDate } from './records/calendar-date.js';
import {
  JurisdictionLevelSchema,
  OtherNameSchema,
  RecordClassSchema,
  RegisteredAgentSchema,
  SourceAgencySchema,
  SubjectTypeSchema,
} from './records/entity.js';
import { type Conforming, Nullable, OneOf } from './schema.js';
import { MATCH_KINDS } from './vocabulary.js';

export const MarkSchema = Type.Object(
  {
    from: Type.Integer({ minimum: 0, description: 'First character, from 0 on.' }),
    to: Type.Integer({ minimum: 0, description: 'The character behind the last.' }),
  },
  {
    title: 'Mark',
    description: 'A part of a text. Characters are UTF-16 units, as JavaScript, Java and C# count them.',
  },
);

const ENTITY_SEARCH_FIELDS = ['name', 'agent', 'officer', 'filing_number', 'address', 'place'] as const;
export type EntitySearchField = (typeof ENTITY_SEARCH_FIELDS)[number];

/** The field of the text that was found: a parameter's own, or another name of the record. */
const ENTITY_MATCH_FIELDS = [
  ...ENTITY_SEARCH_FIELDS,
  'other_name',
  'former_name',
  'sort_name',
  'ticker',
] as const;
export type EntityMatchField = (typeof ENTITY_MATCH_FIELDS)[number];

const text = (description: string) => Nullable(Type.String({ description }));

/** Every key but `otherNames` is always present; null if the value is unknown. */
export const EntityItemSchema = Type.Object(
  {
    id: Type.String({ description: 'Resolves at GET /api/v1/entity/{id}.' }),
    name: Type.String({ description: 'Name as published.' }),
    state: text('USPS code.'),
    type: text('Kind of entity, in the publisher’s words.'),
    status: text('Status as published.'),
    formedDate: Nullable(CalendarDate('Formation date.')),
    registeredAgent: Nullable(RegisteredAgentSchema),
    principalAddress: text('Principal place of business, one line.'),
    officerCount: Type.Integer({
      description:
        'Number of `officers` that GET /entity shows: those of the record and of confidently linked records, without former officers.',
    }),
    lastUpdated: Type.String({ description: 'When the record’s content last changed here; ISO 8601, UTC.' }),
    recordClass: RecordClassSchema,
    subjectType: SubjectTypeSchema,
    jurisdictionLevel: JurisdictionLevelSchema,
    sourceAgency: SourceAgencySchema,
    otherNames: Type.Optional(
      Type.Array(OtherNameSchema, {
        description:
          'Other current names of the record: they tell records of one name apart. Absent if there are none.',
      }),
    ),
    match: Type.Object(
      {
        field: OneOf(
          ENTITY_MATCH_FIELDS,
          'The field of the record that matched: `name` is its own name; `sort_name` is a second line that the IRS keeps; `place` is the place of its address; `ticker` ' +
            'is that of a listed company of this name.',
        ),
        value: Type.String({ description: 'The text of the record that matched.' }),
        marks: Type.Array(MarkSchema, {
          description: 'The parts of `value` that were asked for, in order.',
        }),
        why: Type.String({
          description: 'The reason in one sentence, for people to read.',
          examples: ['Its name begins with “aspen”.'],
        }),
        kind: OneOf(
          MATCH_KINDS,
          'How it matched: `exact` and `former` are the whole name, however its legal form is spelt or left out; `other_form` ' +
            'is the name with another legal form; `typo` is a corrected text.',
        ),
      },
      { title: 'EntityMatch', description: 'Why this record was found.' },
    ),
  },
  { title: 'EntityItem', description: 'One record found by a search.' },
);
export type EntityItem = Conforming<typeof EntityItemSchema>;
