/**
 * A fitted table: what each feature adds to the score, in natural logarithms of odds. The probability that a
 * candidate is the right one is its share among all candidates and "none of them", whose score is 0.
 */
export interface Weights {
  /** Kept with every link, so that links made with older weights are known. */
  readonly version: string;
  /** The score of a candidate of whom nothing is known. */
  readonly base: number;
  readonly features: Readonly<Record<string, number>>;
  /** The best candidate is linked from this probability on: where F1 was highest on held-back queries. */
  readonly accept: number;
  /** At least .99, and higher where fewer than 99 of 100 held-back links above it were right. */
  readonly certain: number;
  /** The least lead in score over the runner-up; with less the query is ambiguous. */
  readonly margin: number;
}
