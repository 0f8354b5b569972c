import Type, { type Static, type TObject, type TSchema } from 'typebox';
import { ChangeSchema } from './changes.js';
import { INCLUDE_TOKENS, INCLUDES, type IncludeToken } from './records/enrichment.js';
import { EnrichmentSchema, EntitySchema } from './records/entity.js';
import { FilingSchema } from './records/filing.js';
import { Nullable, OneOf } from './schema.js';

export const EXPORT_KINDS = ['entities', 'filings', 'links', 'changes'] as const;
export type ExportKindId = (typeof EXPORT_KINDS)[number];

export const EXPORT_FORMATS = ['ndjson', 'csv', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** `unpaid`: complete, but the balance does not cover it: its parts are withheld until it does. */
const EXPORT_STATES = ['queued', 'running', 'done', 'unpaid', 'failed'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

/** The `include` tokens of exports. `federal` and `related` need the search index for each row. */
export const EXPORT_TOKENS = INCLUDE_TOKENS.filter((token) => token !== 'federal' && token !== 'related');

/** Rows that one credit pays for, without `include`. */
export const ROWS_PER_CREDIT = 100;
/** Charged when an export is ordered, as a part of its price. */
export const ORDER_CREDITS = 1;
export const EXPORT_PRICE =
  '1 credit for each 100 rows, and as much again for each include token; rounded up, at least 1';

/** The price of an export with this many rows and `include` tokens, in credits. */
export function creditsOfRows(rows: number, tokens: number): number {
  return Math.max(ORDER_CREDITS, Math.ceil((rows * (1 + tokens)) / ROWS_PER_CREDIT));
}

const text = (description: string) => Type.String({ description });
const count = (description: string) => Type.Integer({ minimum: 0, description });
const instant = (description: string) =>
  Type.String({
    format: 'date-time',
    description: `${description}; ISO 8601, UTC.`,
    examples: ['2026-11-20T09:30:00.000Z'],
  });

const baseEntity = Object.fromEntries(
  Object.entries(EntitySchema.properties).filter(([name]) => !INCLUDE_TOKENS.some((token) => token === name)),
) as Omit<typeof EntitySchema.properties, (typeof INCLUDE_TOKENS)[number]>;

/** A row of an export, by kind. */
export const EXPORT_ROWS: Readonly<Record<ExportKindId, TObject>> = {
  entities: Type.Object({
    ...baseEntity,
    source: text('Id of the source that contains the record, as in /sources.'),
    lastUpdated: instant('When the content of the record last changed here'),
  }),
  filings: FilingSchema,
  links: Type.Object({
    entity: text('Id of the entity.'),
    dataset: text('Id of the data set that names the party, as in /sources.'),
    party: text('Key of the party within the data set; a filer of the SEC is `cik:<number>`.'),
    outcome: text(
      '`linked`: the best candidate. `ambiguous`: one of several that the evidence does not distinguish.',
    ),
    tier: text('`confirmed`, `probable` or `possible`.'),
    attached: Type.Boolean({ description: 'Whether it is displayed with the entity.' }),
    probability: Type.Number({ minimum: 0, maximum: 1, description: 'Probability that they are the same.' }),
    decidedBy: text('`identifier`, `model` or `correction`.'),
    rivals: count('Number of other possible candidates.'),
    evidence: Type.Array(Type.Unknown(), {
      description: 'The evidence: `{ field, ours, theirs, verdict, weight, text }`.',
    }),
  }),
  changes: ChangeSchema,
};

/** The row of an export with `include`: each token’s object if something was found, and the outcome of each token. */
export function exportRow(kind: ExportKindId, include: readonly IncludeToken[]): TObject {
  if (include.length === 0) return EXPORT_ROWS[kind];
  const ofTokens = (toSchema: (token: IncludeToken) => TSchema) =>
    Object.fromEntries(include.map((token) => [token, toSchema(token)]));
  return Type.Object({
    ...EXPORT_ROWS[kind].properties,
    ...ofTokens((token) => Type.Optional(INCLUDES[token])),
    enrichment: Type.Object(
      ofTokens(() => EnrichmentSchema),
      { description: 'Outcome of each token, as `meta.enrichment` of GET /entity.' },
    ),
  });
}

const FilterValue = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.String())]);

