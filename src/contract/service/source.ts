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
      'The end of the run, or its present step.',
    ),
    startedAt: time('Start'),
    finishedAt: time('End; null while it runs'),
    rows: Type.Integer({ description: 'Rows read.' }),
    bytes: Type.Integer({ description: 'Bytes read, as the files lie on disk.' }),
    totalBytes: Nullable(
      Type.Integer({ description: 'Bytes to read; with `bytes` the progress of a running one.' }),
    ),
    added: Type.Integer({ description: 'Records that are new.' }),
    changed: Type.Integer({ description: 'Records whose content changed.' }),
    unchanged: Type.Integer({ description: 'Records that are as they were.' }),
    gone: Type.Integer({ description: 'Records the publisher no longer lists.' }),
    complete: Type.Boolean({ description: 'Whether the input was taken as the publisher’s complete file.' }),
    warnings: Type.Integer({ description: 'Warnings kept with the run.' }),
    error: Nullable(Type.String({ description: 'Why it failed, in one sentence.' })),
  },
  { title: 'SourceRun', description: 'One run of the source.' },
);

const FilledFieldsSchema = Type.Object(
  {
    countedAt: Type.String({
      description:
        'End of the last good load, in whose transactions the records were counted; a load that is being written moves the counts ' +
        'before its end. ISO 8601, UTC.',
    }),
    records: Type.Integer({ description: 'Records counted.' }),
    fields: Type.Array(
      Type.Object(
        {
          field: Type.String({ description: 'Member of a record, as in `GET /entity/{id}`.' }),
          filled: Type.Integer({ description: 'Records that have it.' }),
          share: Type.Number({ description: '`filled` by `records`; 0 to 1.' }),
          missing: Type.Array(
            Type.Object(
              {
                reason: OneOf(ABSENCE_REASONS, 'As in `meta.absent` of a record.'),
                records: Type.Integer({ description: 'Records that lack it for this reason.' }),
              },
              { title: 'MissingField' },
            ),
            { description: 'The others, the most frequent reason first.' },
          ),
        },
        { title: 'FilledField' },
      ),
      {
        description:
          'Every field of which a record tells why it is missing. Officers are those in the source’s own records; linked ones do not count.',
      },
    ),
    streetsWithheld: Type.Integer({
      description:
        'Records of persons that have a `principalAddress` whose street is withheld; the address counts as filled.',
    }),
  },
  { title: 'FilledFields', description: 'How many records of a source fill each field.' },
);
export type FilledFields = Conforming<typeof FilledFieldsSchema>;

export const SourceSchema = Type.Object(
  {
    id: Type.String({ description: 'Name of the source here.', examples: ['us_co_business_entities'] }),
    title: Type.String({ description: 'Title, as in `meta.dataset`.' }),
    recordClass: Nullable(RecordClassSchema),
    state: Nullable(Type.String({ description: 'USPS code; null for federal sources.' })),
    sourceAgency: SourceAgencySchema,
    jurisdictionLevel: JurisdictionLevelSchema,
    publisher: Type.String({
      description: 'Name of the publisher; of a city too, which is no `sourceAgency`.',
    }),
    url: Type.String({ description: 'The publisher’s page.' }),
    licence: Type.String({ description: 'Terms of the data.' }),
    layout: OneOf(
      ['verified', 'unverified'],
      'Whether the publisher’s real files have proven the layout read here.',
    ),
    live: Type.Boolean({
      description:
        'Whether the publisher’s portal can be asked for single records: in live mode what is not loaded is read there.',
    }),
    coverage: Nullable(Type.String({ description: 'The parts that the publisher leaves out.' })),
    every: Type.String({ description: 'How often the publisher renews it.' }),
    loaded: Type.Boolean({ description: 'Whether a run has ended well here.' }),
    records: Type.Integer({ description: 'Records held.' }),
    publishedAt: Nullable(CalendarDate('The publisher’s date of the data.')),
    fetchedAt: time('When the last good run began'),
    indexedAt: time('When the search index that holds it was built'),
    filledFields: Nullable(FilledFieldsSchema),
    lastRun: Nullable(RunSchema),
  },
  { title: 'Source', description: 'One publisher’s data set and how it stands here.' },
);
export type SourceItem = Conforming<typeof SourceSchema>;
