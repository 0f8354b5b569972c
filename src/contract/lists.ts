import Type, { type Static } from 'typebox';
import { MATCH_QUESTIONS } from './match.js';
import { type Conforming, Nullable, OneOf } from './schema.js';

/** Outcomes of a row of a list, in display order. */
export const LIST_OUTCOMES = [
  'found',
  'chosen',
  'possible',
  'ambiguous',
  'none',
  'not_read',
  'not_matched',
] as const;
export type ListOutcome = (typeof LIST_OUTCOMES)[number];

/** Rows of one list. */
export const MAX_LIST_ROWS = 1_000;
/** Characters of the name of a list. */
export const MAX_LIST_NAME = 100;
/** Size of the body that creates a list. */
export const MAX_LIST_BYTES = 1_048_576;

const text = (description: string, example: string) => Type.String({ description, examples: [example] });
const count = (description: string) => Type.Integer({ minimum: 0, description });
const OUTCOME =
  '`found`, `possible`, `ambiguous`, `none`: see GET /match. `chosen`: a candidate was chosen. `not_read`: the row could not be read. `not_matched`: not matched yet.';

const Cell = Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Null()]);

export const NewListBody = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: MAX_LIST_NAME,
      description: 'Name of the list.',
      examples: ['Vendors'],
    }),
    csv: Type.Optional(
      Type.String({
        minLength: 1,
        description:
          'CSV with headings in the first row; the separator is a comma, semicolon, tab or |. Specify exactly one of `csv` and `rows`.',
      }),
    ),
    rows: Type.Optional(
      Type.Array(Type.Record(Type.String(), Cell), {
        minItems: 1,
        maxItems: MAX_LIST_ROWS,
        description: 'Rows as objects, heading to value. Specify exactly one of `csv` and `rows`.',
      }),
    ),
    columns: Type.Optional(
      Type.Object(
        Object.fromEntries(
          MATCH_QUESTIONS.map((name) => [
            name,
            Type.Optional(
              Type.String({ description: `Heading of the column used as \`${name}\` of GET /match.` }),
            ),
          ]),
        ),
        {
          additionalProperties: false,
          description:
            'Which column is used as which parameter of GET /match. Default: guessed from the headings.',
        },
      ),
    ),
  },
  {
    title: 'NewCompanyList',
    additionalProperties: false,
    description: 'A list of companies to match and store.',
  },
);

/** A body that passed the schema. */
export interface NewList {
  readonly name: string;
  readonly csv?: string;
  readonly rows?: readonly Readonly<Record<string, string | number | null>>[];
  readonly columns?: Readonly<Partial<Record<(typeof MATCH_QUESTIONS)[number], string>>>;
}

export const ListCountsSchema = Type.Object(
  {
    found: count('Rows with a certain record.'),
    chosen: count('Rows whose record was chosen.'),
    possible: count('Rows with a likely candidate.'),
    ambiguous: count('Rows with several candidates.'),
    none: count('Rows without a likely record.'),
    not_read: count('Rows that could not be read.'),
    not_matched: count('Rows that are not matched yet.'),
  },
  { title: 'CompanyListCounts', description: 'Number of rows by outcome.' },
);
export type ListCounts = Static<typeof ListCountsSchema>;

const listFields = {
  id: text('Id of the list.', 'lst_0123456789abcdef0123456789abcdef'),
  name: text('Name of the list.', 'Vendors'),
  createdAt: Type.String({ format: 'date-time', description: 'When it was created; ISO 8601, UTC.' }),
  expiresAt: Nullable(
    Type.String({
      format: 'date-time',
      description: 'When it is deleted; null if it is kept until you delete it.',
    }),
  ),
  counts: ListCountsSchema,
};

export const ListSchema = Type.Object(listFields, { title: 'CompanyList' });
export type ListItem = Conforming<typeof ListSchema>;

export const ListDetailSchema = Type.Object(
  {
    ...listFields,
    headings: Type.Array(Type.String(), { description: 'Headings of the columns.' }),
    columns: Type.Record(Type.String(), Type.String(), {
      description: 'Parameter of GET /match to the heading of the column that is used as it.',
    }),
    records: count('Number of different records that are found or chosen.'),
  },
  { title: 'CompanyListDetail' },
);

const CandidateSchema = Type.Object(
  {
    id: text('Resolves at GET /api/v1/entity/{id}.', 'CO:20221555001'),
    name: text('Name as published.', 'WILLOW HARBOR CLEANERS LLC'),
    state: Nullable(text('USPS code.', 'CO')),
    probability: Type.Number({ minimum: 0, maximum: 1, description: 'As in GET /match.' }),
  },
  { title: 'CompanyListCandidate', description: 'A record that is found, or may be the company.' },
);

export const ListRowSchema = Type.Object(
  {
    row: Type.Integer({
      minimum: 1,
      description: 'Number of the row; the first row below the headings is 1.',
    }),
    values: Type.Array(Type.String(), { description: 'Values in the order of `headings`.' }),
    outcome: OneOf(LIST_OUTCOMES, OUTCOME, 'ListRowOutcome'),
    reason: text('The reason, in one sentence.', 'The only company of this name at this place.'),
    record: Nullable(CandidateSchema),
    candidates: Type.Array(CandidateSchema, {
      description: 'The candidates, likeliest first, whether or not one was chosen.',
    }),
  },
  { title: 'CompanyListRow' },
);

export const ListChoiceBody = Type.Object(
  {
    choice: Nullable(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description: 'Id of the candidate that is the company; null takes a choice back.',
      }),
    ),
  },
  { title: 'CompanyListChoice', additionalProperties: false },
);
