import type { NameMatch, Pair } from '../../matching/compare/comparison.js';
import type { Evidence } from '../../matching/explain.js';
import type { Prepared } from '../../matching/records/prepare.js';
import type { Tier } from '../../matching/tier.js';
import type { Weights } from '../../matching/weights/declare.js';
import type { Candidate } from './candidate.js';
import type { Nearness } from './place.js';
import type { Question } from './question/question.js';

/** `possible`: one record is likely, but not certain enough. `ambiguous`: several are likely. */
export type MatchOutcome = 'found' | 'possible' | 'ambiguous' | 'none';

/** A body that may be the requested one, with the record that represents it. */
export interface MatchedCandidate {
  readonly candidate: Candidate;
  /** Other records of the same body. */
  readonly also: readonly Candidate[];
  /** Probability that this body is the requested one, 0 to 1. */
  readonly probability: number;
  readonly tier: Tier;
  /** The weights sum to the score. */
  readonly evidence: readonly Evidence[];
  /** Other bodies with a probability of at least 1 %. */
  readonly rivals: number;
}

export interface Match {
  readonly outcome: MatchOutcome;
  /** One sentence. */
  readonly reason: string;
  /** Likeliest first, at most ten. */
  readonly candidates: readonly MatchedCandidate[];
  /** Number of matching records, including those not in `candidates`. */
  readonly candidateCount: number;
}

/** A candidate and the pair of names that agree best. */
export interface Named {
  readonly candidate: Candidate;
  readonly names: NameMatch;
}

export interface Scored {
  readonly candidate: Candidate;
  readonly pair: Pair;
  readonly score: number;
  readonly table: Weights;
  /** Minimum probability for the outcome `found`. */
  readonly foundFrom: number;
  readonly nearness: Nearness;
  /** Names are unique in its register: an SEC filer has a name that no other filer has. */
  readonly isNameTelling: boolean;
}

export interface Findings {
  readonly question: Question;
  /** The request as a record, including numbers of registers. */
  readonly query: Prepared;
  /** Candidates with an identifier of the request. */
  readonly holders: readonly Candidate[];
  /** Candidates with a name to compare, holders included. */
  readonly scored: readonly Scored[];
  /** False if there may be namesakes in the town that were not read. */
  readonly areNamesakesKnown: boolean;
  /** Number of records with the whole name, in the state of the request if it has one. */
  readonly countNamesakes: () => number;
}

/** The records of one body, best first. */
export type Body = readonly [Scored, ...Scored[]];
