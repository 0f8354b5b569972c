import Type from 'typebox';
import { type Conforming, OneOf } from './schema.js';
import { NUMBER_FORMS } from './vocabulary.js';

const SimilarNameSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of a record, or the CIK of an SEC filer.' }),
    name: Type.String({ description: 'Its name as published.' }),
    why: Type.String({ description: 'How the name differs from the text, for people to read.' }),
  },
  { title: 'SimilarName', description: 'A name near a text that no name matches.' },
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
          'a number is never corrected or read as a similar name. SEC file numbers and LEIs are recognized but not searched.',
      },
    ),
  ),
};

export const PageMeta = {
  totalCount: Type.Integer({ minimum: 0, description: 'Total matches; exact.' }),
  offset: Type.Integer({ minimum: 0, description: 'Offset applied.' }),
  limit: Type.Integer({ minimum: 1, description: 'Page size applied.' }),
  hasMore: Type.Boolean({ description: 'True when more results follow.' }),
  source: Type.String({
    description:
      'Publishers of the results on this page; on a page without results, of the loaded sources that were searched. ' +
      'Several are separated by `; `.',
  }),
  searched: Type.Array(Type.String(), {
    description:
      'Ids of the sources that were searched, as in /sources. Each of them is loaded, or was read live.',
  }),
  correctedQuery: Type.Optional(
    Type.String({
      description: 'Present if words that match nothing were corrected: the text that was searched instead.',
    }),
  ),
  removedWords: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Present if nothing meets the whole text: these words were left out of the search.',
    }),
  ),
  place: Type.Optional(
    Type.String({
      description:
        'Present if no name has all words: these words of the text were read as the place of the address (`denver co`), and results are there.',
    }),
  ),
  suggestions: Type.Optional(
    Type.Array(SimilarNameSchema, {
      description: 'Present if there are no results: up to five names near the text. They are not results.',
    }),
  ),
  sample: Type.Optional(Type.Boolean({ description: 'True: the bundled sample answered, not real data.' })),
};
