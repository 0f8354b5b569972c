/**
 * A fitted table of the weight of each feature, in natural logarithms of odds. The probability that a candidate is the right
 * one is its share among all candidates and "none of them", whose score is 0.
 */
export interface Weights {
  /** Stored with every link, so that links made with older weights are recognised. */
  readonly version: string;
  /** The score of a candidate with all features 0. */
  readonly base: number;
  readonly features: Readonly<Record<string, number>>;
  /** Minimum probability for a link of the best candidate: the value with the highest F1 on held-out queries. */
  readonly accept: number;
  /** At least .99, or higher if fewer than 99 % of the held-out links above it were right. */
  readonly certain: number;
  /** Minimum lead in score over the runner-up; with less the query is ambiguous. */
  readonly margin: number;
}
