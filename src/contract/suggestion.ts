import Type from 'typebox';
import { MarkSchema } from './entity-search.js';
import { RecordClassSchema } from './records/entity.js';
import { type Conforming, Nullable } from './schema.js';

export const MAX_SUGGESTIONS = 8;
/** Requests per key and minute. */
export const SUGGESTIONS_PER_MINUTE = 1_200;

export const SuggestionSchema = Type.Object(
  {
    id: Type.String({ description: 'Resolves at GET /api/v1/entity/{id}.' }),
    name: Type.String({ description: 'Name as published.' }),
    state: Nullable(Type.String({ description: 'USPS code.' })),
    recordClass: RecordClassSchema,
    ticker: Nullable(
      Type.String({
        description: 'The ticker, if the query is the ticker or its prefix.',
      }),
    ),
    marks: Type.Array(MarkSchema, { description: 'The parts of `name` that match the query.' }),
  },
  { title: 'Suggestion', description: 'A suggested record.' },
);
export type Suggestion = Conforming<typeof SuggestionSchema>;
