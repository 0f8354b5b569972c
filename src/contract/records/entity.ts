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
  'The kind of record. A license has no formation date: that is its nature, not a gap.',
  'RecordClass',
);
export const SubjectTypeSchema = OneOf(
  SUBJECT_TYPES,
  '`person`: the subject is a named individual, not a company.',
  'SubjectType',
);
export const JurisdictionLevelSchema = Nullable(
  OneOf(
    JURISDICTION_LEVELS,
    'The level of the publisher; null together with a null `sourceAgency`.',
    'JurisdictionLevel',
  ),
);
export const SourceAgencySchema = Nullable(
  Type.String({
    description: 'The agency that asserts the record; null if `jurisdictionLevel` is null.',
  }),
);

export const RegisteredAgentSchema = Type.Object(
  {
    name: Type.String({ description: 'Name of the person or firm.' }),
    address: Nullable(Type.String({ description: 'One line; null when the publisher leaves it blank.' })),
    role: Type.Optional(
      TextOf(
        ['service_of_process'],
        '`service_of_process`: no agent is on record, or it was revoked; the state sends papers here. Absent ' +
          'for a registered agent.',
      ),
    ),
    note: Type.Optional(
      Type.String({
        description: 'The publisher’s words in place of an agent, such as `Registered Agent Revoked`.',
      }),
    ),
  },
  {
    title: 'RegisteredAgent',
    description: 'The person or firm that takes legal papers for the entity. Absent if not held.',
  },
);

const OfficerSchema = Type.Object(
  {
    name: Type.String({ description: 'Name as published.' }),
    title: Nullable(Type.String({ description: 'Role as published.' })),
    source: OneOf(OFFICER_SOURCES, 'Which kind of record names the officer.'),
  },
  { title: 'Officer' },
);

export const OtherNameSchema = Type.Object(
  {
    name: Type.String({ description: 'Name as published.' }),
    kind: TextOf(
      OTHER_NAME_KINDS,
      '`former`: borne before. `assumed`: trades under it. `sort`: a name the publisher sorts by.',
    ),
    source: Type.String({ description: 'Id of the source that gives the name, as in /sources.' }),
  },
  { title: 'OtherName' },
);

const EntityFilingSchema = Type.Object(
  {
    type: Type.String({ description: 'Kind of filing, as published.' }),
    date: Nullable(CalendarDate('Filing date.')),
    description: Nullable(Type.String({ description: 'Further words of the publisher.' })),
  },
  { title: 'EntityFiling' },
);

const IdentifierSchema = Type.Object(
  {
    scheme: TextOf(
      IDENTIFIER_SCHEMES,
      'Which numbering: `uei`, `ein`, `usdot`, `fdic_cert`; `co_entity`: the number of a trade name’s owner in Colorado’s register.',
    ),
    value: Type.String({ description: 'The number, as text.' }),
  },
  { title: 'Identifier' },
);

