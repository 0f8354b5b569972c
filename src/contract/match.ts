import Type from 'typebox';
import { Nullable, OneOf } from './schema.js';
import { MATCH_OUTCOMES, MATCH_TIERS } from './vocabulary.js';

/** Parameters of GET /match that tell of the company; a list may have a column for each. */
export const MATCH_QUESTIONS = [
  'name',
  'otherName',
  'state',
  'city',
  'zip',
  'street',
  'officer',
  'agent',
  'ein',
  'uei',
  'cik',
  'registryNumber',
] as const;

const EvidenceSchema = Type.Object(
  {
    field: Type.String({ description: 'The compared field.' }),
    ours: Nullable(Type.String({ description: 'The value in the question.' })),
    theirs: Nullable(Type.String({ description: 'The value in the record; null if it is not shown.' })),
    verdict: Type.String({ description: '`agree`, `partly`, `conflict`, `neutral` or `unknown`.' }),
    weight: Type.Number({ description: 'Natural logarithm of odds; positive speaks for the record.' }),
    text: Type.String({ description: 'The same in one sentence.' }),
  },
  { title: 'MatchEvidence' },
);

const CandidateSchema = Type.Object(
  {
    id: Type.String({ description: 'Resolves at GET /api/v1/entity/{id}.' }),
    name: Type.String({ description: 'Name as published.' }),
    state: Nullable(Type.String({ description: 'USPS code.' })),
    probability: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'That this is the one: its share among all candidates and none. Records of another name take nothing from a record that has the whole name at the address.',
    }),
    tier: OneOf(
      MATCH_TIERS,
      '`confirmed`: an identifier, or the sole bearer of the name at the same place. `probable`: as likely as answers of which ' +
        '99 of 100 were right. `possible`: all else.',
    ),
    evidence: Type.Array(EvidenceSchema, { description: 'The weights add up to the score.' }),
    rivals: Type.Integer({
      minimum: 0,
      description:
        'Other companies that come near it: one in twenty or more; with a street one in a hundred, unless it bears the whole name.',
    }),
    otherRecords: Type.Array(Type.String(), {
      description: 'Ids of further records that are taken for the same company’s, in other registers.',
    }),
  },
  { title: 'MatchCandidate' },
);

export const MatchSchema = Type.Object(
  {
    outcome: OneOf(
      MATCH_OUTCOMES,
      '`found`: the first candidate is the one, and its town, ZIP code or street does not contradict the request. `possible`: the first candidate is likely, but not certain enough; `reason` says why. `ambiguous`: several records may be meant, and a person must choose. `none`: no loaded ' +
        'record is likely.',
    ),
    reason: Type.String({ description: 'Why, in one sentence.' }),
    candidateCount: Type.Integer({
      minimum: 0,
      description: 'Number of records that may be the company, with those that `candidates` leaves out.',
    }),
    candidates: Type.Array(CandidateSchema, {
      description:
        'The likeliest first, at most ten: those with a chance of at least one in twenty, and if the outcome is `ambiguous` those at ' +
        'most ten times less likely than the first.',
    }),
  },
  { title: 'Match' },
);
