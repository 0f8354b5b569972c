import { isAnotherBody, isGovernment } from './another-body.js';
import type { Pair, Verdict } from './compare/comparison.js';
import { COMPARISONS } from './comparisons.js';
import { FEATURES } from './features.js';
import { MAX_MASS } from './names/word-mass.js';
import type { Weights } from './weights/declare.js';

const TIERS = ['confirmed', 'probable', 'possible'] as const;
export type Tier = (typeof TIERS)[number];

/**
 * Returns how far a link can be trusted. `confirmed`: an identifier, a whole name at its door, the only bearer of a name in the state in the same
 * town, or the likely sole bearer of the name in the same state or street. `probable`, with nothing against it and as likely as links of which
 * 99 of 100 were right: the sole bearer of a rare name, or a misspelt name in the same town. All else is `possible` and is not
 * attached. `likely`: the probability that is asked of a sole bearer.
 */
export function tierOf(pair: Pair, probability: number, weights: Weights, likely = LIKELY): Tier {
  const verdicts = verdictsOf(pair);
  const verdict = (field: string) => verdicts.get(field);
  if (verdict('identifier') === 'agree') return 'confirmed';
  const contradicted = CONTRADICTING.some((field) => verdict(field) === 'conflict');
  if (contradicted || isAnotherBody(pair)) return 'possible';
  const [bearers, sameStreet] = [verdict('bearers of the name'), verdict('street') === 'agree'];
  if (probability < EVEN) return 'possible';
  const isSameDoor = sameStreet && verdict('ZIP code') === 'agree';
  // Neither namesakes elsewhere nor states that lack records matter there.
  if (isSameDoor && verdict('name') === 'agree') return 'confirmed';
  if (!covered(pair)) return 'possible';
  const isSameTown = verdict('state') === 'agree' && verdict('city') === 'agree';
  if (verdict('name') !== 'agree') {
    const isLikely = probability >= weights.certain ? isSameTown : isSameDoor && probability >= MISSPELT_FROM;
    return isLikely && isMisspelt(pair, verdict) ? 'probable' : 'possible';
  }
  // Namesakes in other states do not live in this town.
  const isOnlyHere = bearers === 'agree' || bearers === 'partly';
  if (isOnlyHere && isSameTown && !isGovernmentElsewhere(pair, verdict)) return 'confirmed';
  if (probability < likely) return 'possible';
  // Namesakes in other states do not live in this house.
  if (bearers === 'partly' && sameStreet) return 'confirmed';
  if (bearers !== 'agree' || isGovernmentElsewhere(pair, verdict)) return 'possible';
  if (verdict('state') === 'agree' || sameStreet) return 'confirmed';
  return rare(pair) && probability >= weights.certain ? 'probable' : 'possible';
}

/** Alike but for the spelling of a word: no kind of body and no number stands on one side alone. */
function isMisspelt({ names }: Pair, verdict: (field: string) => Verdict | undefined): boolean {
  const telling = [verdict('kind of body'), verdict('numbers in the name')];
  return names.overlap >= ALIKE && !telling.includes('neutral') && !telling.includes('partly');
}

/** A county or a town is called as bodies are that serve it: the name and the state tell too little of it. */
function isGovernmentElsewhere({ names }: Pair, verdict: (field: string) => Verdict | undefined): boolean {
  if (![names.ours, names.theirs].some(isGovernment)) return false;
  const place = ['city', 'street', 'ZIP code'].some((field) => verdict(field) === 'agree');
  return !place || verdict('legal form') === 'neutral';
}

/** If the population lacks most records of a state, a sole bearer there may have namesakes nobody loaded. */
function covered({ theirs, population }: Pair): boolean {
  const state = theirs.address?.state ?? '';
  return state === '' || population.covers(state);
}

/** By its words alone, far fewer than one record of the population would bear the name by chance. */
function rare({ names }: Pair): boolean {
  return names.theirs.mass >= 1.5 * MAX_MASS;
}

function verdictsOf(pair: Pair): ReadonlyMap<string, Verdict> {
  const values = new Float64Array(FEATURES.length);
  return new Map(
    COMPARISONS.map((comparison) => [comparison.field, comparison.measure(pair, values.fill(0), 0)]),
  );
}

/** Of a whole name at its door, or of the only body of the name in the state in its town. */
const EVEN = 0.5;
/** At the same door. */
const MISSPELT_FROM = 0.95;
const ALIKE = 0.9;
/** A sole bearer that the rest of the evidence makes less likely is not defended. */
const LIKELY = 0.9;
/** A former headquarters explains another city or street; nothing explains these. */
const CONTRADICTING = [
  'identifier',
  'legal form',
  'numbers in the name',
  'kind of body',
  'local body',
  'dates',
];