export const NewExportBody = Type.Object(
  {
    kind: OneOf(
      EXPORT_KINDS,
      'One row for each entity, SEC filing, link of a data set’s party to an entity, or event of the change feed.',
    ),
    filter: Type.Optional(
      Type.Record(Type.String(), FilterValue, {
        description:
          'Filters, as parameters of the search: of GET /search for entities, of GET /sec/search for filings, of ' +
          'GET /changes for changes; of links `dataset`, `entity`, `attached`. For entities and changes also `list`: only the records of a list of the ' +
          'account. Default: all. Spelling is not corrected.',
        examples: [{ state: 'CO', status: 'active' }],
      }),
    ),
    fields: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 50,
        description: 'Members of a row, in this order. Default: all.',
        examples: [['id', 'name', 'status']],
      }),
    ),
    include: Type.Optional(
      Type.Array(OneOf(EXPORT_TOKENS, 'A token of GET /entity.'), {
        minItems: 1,
        maxItems: EXPORT_TOKENS.length,
        description:
          'Entities only: adds what GET /entity adds for these tokens, the first 25 items of each list, and `enrichment` with their outcomes. ' +
          'Each token costs 1 more credit per 100 rows.',
        examples: [['exclusions']],
      }),
    ),
    format: Type.Optional(
      OneOf(
        EXPORT_FORMATS,
        '`ndjson` and `csv` are compressed with gzip, `parquet` with Snappy. Default: `ndjson`.',
      ),
    ),
    csvSafe: Type.Optional(
      Type.Boolean({
        description:
          'CSV only: puts an apostrophe before cells that begin with = + - @, a tab or a carriage return, so that no spreadsheet runs them as formulas. ' +
          'Default: true for CSV. `false` writes the published text unchanged.',
      }),
    ),
  },
  { title: 'NewExport', additionalProperties: false, description: 'A request for an export.' },
);

/** A body that passed the schema. */
export interface NewExport {
  readonly kind: ExportKindId;
  readonly filter?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  readonly fields?: readonly string[];
  readonly include?: readonly IncludeToken[];
  readonly format?: ExportFormat;
  readonly csvSafe?: boolean;
}

const ExportPartSchema = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: 'Its number in GET /exports/{id}/parts/{number}.' }),
    name: text('Name of its file.'),
    rows: count('Rows in it.'),
    bytes: count('Length of the file.'),
    sha256: text('SHA-256 of the file, hexadecimal; also its ETag.'),
  },
  { title: 'ExportPart' },
);
export type ExportPart = Static<typeof ExportPartSchema>;

export const ExportSchema = Type.Object(
  {
    id: text('Id of the export.'),
    state: OneOf(
      EXPORT_STATES,
      '`queued`, `running`, then `done`: its files can be downloaded. `unpaid`: complete, but the balance did not cover the rest of its price; ' +
        'fetching a file pays for it. `failed`: see `error`.',
      'ExportState',
    ),
    kind: OneOf(EXPORT_KINDS, 'The kind of rows.', 'ExportKind'),
    format: OneOf(EXPORT_FORMATS, 'The format of the files.', 'ExportFormat'),
    filter: Type.Record(Type.String(), Type.Unknown(), { description: 'As requested.' }),
    fields: Nullable(Type.Array(Type.String(), { description: 'As requested; null: all.' })),
    include: Type.Array(Type.String(), { description: 'Included tokens.' }),
    csvSafe: Type.Boolean({ description: 'As requested.' }),
    rows: Nullable(count('Exact number of rows; null until it is paid for.')),
    rowsDone: Nullable(count('As `rows`.')),
    credits: Nullable(count(`Its price: ${EXPORT_PRICE}; null until it is complete.`)),
    charged: Type.Boolean({ description: 'Whether its whole price was charged.' }),
    createdAt: instant('When it was created'),
    finishedAt: Nullable(instant('When it was complete, or failed')),
    expiresAt: Nullable(instant('When its files are deleted; null until it is complete')),
    error: Nullable(text('Why it failed.')),
    parts: Type.Array(ExportPartSchema, { description: 'Its files; empty until it is complete.' }),
  },
  { title: 'Export', description: 'A bulk export: its order and its state.' },
);
export type ExportItem = Static<typeof ExportSchema>;

/** `manifest.json`. */
export interface ExportManifest {
  readonly kind: ExportKindId;
  readonly format: ExportFormat;
  readonly filter: NonNullable<NewExport['filter']>;
  readonly fields: readonly string[];
  readonly include: readonly string[];
  readonly csvSafe: boolean;
  /** ISO 8601, UTC: the day for which statuses were computed. */
  readonly asOf: string;
  /** The build of the search index that chose the rows. */
  readonly index: { readonly builtAt: string; readonly contentVersion: number } | null;
  /** The place in the feed of changes from which a copy of these rows is kept up to date; GET /changes takes the cursor. */
  readonly changes: { readonly seq: number; readonly cursor: string };
  readonly rows: number;
  readonly bytes: number;
  readonly parts: readonly ExportPart[];
  readonly sources: readonly {
    readonly id: string;
    readonly title: string;
    readonly agency: string;
    readonly licence: string;
    readonly url: string;
    readonly publishedAt: string | null;
  }[];
  /** Columns of the tables; members of an object are columns with a dot. */
  readonly columns: readonly { readonly name: string; readonly type: string; readonly description: string }[];
  /** JSON Schema of a row. */
  readonly schema: unknown;
}
