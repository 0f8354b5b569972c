import Type from 'typebox';
import { CalendarDate } from '../records/calendar-date.js';
import { JurisdictionLevelSchema, RecordClassSchema, SourceAgencySchema } from '../records/entity.js';
import { type Conforming, Nullable, OneOf } from '../schema.js';
import { ABSENCE_REASONS } from '../vocabulary.js';

const time = (description: string) =>
  Nullable(Type.String({ description: `${description}; ISO 8601, UTC.` }));

const RunSchema = Type.Object(
  {
    outcome: OneOf(
      ['running', 'applying', 'done', 'failed', 'abandoned'],
      'Outcome of the run, or its current step.',
    ),
    startedAt: time('Start'),
    finishedAt: time('When it ended; null while it is running'),
    rows: Type.Integer({ description: 'Rows read.' }),
    bytes: Type.Integer({ description: 'Bytes read so far, as stored on disk.' }),
    totalBytes: Nullable(
      Type.Integer({ description: 'Bytes to read; with `bytes`, the progress of a running load.' }),
    ),
    added: Type.Integer({ description: 'New records.' }),
    changed: Type.Integer({ description: 'Changed records.' }),
    unchanged: Type.Integer({ description: 'Unchanged records.' }),
    gone: Type.Integer({ description: 'Records that the publisher no longer lists.' }),
    complete: Type.Boolean({
      description: 'Whether the input was considered the publisher’s complete file.',
    }),
    warnings: Type.Integer({ description: 'Warnings of the run.' }),
    error: Nullable(Type.String({ description: 'Why it failed, in one sentence.' })),
  },
  { title: 'SourceRun', description: 'One run of the source.' },
);

const FilledFieldsSchema = Type.Object(
  {
    countedAt: Type.String({
      description:
        'End of the last successful load. Records are counted in its transactions, so a running load changes the counts before its end. ISO 8601, UTC.',
    }),
    records: Type.Integer({ description: 'Records counted.' }),
    fields: Type.Array(
      Type.Object(
        {
          field: Type.String({ description: 'Field of a record, as in `GET /entity/{id}`.' }),
          filled: Type.Integer({ description: 'Records with a value.' }),
          share: Type.Number({ description: '`filled` divided by `records`; 0 to 1.' }),
          missing: Type.Array(
            Type.Object(
              {
                reason: OneOf(ABSENCE_REASONS, 'As in `meta.absent` of a record.'),
                records: Type.Integer({ description: 'Records without a value for this reason.' }),
              },
              { title: 'MissingField' },
            ),
            { description: 'The other records, most frequent reason first.' },
          ),
        },
        { title: 'FilledField' },
      ),
      {
        description:
          'Fields for which records have a reason if missing. Only officers in the source’s own records count.',
      },
    ),
    streetsWithheld: Type.Integer({
      description:
        'Records of individuals with a `principalAddress` whose street is withheld; the address counts as filled.',
    }),
  },
  { title: 'FilledFields', description: 'How many records of a source have each field.' },
);
export type FilledFields = Conforming<typeof FilledFieldsSchema>;

export const SourceSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the source.', examples: ['us_co_business_entities'] }),
    title: Type.String({ description: 'Title, as in `meta.dataset`.' }),
    recordClass: Nullable(RecordClassSchema),
    state: Nullable(Type.String({ description: 'USPS code; null for federal sources.' })),
    sourceAgency: SourceAgencySchema,
    jurisdictionLevel: JurisdictionLevelSchema,
    publisher: Type.String({
      description: 'Publisher name, including cities, which are not a `sourceAgency`.',
    }),
    url: Type.String({ description: 'Publisher URL.' }),
    licence: Type.String({ description: 'Licence of the data.' }),
    layout: OneOf(
      ['verified', 'unverified'],
      'Whether the layout was verified with the publisher’s real files.',
    ),
    live: Type.Boolean({
      description:
        'Whether the publisher’s portal provides single records, so that live mode can read records that are not loaded.',
    }),
    coverage: Nullable(Type.String({ description: 'The fields that the publisher omits.' })),
    every: Type.String({ description: 'How often the publisher updates the data.' }),
    loaded: Type.Boolean({ description: 'Whether the source was ever loaded successfully.' }),
    records: Type.Integer({ description: 'Records held.' }),
    publishedAt: Nullable(CalendarDate('Publication date of the data.')),
    fetchedAt: time('When the last successful run started'),
    indexedAt: time('When the search index that contains it was built'),
    filledFields: Nullable(FilledFieldsSchema),
    lastRun: Nullable(RunSchema),
  },
  { title: 'Source', description: 'One data set of a publisher and its state.' },
);
export type SourceItem = Conforming<typeof SourceSchema>;
