import { MAX_MASS } from '../names/word-mass.js';
import type { Population } from '../population/population.js';
import type { Prepared, PreparedName } from '../records/prepare.js';

/** Two records to compare, with the results of comparing their names. */
export interface Pair {
  readonly ours: Prepared;
  readonly theirs: Prepared;
  readonly population: Population;
  readonly names: NameMatch;
}

/** How two names agree. All shares are 0 to 1. */
export interface NameMatch {
  readonly ours: PreparedName;
  readonly theirs: PreparedName;
  readonly same: 'core' | 'compact' | 'words' | 'no';
  /** Share of both names' mass that has a counterpart; a similar token counts in part. */
  readonly overlap: number;
  /** Mass of our tokens without a counterpart. */
  readonly oursAlone: number;
  readonly theirsAlone: number;
  readonly jaroWinkler: number;
  readonly dice: number;
}

/** `unknown`: a side is missing. `neutral`: both sides are present, but nothing follows from them. */
export type Verdict = 'agree' | 'partly' | 'conflict' | 'neutral' | 'unknown';

/**
 * Compares one field of two records. `features` are numbers of about 0 to 1, all 0 if the field is unknown; a weights table
 * contains the weight of each. `says` contains the sentence that users read for each verdict.
 */
export interface Comparison {
  readonly field: string;
  readonly features: readonly string[];
  /** The features that only count against a pair; all others only count for it. */
  readonly against: readonly string[];
  readonly says: Readonly<Record<Verdict, string>>;
  /** A sentence for this pair if that of the verdict would be wrong. */
  saysOf?(pair: Pair, verdict: Verdict): string | undefined;
  /** Writes the features' values from index `at`; `values` must be zero there. */
  measure(pair: Pair, values: Float64Array, at: number): Verdict;
  /** The field of each side, as published. */
  shows(pair: Pair): { readonly ours: string | null; readonly theirs: string | null };
}

/** How likely others have the name by chance, 0 to 1: 0 if its words are rare. */
export function commonness({ names }: Pair): number {
  return 1 - Math.min(1, names.theirs.mass / (2 * MAX_MASS));
}