/** Members that an entity has only if they are asked for. */
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
        description: 'Other names that find the record in searches. Absent if the publisher gives none.',
      }),
    ),
    state: Type.Optional(Type.String({ description: 'USPS code; absent for foreign registrants.' })),
    stateEntityId: Type.Optional(
      Type.String({ description: 'The number the state or county publisher gave it.' }),
    ),
    type: Type.Optional(Type.String({ description: 'Kind of entity, in the publisher’s words.' })),
    status: Type.Optional(
      Type.String({
        description:
          'Status as published. If the publisher lists active entities only: `Active`, or `No longer listed`.',
      }),
    ),
    expirationDate: Type.Optional(
      CalendarDate(
        'Last day of a federal registration; from the next day on (UTC) its `status` is `Expired`, and `status=` finds it so.',
      ),
    ),
    formedDate: Type.Optional(
      CalendarDate('Formation date. Absent for kinds of records that do not carry it.'),
    ),
    registeredInStateDate: Type.Optional(
      CalendarDate('Day on which the state authorized an entity formed elsewhere to do business.'),
    ),
    registeredAgent: Type.Optional(RegisteredAgentSchema),
    principalAddress: Type.Optional(Type.String({ description: 'Principal place of business, one line.' })),
    officers: Type.Array(OfficerSchema, {
      description:
        'Officers from all loaded sources; may be empty. Officers of a city’s record have `source: "state"`, the closest value.',
    }),
    filings: Type.Array(EntityFilingSchema, {
      description: 'The entity’s own filings, newest first; may be empty.',
    }),
    identifiers: Type.Optional(
      Type.Array(IdentifierSchema, {
        description: 'Numbers of federal records, and of the owner of a Colorado trade name.',
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
    description: 'One business (or one person, if `subjectType` says so) as one publisher records it.',
  },
);

/** The record as it is stored and shown, without the members that are only there if they are asked for. */
export type EntityData = Omit<Conforming<typeof EntitySchema>, IncludeToken>;

/** The most candidates shown for a possible link. */
export const POSSIBLE_SHOWN = 5;

const outcome = {
  outcome: OneOf(
    ENRICHMENT_OUTCOMES,
    'The result of the look-up. `possible`: the candidates in `possible` are not certain enough to be shown. `details_not_loaded`: an SEC filer of this name is known from index files only.',
    'EnrichmentOutcome',
  ),
  asOf: Nullable(CalendarDate('The publisher’s date of the data set.')),
  possible: Type.Optional(
    Type.Array(
      Type.Object(
        {
          dataset: Type.String({ description: 'Data set, as in /sources.' }),
          key: Type.String({ description: 'The party that the data set names.', examples: ['cik:320193'] }),
          name: Type.String({ description: 'Its name in the data set.' }),
          probability: Type.Number({ description: '0 to 1.' }),
          against: Type.Array(Type.String(), { description: 'What speaks against it, a sentence each.' }),
          confirm: Type.String({ description: 'The command by which the operator confirms the link.' }),
        },
        { title: 'PossibleLink' },
      ),
      {
        maxItems: POSSIBLE_SHOWN,
        description: `Only if the outcome is \`possible\`: the candidates, the likeliest first, ${POSSIBLE_SHOWN} at most. Their data is not shown.`,
      },
    ),
  ),
};

/** One list, and what a search in it gave. */
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

const EnrichmentSchema = Type.Object(
  {
    ...outcome,
    parts: Type.Optional(
      Type.Record(Type.String(), Type.Object(outcome, { title: 'EnrichmentPart' }), {
        description: 'The parts of `federal`: sec, contracts, lobbying.',
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
          entities: Type.Integer({ description: 'How many share it.' }),
        }),
        {
          description:
            'Only in `related`: agents and addresses shared by too many entities to mean anything.',
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
    ours: Nullable(Type.String({ description: 'The value in the record.' })),
    theirs: Nullable(Type.String({ description: 'The value in the data set.' })),
    verdict: Type.String({ description: '`agree`, `partly`, `conflict`, `neutral` or `unknown`.' }),
    weight: Type.Number({ description: 'Natural logarithm of odds; positive speaks for the link.' }),
    text: Type.String({ description: 'The same in one sentence.' }),
  },
  { title: 'LinkEvidence' },
);

/** Members of a link, with all that was weighed. */
export const LINK_MEMBERS = {
  dataset: Type.String({ description: 'Data set, as in /sources.' }),
  key: Type.String({ description: 'The party that the data set names.' }),
  outcome: Type.String({ description: '`linked`, or `ambiguous`: no evidence tells it from its rivals.' }),
  tier: Type.String({ description: '`confirmed`, `probable` or `possible`.' }),
  attached: Type.Boolean({ description: 'Whether its data is shown; what is only possible never is.' }),
  probability: Type.Number({ description: '0 to 1.' }),
  decidedBy: Type.String({ description: '`identifier`, `model`, or `correction` by a person.' }),
  evidence: Type.Array(EvidenceSchema, { description: 'The weights add up to the score.' }),
  rivals: Type.Integer({ description: 'Other candidates with a chance of at least one in a hundred.' }),
};

/** The most candidates shown for an ambiguous link. */
export const CANDIDATES_SHOWN = 5;

const LinkSchema = Type.Object(
  {
    token: OneOf(INCLUDE_TOKENS, 'Whose data it leads to.'),
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
          description: `Only if the outcome is \`ambiguous\`: the records among which nothing decides, this one first, ${CANDIDATES_SHOWN} at most; \`rivals\` counts all.`,
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
      description: 'Title of the publisher’s data set that holds the record, as in /sources.',
      examples: ['Business Entities in Colorado'],
    }),
  ),
  lastUpdated: Type.String({
    description: 'When this record’s content last changed here; ISO 8601, UTC.',
    examples: ['2026-10-16T09:30:00.000Z'],
  }),
  asOf: Nullable(
    CalendarDate(
      'The publisher’s date of the edition that last changed this record, or that no longer lists it; null if unknown. ' +
        'A status is as of this day at the earliest.',
    ),
  ),
  absent: Type.Record(Type.String(), OneOf(ABSENCE_REASONS, 'Why the field is missing.', 'AbsenceReason'), {
    description:
      'Field -> reason, for every specified field that is absent, null or empty. `principalAddress.street` is ' +
      '`withheld` if the subject is a person: the address then is the place alone.',
  }),
  identity: Type.Optional(EntityIdentitySchema),
  enrichment: Type.Optional(
    Type.Record(Type.String(), EnrichmentSchema, {
      description: 'Token -> outcome, for each requested token.',
    }),
  ),
  links: Type.Optional(
    Type.Array(LinkSchema, { description: 'With `explain=true`: what the included tokens rest on.' }),
  ),
  goneSince: Type.Optional(
    Type.String({ description: 'Since when the publisher no longer lists the record; ISO 8601, UTC.' }),
  ),
  live: Type.Optional(
    Type.Boolean({ description: 'True: read from the publisher’s portal, not loaded here.' }),
  ),
  stale: Type.Optional(
    Type.Boolean({ description: 'True: the portal did not answer; this is what it said before.' }),
  ),
  sample: Type.Optional(Type.Boolean({ description: 'True: the bundled sample answered, not real data.' })),
  linksUnavailable: Type.Optional(
    Type.Boolean({
      description: 'True: links cannot be read now, so linked data is missing from this record.',
    }),
  ),
});
