import Type, { type TOptional } from 'typebox';
import { type Conforming, Nullable, OneOf, TextOf } from '../schema.js';
import {
  ABSENCE_REASONS,
  ENRICHMENT_OUTCOMES,
  IDENTIFIER_SCHEMES,
  JURISDICTION_LEVELS,
  OFFICER_SOURCES,
  OTHER_NAME_KINDS,
  RECORD_CLASSES,
  SUBJECT_TYPES,
} from '../vocabulary.js';
import { CalendarDate } from './calendar-date.js';
import { INCLUDE_TOKENS, INCLUDES, type IncludeToken } from './enrichment.js';
import { EntityIdentitySchema } from './identity.js';

export const RecordClassSchema = OneOf(
  RECORD_CLASSES,
  'Kind of record. A license has no formation date by nature.',
  'RecordClass',
);
export const SubjectTypeSchema = OneOf(
  SUBJECT_TYPES,
  '`person` if the subject is an individual.',
  'SubjectType',
);
export const JurisdictionLevelSchema = Nullable(
  OneOf(JURISDICTION_LEVELS, 'Level of the publisher; null if `sourceAgency` is null.', 'JurisdictionLevel'),
);
export const SourceAgencySchema = Nullable(
  Type.String({
    description: 'The agency that asserts the record; null if `jurisdictionLevel` is null.',
  }),
);

export const RegisteredAgentSchema = Type.Object(
  {
    name: Type.String({ description: 'Name of the person or firm.' }),
    address: Nullable(Type.String({ description: 'On one line; null if the publisher leaves it blank.' })),
    role: Type.Optional(
      TextOf(
        ['service_of_process'],
        '`service_of_process`: there is no agent, or it was revoked; the state forwards documents to this address. Absent for a registered agent.',
      ),
    ),
    note: Type.Optional(
      Type.String({
        description: 'The publisher’s text in place of an agent, such as `Registered Agent Revoked`.',
      }),
    ),
  },
  {
    title: 'RegisteredAgent',
    description: 'The person or firm that accepts legal documents for the entity. Absent if missing.',
  },
);

const OfficerSchema = Type.Object(
  {
    name: Type.String({ description: 'Name as published.' }),
    title: Nullable(Type.String({ description: 'Role as published.' })),
    source: OneOf(OFFICER_SOURCES, 'Kind of record that lists the officer.'),
  },
  { title: 'Officer' },
);

export const OtherNameSchema = Type.Object(
  {
    name: Type.String({ description: 'Name as published.' }),
    kind: TextOf(
      OTHER_NAME_KINDS,
      '`former`: a previous name. `assumed`: a trade name. `sort`: a name by which the publisher sorts.',
    ),
    source: Type.String({ description: 'Id of the source of the name, as in /sources.' }),
  },
  { title: 'OtherName' },
);

const EntityFilingSchema = Type.Object(
  {
    type: Type.String({ description: 'Kind of filing, as published.' }),
    date: Nullable(CalendarDate('Filing date.')),
    description: Nullable(Type.String({ description: 'Further text from the publisher.' })),
  },
  { title: 'EntityFiling' },
);

const IdentifierSchema = Type.Object(
  {
    scheme: TextOf(
      IDENTIFIER_SCHEMES,
      'Scheme: `uei`, `ein`, `usdot`, `fdic_cert`; `co_entity` is the Colorado number of a trade name’s owner.',
    ),
    value: Type.String({ description: 'The number, as text.' }),
  },
  { title: 'Identifier' },
);

/** Fields that an entity has only if requested. */
const INCLUDED = Object.fromEntries(
  Object.entries(INCLUDES).map(([token, schema]) => [token, Type.Optional(schema)]),
) as { readonly [Token in keyof typeof INCLUDES]: TOptional<(typeof INCLUDES)[Token]> };

