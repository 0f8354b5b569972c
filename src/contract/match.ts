import Type from 'typebox';
import { Nullable, OneOf } from './schema.js';
import { MATCH_OUTCOMES, MATCH_TIERS } from './vocabulary.js';

/** Parameters of GET /match that describe the company; a list may have a column for each. */
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
    ours: Nullable(Type.String({ description: 'Value in the request.' })),
    theirs: Nullable(Type.String({ description: 'Value in the record; null if it is not displayed.' })),
    verdict: Type.String({ description: '`agree`, `partly`, `conflict`, `neutral` or `unknown`.' }),
    weight: Type.Number({
      description: 'Natural logarithm of odds; positive values are evidence for the record.',
    }),
    text: Type.String({ description: 'The evidence in one sentence.' }),
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
        'Probability that this is the company: its share among all candidates and no match. Records with another name do not reduce the probability of a record with the whole name at the address.',
    }),
    tier: OneOf(
      MATCH_TIERS,
      '`confirmed`: an identifier, or the only company of the name at the same place. `probable`: as likely as results of which 99 of 100 were right. `possible`: anything else.',
    ),
    evidence: Type.Array(EvidenceSchema, { description: 'The weights add up to the score.' }),
    rivals: Type.Integer({
      minimum: 0,
      description:
        'Number of other companies with a probability of at least 1/20; if you specified a street, at least 1/100 unless they have the whole name.',
    }),
    otherRecords: Type.Array(Type.String(), {
      description: 'Ids of records of the same company in other registers.',
    }),
  },
  { title: 'MatchCandidate' },
);

export const MatchSchema = Type.Object(
  {
    outcome: OneOf(
      MATCH_OUTCOMES,
      '`found`: the first candidate is the company, and its town, ZIP code or street does not contradict the request. `possible`: the first candidate is likely, but not certain enough; see `reason`. `ambiguous`: several records may be the company. `none`: no loaded record is likely.',
    ),
    reason: Type.String({ description: 'The reason, in one sentence.' }),
    candidateCount: Type.Integer({
      minimum: 0,
      description: 'Number of records that may be the company, including those not in `candidates`.',
    }),
    candidates: Type.Array(CandidateSchema, {
      description:
        'Up to ten, likeliest first: those with a probability of at least 1/20 and, if the outcome is `ambiguous`, at least a tenth of the first.',
    }),
  },
  { title: 'Match' },
);
