import type { NameMatch, Pair } from '../../matching/compare/comparison.js';
import type { Evidence } from '../../matching/explain.js';
import type { Prepared } from '../../matching/records/prepare.js';
import type { Tier } from '../../matching/tier.js';
import type { Weights } from '../../matching/weights/declare.js';
import type { Candidate } from './candidate.js';
import type { Nearness } from './place.js';
import type { Question } from './question/question.js';

/** `possible`: one record is likely, but not certain enough. `ambiguous`: several are. */
export type MatchOutcome = 'found' | 'possible' | 'ambiguous' | 'none';

/** A body that may be the one that was asked for, by the record that stands for it. */
export interface MatchedCandidate {
  readonly candidate: Candidate;
  /** Further records of the same body. */
  readonly also: readonly Candidate[];
  /** That this body is the one, 0 to 1. */
  readonly probability: number;
  readonly tier: Tier;
  /** Weights add up to the score. */
  readonly evidence: readonly Evidence[];
  /** Other bodies with a chance of at least one in a hundred. */
  readonly rivals: number;
}

export interface Match {
  readonly outcome: MatchOutcome;
  /** One sentence. */
  readonly reason: string;
  /** The likeliest first, at most ten. */
  readonly candidates: readonly MatchedCandidate[];
  /** How many records may be meant, with those that are not among `candidates`. */
  readonly candidateCount: number;
}

/** A candidate and the names that fit best. */
export interface Named {
  readonly candidate: Candidate;
  readonly names: NameMatch;
}

export interface Scored {
  readonly candidate: Candidate;
  readonly pair: Pair;
  readonly score: number;
  readonly table: Weights;
  /** The probability from which an answer is certain enough. */
  readonly foundFrom: number;
  readonly nearness: Nearness;
  /** Names of its register are told apart by their owners: who files with the SEC bears one that no other filer bears. */
  readonly isNameTelling: boolean;
}

export interface Findings {
  readonly question: Question;
  /** Holds what the question says, the numbers of registers included. */
  readonly query: Prepared;
  /** Those with an identifier of the question. */
  readonly holders: readonly Candidate[];
  /** Those with a name to compare, holders included. */
  readonly scored: readonly Scored[];
  /** False if there may be namesakes in the town that were not read. */
  readonly areNamesakesKnown: boolean;
  /** Counts the records that have the whole name, in the state of the question if it has one. */
  readonly countNamesakes: () => number;
}

/** The records of one body, the best one first. */
export type Body = readonly [Scored, ...Scored[]];