export const EntitySchema = Type.Object(
  {
    id: Type.String({
      description: 'UUID, or `<STATE>:<state entity id>` for registers read from open-data portals.',
    }),
    name: Type.String({ description: 'Name as published.' }),
    otherNames: Type.Optional(
      Type.Array(OtherNameSchema, {
        description: 'Other names by which searches find the record. Absent if there are none.',
      }),
    ),
    state: Type.Optional(Type.String({ description: 'USPS code; absent for foreign registrants.' })),
    stateEntityId: Type.Optional(Type.String({ description: 'Number assigned by the state or county.' })),
    type: Type.Optional(Type.String({ description: 'Kind of entity, as published.' })),
    status: Type.Optional(
      Type.String({
        description:
          'Status as published. If the publisher only lists active entities: `Active`, or `No longer listed`.',
      }),
    ),
    expirationDate: Type.Optional(
      CalendarDate(
        'Last day of a federal registration. From the next day (UTC), its `status`, and its match with `status=`, is `Expired`.',
      ),
    ),
    formedDate: Type.Optional(CalendarDate('Formation date. Absent for kinds of records without one.')),
    registeredInStateDate: Type.Optional(
      CalendarDate('Date on which the state authorized an entity formed elsewhere to do business.'),
    ),
    registeredAgent: Type.Optional(RegisteredAgentSchema),
    principalAddress: Type.Optional(
      Type.String({ description: 'Principal place of business, on one line.' }),
    ),
    officers: Type.Array(OfficerSchema, {
      description:
        'Officers from all loaded sources; may be empty. Officers in a city’s record have `source: "state"`, the closest value.',
    }),
    filings: Type.Array(EntityFilingSchema, {
      description: 'The entity’s own filings, newest first; may be empty.',
    }),
    identifiers: Type.Optional(
      Type.Array(IdentifierSchema, {
        description: 'Identifiers of federal records, and of the owner of a Colorado trade name.',
      }),
    ),
    recordClass: RecordClassSchema,
    subjectType: SubjectTypeSchema,
    jurisdictionLevel: JurisdictionLevelSchema,
    sourceAgency: SourceAgencySchema,
    ...INCLUDED,
  },
  {
    title: 'Entity',
    description: 'One business (or individual, see `subjectType`) as recorded by one publisher.',
  },
);

/** The record as stored and returned, without fields that must be requested. */
export type EntityData = Omit<Conforming<typeof EntitySchema>, IncludeToken>;

/** Max. candidates shown for a possible link. */
export const POSSIBLE_SHOWN = 5;

const outcome = {
  outcome: OneOf(
    ENRICHMENT_OUTCOMES,
    'Outcome of the lookup. `possible`: the candidates in `possible` are not certain enough to be used. `details_not_loaded`: a SEC filer of this name is only known from index files.',
    'EnrichmentOutcome',
  ),
  asOf: Nullable(CalendarDate('Publication date of the data set.')),
  possible: Type.Optional(
    Type.Array(
      Type.Object(
        {
          dataset: Type.String({ description: 'Data set, as in /sources.' }),
          key: Type.String({ description: 'The party in the data set.', examples: ['cik:320193'] }),
          name: Type.String({ description: 'Its name in the data set.' }),
          probability: Type.Number({ description: '0 to 1.' }),
          against: Type.Array(Type.String(), { description: 'The evidence against it, one sentence each.' }),
          confirm: Type.String({ description: 'The command with which the operator confirms the link.' }),
        },
        { title: 'PossibleLink' },
      ),
      {
        maxItems: POSSIBLE_SHOWN,
        description: `Only if the outcome is \`possible\`: up to ${POSSIBLE_SHOWN} candidates, likeliest first. Their data is not returned.`,
      },
    ),
  ),
};

/** A list, and the result of searching it. */
export const SearchedListSchema = Type.Object(
  {
    dataset: Type.String({ description: 'The list, as in /sources.' }),
    title: Type.String({ description: 'Its title.' }),
    outcome: OneOf(['found', 'possible', 'none', 'not_loaded'], 'The result of the search.', 'ListOutcome'),
    asOf: Nullable(
      CalendarDate('The publisher’s date of the list; null if it gives none, or if it is not loaded.'),
    ),
    loadedAt: Nullable(
      Type.String({ description: 'When the list was loaded; ISO 8601, UTC. Null if it is not.' }),
    ),
    statement: Type.String({ description: 'The result in one sentence, with the day of the list.' }),
    possible: Type.Array(
      Type.Object(
        {
          key: Type.String({ description: 'Key of the entry.' }),
          name: Type.String({ description: 'Name in the list.' }),
          place: Nullable(Type.String({ description: 'Place in the list, if it gives one.' })),
          why: Type.String({
            description: 'What the entry and the record have in common, and what is not known.',
          }),
        },
        { title: 'PossibleExclusion' },
      ),
      { description: 'Entries of the same name that no number decides.' },
    ),
  },
  { title: 'SearchedList' },
);
export type SearchedList = Conforming<typeof SearchedListSchema>;

export const EnrichmentSchema = Type.Object(
  {
    ...outcome,
    parts: Type.Optional(
      Type.Record(Type.String(), Type.Object(outcome, { title: 'EnrichmentPart' }), {
        description:
          'The parts of `federal`: sec, contracts, lobbying; of `financials`: irs, sec, dol; of `ownership`: gleif, irs, insiders.',
      }),
    ),
    lists: Type.Optional(
      Type.Array(SearchedListSchema, {
        description:
          'Only in `exclusions`: every list, searched or not. A list that is not loaded was not searched.',
      }),
    ),
    excluded: Type.Optional(
      Type.Array(
        Type.Object({
          kind: Type.String({ description: '`registered_agent` or `principal_address`.' }),
          value: Type.String({ description: 'The agent or address.' }),
          entities: Type.Integer({ description: 'Number of entities that share it.' }),
        }),
        {
          description: 'Only in `related`: agents and addresses that too many entities share.',
        },
      ),
    ),
  },
  { title: 'Enrichment' },
);
export type EnrichmentResult = Conforming<typeof EnrichmentSchema>;

