import Type, { type Static } from 'typebox';

/** Max. queries per batch; more are a 413. */
export const MAX_QUERIES = 100;
/** Recommended batch size in the manifest: 0.2 s of work, measured (ADR 28). */
export const QUERIES_ADVISED = 50;
/** Max. rows per extension. */
export const MAX_ROWS = 100;
/** Suggestions and previews per key and minute. */
export const LOOKS_PER_MINUTE = 600;

/** All candidates are organizations, because individuals are never matched. */
export const ORGANIZATION = { id: 'organization', name: 'Organization' } as const;

const QuerySchema = Type.Object(
  {
    query: Type.Optional(Type.String({ maxLength: 2_000, description: 'Name of the company, or an id.' })),
    type: Type.Optional(
      Type.Unknown({ description: 'All candidates have the same type; any value is accepted.' }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, description: 'Maximum number of candidates.' })),
    properties: Type.Optional(
      Type.Array(
        Type.Object({
          pid: Type.String({ description: 'Id of a property, as in `suggest/property`.' }),
          v: Type.Unknown({ description: 'One or more values.' }),
        }),
        { maxItems: 100, description: 'Other details of the company, if you have them.' },
      ),
    ),
    type_strict: Type.Optional(Type.Unknown({ description: 'Accepted for compatibility; ignored.' })),
  },
  { title: 'ReconciliationQuery' },
);
export type ReconciliationQuery = Static<typeof QuerySchema>;

export const QueryBatchBody = Type.Record(Type.String(), QuerySchema, {
  title: 'ReconciliationQueryBatch',
  description: 'Queries, by names that the client chooses.',
});
export type QueryBatch = Static<typeof QueryBatchBody>;

const FeatureSchema = Type.Object({
  id: Type.String({ description: 'A compared field, `confirmed` or `rivals`.' }),
  value: Type.Union([Type.Number(), Type.Boolean()], {
    description: 'For a field: the natural logarithm of odds.',
  }),
});

const ResultSchema = Type.Object(
  {
    id: Type.String({ description: 'Resolves at GET /api/v1/entity/{id}.' }),
    name: Type.String({ description: 'Name as published.' }),
    description: Type.String({ description: 'State, kind, status and address.' }),
    score: Type.Number({ description: '100 times the probability.' }),
    match: Type.Boolean({ description: 'True only if the match is certain and has no rival.' }),
    type: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
    features: Type.Array(FeatureSchema),
  },
  { title: 'ReconciliationCandidate' },
);
export type ReconciliationResult = Static<typeof ResultSchema>;

export const ResultBatchSchema = Type.Record(
  Type.String(),
  Type.Object({ result: Type.Array(ResultSchema, { description: 'Likeliest first.' }) }),
  { description: 'Results by query name.' },
);

export const ExtendBody = Type.Object(
  {
    ids: Type.Array(Type.String({ maxLength: 250 }), { description: `Up to ${MAX_ROWS} record ids.` }),
    properties: Type.Array(Type.Object({ id: Type.String(), settings: Type.Optional(Type.Unknown()) }), {
      maxItems: 100,
      description: 'The requested columns.',
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
      description: 'State and kind of record, as in suggestions.',
    }),
  },
  { title: 'EntityPreview' },
);
export type EntityPreview = Static<typeof PreviewSchema>;
