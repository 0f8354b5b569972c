import Type from 'typebox';
import { type Conforming, Nullable, OneOf } from '../schema.js';
import { ABSENCE_REASONS } from '../vocabulary.js';
import { ExclusionsSchema } from './enrichment.js';
import { EntitySchema, LINK_MEMBERS, SearchedListSchema } from './entity.js';

/** Raised with every change that an older check would not understand. */
export const EVIDENCE_FORMAT = 'dossier-evidence-1';

const Instant = (description: string) => Type.String({ description: `${description} ISO 8601, UTC.` });

const FileSchema = Type.Object(
  {
    name: Type.String({ description: 'The publisher’s name of the file.' }),
    bytes: Type.Integer({ description: 'Its size as it was received, packed as it was.' }),
    sha256: Type.String({ description: 'SHA-256 of these bytes, lower-case hexadecimal.' }),
    url: Nullable(Type.String({ description: 'The address it was fetched from; null if it was handed in.' })),
    publishedAt: Nullable(Instant('When the publisher last changed it, as its server said.')),
    fetchedAt: Nullable(Instant('When its last byte was received; null if it was handed in.')),
  },
  { title: 'EvidenceFile' },
);

const RunSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Number of the load in this installation.' }),
    startedAt: Instant('When the load began.'),
    finishedAt: Nullable(Instant('When it had ended.')),
    publishedAt: Nullable(
      Type.String({ description: 'The publisher’s date of the data, `YYYY-MM-DD`; null if it gives none.' }),
    ),
    complete: Type.Boolean({ description: 'Whether the files were taken as all that the publisher holds.' }),
    files: Type.Array(FileSchema, {
      description:
        'The files that held the records if `filesOfRecords` is true, else those that the load read; at most 50. ' +
        'Empty for loads of versions before 0.2.0.',
    }),
    filesOfRecords: Type.Boolean({
      description:
        'Whether `files` are those that held the records. Which of several files did is kept by the load that ' +
        'last changed them.',
    }),
    fileCount: Type.Integer({ description: 'How many files the load read.' }),
  },
  { title: 'EvidenceRun', description: 'A load, with the files that it read.' },
);

const RecordSchema = Type.Object(
  {
    key: Type.String({ description: 'Its id; of a data set the publisher’s key of the record.' }),
    hash: Nullable(
      Type.String({
        description:
          'Hash of its content as it is stored; it changes with the content. Null if it went while this was made.',
      }),
    ),
    lastChanged: Nullable(Instant('When the content last changed here; null as `hash` is.')),
  },
  { title: 'EvidenceRecord' },
);

const OriginSchema = Type.Object(
  {
    source: Type.String({ description: 'Id of the source, as in /sources.' }),
    title: Type.String({ description: 'Title of the publisher’s data set.' }),
    agency: Type.String({ description: 'Name of the publisher.' }),
    url: Type.String({ description: 'The publisher’s page.' }),
    licence: Type.String({ description: 'The terms under which it publishes.' }),
    parties: Type.Array(Type.String(), {
      description:
        'For a data set: the linked parties whose records were read. Empty for the record’s own source.',
    }),
    records: Type.Array(RecordSchema, { description: 'The stored records that assertions rest on.' }),
    run: Nullable(RunSchema),
    confirmedBy: Nullable(RunSchema),
    missedBy: Nullable(RunSchema),
  },
  {
    title: 'EvidenceOrigin',
    description:
      'A publisher’s data set with one load of it: records that other loads changed have an origin of their own. `run` ' +
      'is the load that last changed the records; null if it is no longer known. `confirmedBy` is the newest later load ' +
      'of everything, which held them unchanged; null if there is none. `missedBy` is the load that no longer held ' +
      'them; null if their publisher lists them.',
  },
);

const AssertionSchema = Type.Object(
  {
    pointer: Type.String({
      description: 'The asserted field of `record`, as a JSON pointer (RFC 6901).',
      examples: ['/name', '/officers/0'],
    }),
    origin: Type.Integer({ minimum: 0, description: 'Who asserts it: a place in `origins`.' }),
    record: Type.Integer({
      minimum: 0,
      description: 'Which record does: a place in `records` of the origin.',
    }),
  },
  { title: 'EvidenceAssertion' },
);

const JudgedLinkSchema = Type.Object(
  {
    ...LINK_MEMBERS,
    judgedAt: Nullable(Instant('When the linking that judged it last began.')),
    weights: Nullable(Type.String({ description: 'Version of the weights that it was judged with.' })),
  },
  { title: 'EvidenceLink' },
);

const SearchedSchema = Type.Object(
  {
    lists: Type.Array(
      Type.Object({ ...SearchedListSchema.properties, run: Nullable(RunSchema) }, { title: 'EvidenceList' }),
      {
        description:
          'Every list with its result and the load that was searched. A list without a load was not searched.',
      },
    ),
    items: ExclusionsSchema.properties.items,
  },
  {
    title: 'EvidenceExclusions',
    description:
      'Only with `include=exclusions`: what each list says of the record, also that it is not on it.',
  },
);

const SignatureSchema = Type.Object(
  {
    algorithm: OneOf(['Ed25519'], 'The algorithm of the signature (RFC 8032).'),
    canonicalization: OneOf(
      ['RFC 8785'],
      'The signed bytes are the evidence in this canonical form, UTF-8, without `signature.value`.',
    ),
    publicKey: Type.String({ description: 'The installation’s public key: its 32 bytes in base64.' }),
    value: Type.String({ description: 'The signature: 64 bytes in base64.' }),
  },
  { title: 'EvidenceSignature', description: 'By the installation’s key.' },
);
export type EvidenceSignature = Conforming<typeof SignatureSchema>;

const unsigned = {
  format: OneOf([EVIDENCE_FORMAT], 'How this is made.'),
  id: Type.String({ description: 'Id of the record.' }),
  issuedAt: Instant('When this was made.'),
  sample: Type.Boolean({ description: 'True: of the bundled sample, whose records are invented.' }),
  goneSince: Nullable(Instant('Since when the publisher no longer lists the record; null if it does.')),
  record: EntitySchema,
  absent: Type.Record(Type.String(), OneOf(ABSENCE_REASONS, 'Why the field is missing.', 'AbsenceReason'), {
    description: 'Field -> reason, as in `meta.absent` of the record.',
  }),
  assertions: Type.Array(AssertionSchema, { description: 'One for each field of the record.' }),
  origins: Type.Array(OriginSchema, { description: 'Who asserts: the record’s own source first.' }),
  links: Type.Array(JudgedLinkSchema, {
    description:
      'The parties of data sets that were judged to be this entity, attached or not, with what was weighed.',
  }),
  exclusions: Type.Optional(SearchedSchema),
};

const UnsignedSchema = Type.Object(unsigned);
export type UnsignedEvidence = Conforming<typeof UnsignedSchema>;

export const EvidenceMetaSchema = Type.Object({
  source: Type.String({ description: 'Name of the originating registry.' }),
  dataset: Type.Optional(
    Type.String({ description: 'Title of the publisher’s data set that holds the record.' }),
  ),
  sample: Type.Optional(Type.Boolean({ description: 'True: the bundled sample answered, not real data.' })),
});

export const EvidenceSchema = Type.Object(
  { ...unsigned, signature: SignatureSchema },
  {
    title: 'Evidence',
    description:
      'A record with everything it rests on, signed. `dossier evidence verify` checks it without the service.',
  },
);
