import type { Pair, Verdict } from './compare/comparison.js';
import { COMPARISONS } from './compare/index.js';
import { FEATURES } from './features.js';
import type { Weights } from './weights/declare.js';

export const TIERS = ['confirmed', 'probable', 'possible'] as const;
export type Tier = (typeof TIERS)[number];

/**
 * How far a link can be trusted. `confirmed`: an identifier, or the likely sole bearer of the name in the same
 * state or at the same door. `probable`: the sole bearer of a rare name, nothing against it, and as likely as links of
 * which 99 of 100 were right. All else is `possible` and is not attached.
 */
export function tierOf(pair: Pair, probability: number, weights: Weights): Tier {
  const verdicts = verdictsOf(pair);
  const verdict = (field: string) => verdicts.get(field);
  if (verdict('identifier') === 'agree') return 'confirmed';
  const contradicted = CONTRADICTING.some((field) => verdict(field) === 'conflict');
  const sole = verdict('name') === 'agree' && verdict('bearers of the name') === 'agree';
  if (!sole || contradicted || !covered(pair) || probability < LIKELY) return 'possible';
  if (verdict('state') === 'agree' || verdict('street') === 'agree') return 'confirmed';
  return rare(pair) && probability >= weights.certain ? 'probable' : 'possible';
}

/** Where the population lacks most records of a state, a sole bearer there may have namesakes nobody loaded. */
function covered({ theirs, population }: Pair): boolean {
  const state = theirs.address?.state ?? '';
  return state === '' || population.covers(state);
}

/** By its words alone, far fewer than one record of the population would bear the name by chance. */
function rare({ names, population }: Pair): boolean {
  return names.theirs.mass >= 1.5 * Math.log(population.size);
}

function verdictsOf(pair: Pair): ReadonlyMap<string, Verdict> {
  const values = new Float64Array(FEATURES.length);
  return new Map(
    COMPARISONS.map((comparison) => [comparison.field, comparison.measure(pair, values.fill(0), 0)]),
  );
}

/** A sole bearer that the rest of the evidence makes less likely is not defended. */
const LIKELY = 0.9;
/** A former headquarters explains another city or street; nothing explains these. */
const CONTRADICTING = [
  'identifier',
  'legal form',
  'numbers in the name',
  'second line',
  'kind of body',
  'benefit trust',
  'local body',
  'dates',
];