const EvidenceSchema = Type.Object(
  {
    field: Type.String({ description: 'The compared field.' }),
    ours: Nullable(Type.String({ description: 'Value in the record.' })),
    theirs: Nullable(Type.String({ description: 'Value in the data set.' })),
    verdict: Type.String({ description: '`agree`, `partly`, `conflict`, `neutral` or `unknown`.' }),
    weight: Type.Number({
      description: 'Natural logarithm of odds; positive values are evidence for the link.',
    }),
    text: Type.String({ description: 'The evidence in one sentence.' }),
  },
  { title: 'LinkEvidence' },
);

/** Fields of a link, with all evidence. */
export const LINK_MEMBERS = {
  dataset: Type.String({ description: 'Data set, as in /sources.' }),
  key: Type.String({ description: 'The party in the data set.' }),
  outcome: Type.String({
    description: '`linked`, or `ambiguous`: the evidence does not distinguish it from its rivals.',
  }),
  tier: Type.String({ description: '`confirmed`, `probable` or `possible`.' }),
  attached: Type.Boolean({ description: 'Whether its data is returned; never for `possible` links.' }),
  probability: Type.Number({ description: '0 to 1.' }),
  decidedBy: Type.String({ description: '`identifier`, `model`, or `correction` by a person.' }),
  evidence: Type.Array(EvidenceSchema, { description: 'The weights add up to the score.' }),
  rivals: Type.Integer({ description: 'Other candidates with a probability of at least 1/100.' }),
};

/** Max. candidates shown for an ambiguous link. */
export const CANDIDATES_SHOWN = 5;

const LinkSchema = Type.Object(
  {
    token: OneOf(INCLUDE_TOKENS, 'Publisher of the linked data.'),
    ...LINK_MEMBERS,
    candidates: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.String({ description: 'Resolves at GET /api/v1/entity/{id}.' }),
          name: Type.String({ description: 'Name as published.' }),
          state: Nullable(Type.String({ description: 'USPS code.' })),
          probability: LINK_MEMBERS.probability,
          evidence: LINK_MEMBERS.evidence,
        }),
        {
          maxItems: CANDIDATES_SHOWN,
          description: `Only if the outcome is \`ambiguous\`: up to ${CANDIDATES_SHOWN} records that the evidence does not distinguish, this one first; \`rivals\` counts all.`,
        },
      ),
    ),
  },
  { title: 'Link' },
);
export type ExplainedLink = Conforming<typeof LinkSchema>;

export const EntityMetaSchema = Type.Object({
  source: Type.String({
    description: 'Name of the originating registry.',
    examples: ['Colorado Secretary of State'],
  }),
  dataset: Type.Optional(
    Type.String({
      description: 'Title of the publisher’s data set, as in /sources.',
      examples: ['Business Entities in Colorado'],
    }),
  ),
  lastUpdated: Type.String({
    description: 'When the record’s content last changed in this service; ISO 8601, UTC.',
    examples: ['2026-10-16T09:30:00.000Z'],
  }),
  asOf: Nullable(
    CalendarDate(
      'Publication date of the edition that last changed this record or no longer lists it; null if unknown. The status is at least as recent.',
    ),
  ),
  absent: Type.Record(Type.String(), OneOf(ABSENCE_REASONS, 'Why the field is missing.', 'AbsenceReason'), {
    description:
      'Reason for each field that is absent, null or empty. `principalAddress.street` is `withheld` if the subject is an individual; the address is then only the place.',
  }),
  identity: Type.Optional(EntityIdentitySchema),
  enrichment: Type.Optional(
    Type.Record(Type.String(), EnrichmentSchema, {
      description: 'Outcome of each requested token.',
    }),
  ),
  links: Type.Optional(
    Type.Array(LinkSchema, { description: 'With `explain=true`: what the included tokens rest on.' }),
  ),
  goneSince: Type.Optional(
    Type.String({
      description: 'When the publisher was first found to no longer list the record; ISO 8601, UTC.',
    }),
  ),
  live: Type.Optional(
    Type.Boolean({
      description: '`true` if the record was read from the publisher’s portal and is not loaded.',
    }),
  ),
  stale: Type.Optional(
    Type.Boolean({
      description: '`true` if the portal did not respond and an earlier response is returned.',
    }),
  ),
  sample: Type.Optional(Type.Boolean({ description: '`true` if the data is the bundled sample.' })),
  linksUnavailable: Type.Optional(
    Type.Boolean({
      description: '`true` if links cannot be read; linked data is then missing.',
    }),
  ),
});
