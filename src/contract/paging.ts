import Type from 'typebox';

export const PageMeta = {
  totalCount: Type.Integer({ minimum: 0, description: 'Total matches; exact.' }),
  offset: Type.Integer({ minimum: 0, description: 'Offset applied.' }),
  limit: Type.Integer({ minimum: 1, description: 'Page size applied.' }),
  hasMore: Type.Boolean({ description: 'True when more results follow.' }),
  source: Type.String({ description: 'Where the results come from.' }),
  correctedQuery: Type.Optional(
    Type.String({
      description: 'Present where words that match nothing were corrected: what was searched instead.',
    }),
  ),
  sample: Type.Optional(Type.Boolean({ description: 'True: the bundled sample answered, not real data.' })),
};
