import Type from 'typebox';
import { MarkSchema } from './entity-search.js';
import { RecordClassSchema } from './records/entity.js';
import { type Conforming, Nullable } from './schema.js';

export const MAX_SUGGESTIONS = 8;
/** Requests a minute of one key. */
export const SUGGESTIONS_PER_MINUTE = 1_200;

export const SuggestionSchema = Type.Object(
  {
    id: Type.String({ description: 'Resolves at GET /api/v1/entity/{id}.' }),
    name: Type.String({ description: 'Name as published.' }),
    state: Nullable(Type.String({ description: 'USPS code.' })),
    recordClass: RecordClassSchema,
    ticker: Nullable(
      Type.String({
        description: 'The ticker, or its beginning, as it was typed, if that is why it is suggested.',
      }),
    ),
    marks: Type.Array(MarkSchema, { description: 'The parts of `name` that were typed.' }),
  },
  { title: 'Suggestion', description: 'A record whose name goes on as was typed.' },
);
export type Suggestion = Conforming<typeof SuggestionSchema>;
