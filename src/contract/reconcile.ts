import Type, { type Static } from 'typebox';

/** Queries of a batch at most; more are refused with 413. */
export const MAX_QUERIES = 100;
/** Queries of a batch as the manifest advises: 0.2 s of work, measured (ADR 28). */
export const QUERIES_ADVISED = 50;
/** Rows of one extension at most. */
export const MAX_ROWS = 100;
/** Suggestions and previews of one key in a minute. */
export const LOOKS_PER_MINUTE = 600;

/** All candidates are organizations: named individuals are never matched. */
export const ORGANIZATION = { id: 'organization', name: 'Organization' } as const;

const QuerySchema = Type.Object(
  {
    query: Type.Optional(Type.String({ maxLength: 2_000, description: 'Name of the company, or an id.' })),
    type: Type.Optional(Type.Unknown({ description: 'All candidates have one type; any is accepted.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Candidates at most.' })),
    properties: Type.Optional(
      Type.Array(
        Type.Object({
          pid: Type.String({ description: 'Id of a property, as `suggest/property` gives them.' }),
          v: Type.Unknown({ description: 'A value, or several.' }),
        }),
        { maxItems: 100, description: 'All else that is known of the company.' },
      ),
    ),
    type_strict: Type.Optional(Type.Unknown({ description: 'Accepted and without effect.' })),
  },
  { title: 'ReconciliationQuery' },
);
export type ReconciliationQuery = Static<typeof QuerySchema>;

export const QueryBatchBody = Type.Record(Type.String(), QuerySchema, {
  title: 'ReconciliationQueryBatch',
  description: 'Queries by names that the client chose.',
});
export type QueryBatch = Static<typeof QueryBatchBody>;

const FeatureSchema = Type.Object({
  id: Type.String({ description: 'A compared field, `confirmed` or `rivals`.' }),
  value: Type.Union([Type.Number(), Type.Boolean()], {
    description: 'The natural logarithm of odds, if it is a field.',
  }),
});

const ResultSchema = Type.Object(
  {
    id: Type.String({ description: 'Resolves at GET /api/v1/entity/{id}.' }),
    name: Type.String({ description: 'Name as published.' }),
    description: Type.String({ description: 'State, kind, status and address.' }),
    score: Type.Number({ description: '100 times the probability.' }),
    match: Type.Boolean({ description: 'True only if it is found without a rival.' }),
    type: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
    features: Type.Array(FeatureSchema),
  },
  { title: 'ReconciliationCandidate' },
);
export type ReconciliationResult = Static<typeof ResultSchema>;

export const ResultBatchSchema = Type.Record(
  Type.String(),
  Type.Object({ result: Type.Array(ResultSchema, { description: 'The likeliest first.' }) }),
  { description: 'Results by the names of the queries.' },
);

export const ExtendBody = Type.Object(
  {
    ids: Type.Array(Type.String({ maxLength: 250 }), { description: `At most ${MAX_ROWS} ids of records.` }),
    properties: Type.Array(Type.Object({ id: Type.String(), settings: Type.Optional(Type.Unknown()) }), {
      maxItems: 50,
      description: 'The columns that are wanted.',
    }),
  },
  { title: 'DataExtensionQuery' },
);
export type ExtendQuery = Static<typeof ExtendBody>;

export const ExtensionSchema = Type.Object(
  {
    meta: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
    rows: Type.Record(Type.String(), Type.Record(Type.String(), Type.Array(Type.Unknown()))),
  },
  { title: 'DataExtension' },
);

export const SuggestResultSchema = Type.Object({
  result: Type.Array(
    Type.Object({
      id: Type.String({ description: 'Id of the record.' }),
      name: Type.String({ description: 'Name as published.' }),
      description: Type.String({ description: 'State and kind of record.' }),
      notable: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
    }),
  ),
});

export const PreviewSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the record.' }),
    name: Type.String({ description: 'Name as published.' }),
    facts: Type.Array(Type.Object({ label: Type.String(), value: Type.String() }), {
      description: 'State and kind of record, as a suggestion shows them.',
    }),
  },
  { title: 'EntityPreview' },
);
export type EntityPreview = Static<typeof PreviewSchema>;
