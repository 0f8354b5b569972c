import Type from 'typebox';
import { type Conforming, OneOf } from './schema.js';
import { NUMBER_FORMS } from './vocabulary.js';

const SimilarNameSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of a record, or the CIK of an SEC filer.' }),
    name: Type.String({ description: 'Its name as published.' }),
    why: Type.String({ description: 'How the name differs from the query, for display.' }),
    topic: Type.Optional(
      Type.String({
        description:
          'Present if the query is the whole name of the filer and a topic: the words of the topic, for which the filer has no filing.',
      }),
    ),
  },
  { title: 'SimilarName', description: 'A name similar to a query that no name matches.' },
);
export type SimilarName = Conforming<typeof SimilarNameSchema>;

export const NumberMeta = {
  number: Type.Optional(
    Type.Object(
      {
        scheme: OneOf(NUMBER_FORMS, 'Kind of number.'),
        value: Type.String({ description: 'The number as its publisher writes it.' }),
      },
      {
        title: 'RecognizedNumber',
        description:
          'Present if the text was recognized as a number by its form. If nothing has the number, there are no results: ' +
          'a number is never corrected or read as a similar name. Before an FDIC certificate, an NPI or a USDOT number, write the kind: `FDIC 628`.',
      },
    ),
  ),
};

export const PageMeta = {
  totalCount: Type.Integer({ minimum: 0, description: 'Number of matches; exact.' }),
  offset: Type.Integer({ minimum: 0, description: 'Offset applied.' }),
  limit: Type.Integer({ minimum: 1, description: 'Page size.' }),
  hasMore: Type.Boolean({ description: 'Whether more results follow.' }),
  source: Type.String({
    description:
      'Publishers of the results on this page, separated by `; `. If there are no results: publishers of the loaded sources that were searched.',
  }),
  searched: Type.Array(Type.String(), {
    description: 'Ids of the sources that were searched, as in /sources. Each is loaded, or was read live.',
  }),
  correctedQuery: Type.Optional(
    Type.String({
      description: 'Present if words that match nothing were corrected: the query that was used.',
    }),
  ),
  removedWords: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Present if nothing matches the whole query: the words that were omitted.',
    }),
  ),
  place: Type.Optional(
    Type.String({
      description:
        'Present if no name has all words: the words that were treated as a place (`denver co`). Results are limited to it.',
    }),
  ),
  suggestions: Type.Optional(
    Type.Array(SimilarNameSchema, {
      description: 'Present if there are no results: up to five similar names. They are not results.',
    }),
  ),
  sample: Type.Optional(Type.Boolean({ description: '`true` if the data is the bundled sample.' })),
};
