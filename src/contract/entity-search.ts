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
    from: Type.Integer({ minimum: 0, description: 'First character, counted from 0.' }),
    to: Type.Integer({ minimum: 0, description: 'First character after the part (exclusive).' }),
  },
  {
    title: 'Mark',
    description: 'A part of a text. Characters are UTF-16 units, as JavaScript, Java and C# count them.',
  },
);

const ENTITY_SEARCH_FIELDS = ['name', 'agent', 'officer', 'filing_number', 'address', 'place'] as const;
/** `person` is an officer or an agent; a match names which. */
export type EntitySearchField = (typeof ENTITY_SEARCH_FIELDS)[number] | 'person';

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

const FoundPersonSchema = Type.Object(
  {
    name: Type.String({ description: 'Name as published.' }),
    roles: Type.Array(
      Type.Object(
        {
          role: OneOf(
            ['officer', 'registered_agent', 'service_of_process'],
            'Role in the record; `service_of_process`: the state forwards documents to this address.',
          ),
          title: text('Title as published; null for an agent.'),
        },
        { title: 'PersonRole' },
      ),
      { description: 'All roles of the name in this record.' },
    ),
  },
  { title: 'FoundPerson', description: 'A person or firm in one record.' },
);
export type FoundPerson = Conforming<typeof FoundPersonSchema>;

/** Every key but `otherNames` and `people` is always present; null if the value is unknown. */
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
    people: Type.Optional(
      Type.Array(FoundPersonSchema, {
        description:
          'Present if the request has `person`: the officers and the agent of this record whose names match. A name is one person within a ' +
          'record. People of different records are never merged: the same name may be of different people.',
      }),
    ),
    match: Nullable(
      Type.Object(
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
        {
          title: 'EntityMatch',
          description: 'Why this record was found; null if the request has only filters.',
        },
      ),
    ),
  },
  { title: 'EntityItem', description: 'One record found by a search.' },
);
export type EntityMatch = NonNullable<EntityItem['match']>;
export type EntityItem = Conforming<typeof EntityItemSchema>;
