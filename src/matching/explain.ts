import type { Pair, Verdict } from './compare/comparison.js';
import { FEATURES, PLACED } from './features.js';
import type { Weights } from './weights/declare.js';

/** One line of an explanation. The weights of all lines add up to the score. */
export interface Evidence {
  readonly field: string;
  readonly ours: string | null;
  readonly theirs: string | null;
  readonly verdict: Verdict;
  /** In natural logarithms of odds; positive values support the link. */
  readonly weight: number;
  readonly sentence: string;
}

/** The result of every comparison of a pair; unknown fields with weight 0 are omitted. */
export function explain(pair: Pair, weights: Weights): readonly Evidence[] {
  const values = new Float64Array(FEATURES.length);
  const lines = PLACED.map(({ comparison, at }): Evidence => {
    const verdict = comparison.measure(pair, values, at);
    const weight = comparison.features.reduce(
      (sum, feature, index) => sum + (weights.features[feature] ?? 0) * (values[at + index] ?? 0),
      0,
    );
    return {
      field: comparison.field,
      ...comparison.shows(pair),
      verdict,
      weight,
      sentence: comparison.saysOf?.(pair, verdict) ?? comparison.says[verdict],
    };
  });
  return [baseLine(weights), ...lines.filter((line) => line.verdict !== 'unknown' || line.weight !== 0)];
}

function baseLine(weights: Weights): Evidence {
  return {
    field: 'base',
    ours: null,
    theirs: null,
    verdict: 'neutral',
    weight: weights.base,
    sentence: 'Starting value of every candidate: most candidates are not a match.',
  };
}
