import Type from 'typebox';
import { type Conforming, Nullable, OneOf } from '../schema.js';
import { ABSENCE_REASONS } from '../vocabulary.js';
import { ExclusionsSchema } from './enrichment.js';
import { EntitySchema, LINK_MEMBERS, SearchedListSchema } from './entity.js';

/** Incremented with every change that an older verifier would not understand. */
export const EVIDENCE_FORMAT = 'dossier-evidence-1';

const Instant = (description: string) => Type.String({ description: `${description} ISO 8601, UTC.` });

const FileSchema = Type.Object(
  {
    name: Type.String({ description: 'File name, as published.' }),
    bytes: Type.Integer({ description: 'Size in bytes as received, before decompression.' }),
    sha256: Type.String({ description: 'SHA-256 of these bytes, lowercase hexadecimal.' }),
    url: Nullable(Type.String({ description: 'Download URL; null for local files.' })),
    publishedAt: Nullable(Instant("Last-Modified time reported by the publisher's server.")),
    fetchedAt: Nullable(Instant('When the download completed; null for local files.')),
  },
  { title: 'EvidenceFile' },
);

const RunSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Run number in this installation.' }),
    startedAt: Instant('When the load started.'),
    finishedAt: Nullable(Instant('When the load ended.')),
    publishedAt: Nullable(
      Type.String({ description: 'Publication date of the data, `YYYY-MM-DD`; null if unknown.' }),
    ),
    complete: Type.Boolean({ description: 'Whether the files were complete.' }),
    files: Type.Array(FileSchema, {
      description:
        'If `filesOfRecords` is true, the files that contained the records; otherwise the files that the load read, up to 50. Empty for loads by versions before 0.2.0.',
    }),
    filesOfRecords: Type.Boolean({
      description:
        'Whether `files` are exactly those that contained the records. Known for the load that last changed them.',
    }),
    fileCount: Type.Integer({ description: 'Number of files that the load read.' }),
  },
  { title: 'EvidenceRun', description: 'A load and its files.' },
);

const RecordSchema = Type.Object(
  {
    key: Type.String({ description: 'Its id; in a data set, the publisher’s key of the record.' }),
    hash: Nullable(
      Type.String({
        description:
          'Hash of its stored content; null if the record was deleted while the evidence was created.',
      }),
    ),
    lastChanged: Nullable(Instant('When the content last changed; null if `hash` is null.')),
  },
  { title: 'EvidenceRecord' },
);

const OriginSchema = Type.Object(
  {
    source: Type.String({ description: 'Id of the source, as in /sources.' }),
    title: Type.String({ description: 'Title of the publisher’s data set.' }),
    agency: Type.String({ description: 'Publisher name.' }),
    url: Type.String({ description: 'Publisher URL.' }),
    licence: Type.String({ description: 'Licence of the data.' }),
    parties: Type.Array(Type.String(), {
      description:
        'For a data set: the linked parties whose records were read. Empty for the record’s own source.',
    }),
    records: Type.Array(RecordSchema, { description: 'The stored records that support the assertions.' }),
    run: Nullable(RunSchema),
    confirmedBy: Nullable(RunSchema),
    missedBy: Nullable(RunSchema),
  },
  {
    title: 'EvidenceOrigin',
    description:
      'A data set with one load of it; records changed by other loads have their own origin. `run` is the load that last changed the records; null if unknown. `confirmedBy` is the latest complete load that found them unchanged, or null. `missedBy` is the load that no longer contained them; null if they are still listed.',
  },
);

const AssertionSchema = Type.Object(
  {
    pointer: Type.String({
      description: 'The asserted field of `record`, as a JSON pointer (RFC 6901).',
      examples: ['/name', '/officers/0'],
    }),
    origin: Type.Integer({ minimum: 0, description: 'The source: an index in `origins`.' }),
    record: Type.Integer({
      minimum: 0,
      description: 'The record: an index in `records` of the origin.',
    }),
  },
  { title: 'EvidenceAssertion' },
);

const JudgedLinkSchema = Type.Object(
  {
    ...LINK_MEMBERS,
    judgedAt: Nullable(Instant('When the linking run that decided it started.')),
    weights: Nullable(Type.String({ description: 'Version of the weights used.' })),
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
    algorithm: OneOf(['Ed25519'], 'Signature algorithm (RFC 8032).'),
    canonicalization: OneOf(
      ['RFC 8785'],
      'The signed bytes are the evidence without `signature.value`, in this canonical form, UTF-8.',
    ),
    publicKey: Type.String({ description: 'Public key of the installation: 32 bytes in base64.' }),
    value: Type.String({ description: 'The signature: 64 bytes in base64.' }),
  },
  { title: 'EvidenceSignature', description: 'Signed with the installation’s key.' },
);
export type EvidenceSignature = Conforming<typeof SignatureSchema>;

const unsigned = {
  format: OneOf([EVIDENCE_FORMAT], 'Format version.'),
  id: Type.String({ description: 'Id of the record.' }),
  issuedAt: Instant('When the evidence was created.'),
  sample: Type.Boolean({ description: '`true` if the record is from the bundled sample and invented.' }),
  goneSince: Nullable(
    Instant('When the publisher was first found to no longer list the record; null if it lists it.'),
  ),
  record: EntitySchema,
  absent: Type.Record(Type.String(), OneOf(ABSENCE_REASONS, 'Why the field is missing.', 'AbsenceReason'), {
    description: 'Reason for each missing field, as in `meta.absent` of the record.',
  }),
  assertions: Type.Array(AssertionSchema, { description: 'One for each field of the record.' }),
  origins: Type.Array(OriginSchema, { description: 'The sources; the record’s own source first.' }),
  links: Type.Array(JudgedLinkSchema, {
    description:
      'Parties of data sets that were matched with this entity, attached or not, with the evidence.',
  }),
  exclusions: Type.Optional(SearchedSchema),
};

const UnsignedSchema = Type.Object(unsigned);
export type UnsignedEvidence = Conforming<typeof UnsignedSchema>;

export const EvidenceMetaSchema = Type.Object({
  source: Type.String({ description: 'Name of the originating registry.' }),
  dataset: Type.Optional(Type.String({ description: 'Title of the publisher’s data set.' })),
  sample: Type.Optional(Type.Boolean({ description: '`true` if the data is the bundled sample.' })),
});

export const EvidenceSchema = Type.Object(
  { ...unsigned, signature: SignatureSchema },
  {
    title: 'Evidence',
    description:
      'A record with all its evidence, signed. `dossier evidence verify` verifies it without the service.',
  },
);
