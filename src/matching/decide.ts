import { probabilities } from './score.js';
import type { Weights } from './weights/declare.js';

export type Outcome = 'linked' | 'ambiguous' | 'none';

interface Decision {
  readonly outcome: Outcome;
  /** Returns the index of the best candidate; -1 if there is none. */
  readonly best: number;
  /** Probability that the best candidate is the right one. */
  readonly probability: number;
  /** Other candidates with a probability of at least 1 %. */
  readonly rivals: number;
}

/**
 * Decides the query as a whole: the best candidate must be likely enough and lead the runner-up. If the candidates together are
 * likely enough and none leads, the query is ambiguous; "none" is a possible result. `together`: places of candidates that
 * share the query's identifier and so are not rivals.
 */
export function decide(
  scores: readonly number[],
  weights: Weights,
  together: readonly number[] = [],
): Decision {
  const shares = probabilities(scores);
  const best = place(scores, (index) => index >= 0);
  if (best < 0) return { outcome: 'none', best, probability: 0, rivals: 0 };
  const allies = together.includes(best) ? together : [best];
  const probability = sum(allies.map((index) => shares[index] ?? 0));
  const runnerUp = place(scores, (index) => !allies.includes(index));
  const lead = (scores[best] ?? 0) - (scores[runnerUp] ?? Number.NEGATIVE_INFINITY);
  const rivals = shares.filter((share, index) => share >= RIVAL_SHARE && !allies.includes(index)).length;
  return { outcome: outcomeOf(probability, sum(shares), lead, weights), best, probability, rivals };
}

function outcomeOf(probability: number, any: number, lead: number, weights: Weights): Outcome {
  if (lead < weights.margin) return any >= weights.accept ? 'ambiguous' : 'none';
  return probability >= weights.accept ? 'linked' : 'none';
}

/** The place of the highest score for which `may` returns true; the first of equals; -1 if there is none. */
function place(scores: readonly number[], may: (index: number) => boolean): number {
  let best = -1;
  for (const [index, score] of scores.entries()) {
    if (may(index) && (best < 0 || score > (scores[best] ?? 0))) best = index;
  }
  return best;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

const RIVAL_SHARE = 0.01;
