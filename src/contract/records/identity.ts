import Type from 'typebox';
import { type Conforming, Nullable, OneOf } from '../schema.js';
import { NUMBER_SCHEMES } from '../vocabulary.js';
import { CalendarDate } from './calendar-date.js';

const number = {
  scheme: OneOf(NUMBER_SCHEMES, 'Kind of number. `fdic` is the FDIC certificate.', 'NumberScheme'),
  value: Type.String({ description: 'The number in its canonical form.', examples: ['06-0996545'] }),
};

const NumberSchema = Type.Object(number, { title: 'BodyNumber' });

const statement = {
  kind: Type.String({
    description: '`entity`, SEC `filer`, SEC `filing`, or `record` of another data set.',
  }),
  source: Type.String({ description: 'Id of the source or data set, as in /sources.' }),
  publisher: Type.String({ description: 'The agency that published the record.' }),
  key: Type.String({
    description: 'Id of the entity, CIK of the filer, accession number, or key of the record.',
  }),
  name: Type.String({ description: 'Name of the body as published.' }),
  file: Nullable(Type.String({ description: 'File that contained the record; null if not known.' })),
  asOf: Nullable(CalendarDate('The publisher’s date of that edition; null if the publisher gives none.')),
  loadedAt: Nullable(Type.String({ description: 'When it was loaded; ISO 8601, UTC.' })),
};

const StatementSchema = Type.Object(statement, {
  title: 'NumberStatement',
  description: 'A record that states a number, and where it was published.',
});

const NumberedRecordSchema = Type.Object(
  {
    ...statement,
    id: Nullable(
      Type.String({ description: 'Resolves at GET /api/v1/entity/{id}; null unless `kind` is `entity`.' }),
    ),
    state: Nullable(Type.String({ description: 'USPS code; null if not known.' })),
    numbers: Type.Array(NumberSchema, { description: 'All numbers that the record states of the body.' }),
  },
  { title: 'NumberedRecord' },
);

const ReachedNumberSchema = Type.Object(
  {
    ...number,
    from: Type.Object(number, {
      title: 'NearerNumber',
      description: 'The number that the same record states, nearer to the requested one.',
    }),
    statedBy: StatementSchema,
    steps: Type.Integer({ minimum: 1, description: 'Records between the requested number and this one.' }),
    shared: Type.Boolean({
      description:
        'True: records of different bodies state this number, or the one that it comes from. Nothing is reached through it.',
    }),
    records: Type.Array(NumberedRecordSchema, {
      description: 'Records that state this number, of bodies whose name agrees.',
    }),
  },
  {
    title: 'ReachedNumber',
    description: 'Another number of the same body, and the record that states both it and `from`.',
  },
);
export type ReachedNumber = Conforming<typeof ReachedNumberSchema>;

export const IdentitySchema = Type.Object(
  {
    ...number,
    shared: Type.Boolean({
      description:
        'True: records of different bodies state the number. They are listed and never merged; nothing is reached through it.',
    }),
    records: Type.Array(NumberedRecordSchema, {
      description:
        'All records that state the number: entities, SEC filers and filings, records of data sets.',
    }),
    chain: Type.Array(ReachedNumberSchema, { description: 'Other numbers of the body, nearest first.' }),
  },
  { title: 'Identity' },
);
export type Identity = Conforming<typeof IdentitySchema>;

export const EntityIdentitySchema = Type.Array(ReachedNumberSchema, {
  description:
    'Other numbers of the same body and the records that state them, joined by exact numbers only. Absent if there are none.',
});
