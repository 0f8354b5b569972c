import type { Pair, Verdict } from './compare/comparison.js';
import { COMPARISONS } from './compare/index.js';
import { FEATURES } from './features.js';
import type { Weights } from './weights/declare.js';

export const TIERS = ['confirmed', 'probable', 'possible'] as const;
export type Tier = (typeof TIERS)[number];

/**
 * How far a link can be trusted. `confirmed`: an identifier, or the sole bearer of the name in the same state or
 * at the same door. `probable`: the sole bearer of a rare name, nothing against it, and as likely as links of
 * which 99 of 100 were right. All else is `possible` and is not attached.
 */
export function tierOf(pair: Pair, probability: number, weights: Weights): Tier {
  const verdicts = verdictsOf(pair);
  const verdict = (field: string) => verdicts.get(field);
  if (verdict('identifier') === 'agree') return 'confirmed';
  const contradicted = CONTRADICTING.some((field) => verdict(field) === 'conflict');
  const sole = verdict('name') === 'agree' && verdict('bearers of the name') === 'agree';
  if (!sole || contradicted || probability < weights.accept) return 'possible';
  if (verdict('state') === 'agree' || verdict('street') === 'agree') return 'confirmed';
  return probability >= weights.certain ? 'probable' : 'possible';
}

function verdictsOf(pair: Pair): ReadonlyMap<string, Verdict> {
  const values = new Float64Array(FEATURES.length);
  return new Map(
    COMPARISONS.map((comparison) => [comparison.field, comparison.measure(pair, values.fill(0), 0)]),
  );
}

/** A former headquarters explains another city or street; nothing explains these. */
const CONTRADICTING = ['identifier', 'legal form', 'numbers in the name', 'kind of body', 'dates'];
