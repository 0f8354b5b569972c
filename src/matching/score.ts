import type { Pair } from './compare/comparison.js';
import { FEATURES, measure } from './features.js';
import type { Weights } from './weights/declare.js';

/** A weights table in the layout for scoring many pairs. */
export class Scorer {
  readonly #weights: Float64Array;
  readonly #values = new Float64Array(FEATURES.length);

  constructor(readonly table: Weights) {
    this.#weights = Float64Array.from(FEATURES, (feature) => table.features[feature] ?? 0);
  }

  /** The base plus the sum of each feature's value times its weight. */
  score(pair: Pair): number {
    measure(pair, this.#values);
    let score = this.table.base;
    for (let index = 0; index < this.#values.length; index++) {
      score += (this.#weights[index] ?? 0) * (this.#values[index] ?? 0);
    }
    return score;
  }
}

/**
 * Each score's share among all scores and "none", whose score is 0. A further candidate only lowers the others' shares, and two
 * equal ones halve theirs.
 */
export function probabilities(scores: readonly number[]): readonly number[] {
  const highest = Math.max(0, ...scores);
  const odds = scores.map((score) => Math.exp(score - highest));
  const all = odds.reduce((sum, one) => sum + one, Math.exp(-highest));
  return odds.map((one) => one / all);
}
