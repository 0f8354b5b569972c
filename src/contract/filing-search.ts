import Type from 'typebox';
import { MarkSchema } from './entity-search.js';
import { FilingSchema } from './records/filing.js';
import { type Conforming, Nullable, OneOf } from './schema.js';
import { MATCH_KINDS } from './vocabulary.js';

/** What the text of a search matched. */
const FILING_MATCH_FIELDS = [
  'name',
  'former_name',
  'ticker',
  'cik',
  'accession',
  'item',
  'description',
] as const;
export type FilingMatchField = (typeof FILING_MATCH_FIELDS)[number];

const FilingMatchSchema = Type.Object(
  {
    field: OneOf(
      FILING_MATCH_FIELDS,
      'What matched: a name, ticker or CIK of a filer, the accession number, an 8-K item, or the form and description.',
    ),
    value: Type.String({ description: 'The value that matched.' }),
    marks: Type.Array(MarkSchema, { description: 'The parts of `value` that match the query, in order.' }),
    why: Type.String({ description: 'The reason in one sentence, for display.' }),
    kind: OneOf(MATCH_KINDS, 'How it matched, as in GET /search.'),
  },
  { title: 'FilingMatch', description: 'Why this filing was found.' },
);
export type FilingMatch = Conforming<typeof FilingMatchSchema>;

export const FoundFilingSchema = Type.Object(
  { ...FilingSchema.properties, match: Nullable(FilingMatchSchema) },
  {
    title: 'FoundFiling',
    description: 'An SEC filing in a search result. `match` is null if the request has no query.',
  },
);
export type FoundFiling = Conforming<typeof FoundFilingSchema>;
