import { MAX_MASS } from '../names/word-mass.js';
import type { Population } from '../population/population.js';
import type { Prepared, PreparedName } from '../records/prepare.js';

/** Two records side by side, with what every comparison of their names needs. */
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
  /** Share of both names' mass that has a counterpart; a token alike but not equal counts in part. */
  readonly overlap: number;
  /** Mass of our tokens without a counterpart. */
  readonly oursAlone: number;
  readonly theirsAlone: number;
  readonly jaroWinkler: number;
  readonly dice: number;
}

/** `unknown`: one side says nothing, so nothing follows. `neutral`: both speak and nothing follows. */
export type Verdict = 'agree' | 'partly' | 'conflict' | 'neutral' | 'unknown';

/**
 * One field of two records compared. `features` are numbers of about 0 to 1, all 0 where the field says nothing;
 * a weights table gives each its worth. `says` holds the sentence users read for each verdict.
 */
export interface Comparison {
  readonly field: string;
  readonly features: readonly string[];
  /** The features that may only count against a pair; all others may only count for it. */
  readonly against: readonly string[];
  readonly says: Readonly<Record<Verdict, string>>;
  /** A sentence for this pair where that of the verdict would not be true of it. */
  saysOf?(pair: Pair, verdict: Verdict): string | undefined;
  /** Writes the features' values from `at` on; `values` is zero there. */
  measure(pair: Pair, values: Float64Array, at: number): Verdict;
  /** The field of each side, as published. */
  shows(pair: Pair): { readonly ours: string | null; readonly theirs: string | null };
}

/** How likely others bear their name by chance, 0 to 1: 0 where its words are rare. */
export function commonness({ names }: Pair): number {
  return 1 - Math.min(1, names.theirs.mass / (2 * MAX_MASS));
}
