import { isAnotherBody, isGovernment } from './another-body.js';
import type { Pair, Verdict } from './compare/comparison.js';
import { COMPARISONS } from './comparisons.js';
import { FEATURES } from './features.js';
import { MAX_MASS } from './names/word-mass.js';
import type { Weights } from './weights/declare.js';

const TIERS = ['confirmed', 'probable', 'possible'] as const;
export type Tier = (typeof TIERS)[number];

/**
 * Returns how far a link can be trusted. `confirmed`: an identifier, a whole name at its street address, the only holder of a
 * name in the state in the same town, or the likely sole holder of the name in the same state or street. `probable`, if nothing
 * contradicts it and 99 % of the links with this probability were right: the sole holder of a rare name, or a misspelt name in
 * the same town. All others are `possible` and are not attached. `likely`: the probability required of a sole holder.
 */
export function tierOf(pair: Pair, probability: number, weights: Weights, likely = LIKELY): Tier {
  const verdicts = verdictsOf(pair);
  const verdict = (field: string) => verdicts.get(field);
  if (verdict('identifier') === 'agree') return 'confirmed';
  const contradicted = CONTRADICTING.some((field) => verdict(field) === 'conflict');
  if (contradicted || isAnotherBody(pair)) return 'possible';
  const [holders, sameStreet] = [verdict('records with the name'), verdict('street') === 'agree'];
  if (probability < EVEN) return 'possible';
  const isSameDoor = sameStreet && verdict('ZIP code') === 'agree';
  // Namesakes elsewhere and states that lack records are irrelevant at the same address.
  if (isSameDoor && verdict('name') === 'agree') return 'confirmed';
  if (!covered(pair)) return 'possible';
  const isSameTown = verdict('state') === 'agree' && verdict('city') === 'agree';
  if (verdict('name') !== 'agree') {
    const isLikely = probability >= weights.certain ? isSameTown : isSameDoor && probability >= MISSPELT_FROM;
    return isLikely && isMisspelt(pair, verdict) ? 'probable' : 'possible';
  }
  // Records with the same name in other states cannot be in this town.
  const isOnlyHere = holders === 'agree' || holders === 'partly';
  if (isOnlyHere && isSameTown && !isGovernmentElsewhere(pair, verdict)) return 'confirmed';
  if (probability < likely) return 'possible';
  // Records with the same name in other states cannot share this address.
  if (holders === 'partly' && sameStreet) return 'confirmed';
  if (holders !== 'agree' || isGovernmentElsewhere(pair, verdict)) return 'possible';
  if (verdict('state') === 'agree' || sameStreet) return 'confirmed';
  return rare(pair) && probability >= weights.certain ? 'probable' : 'possible';
}

/** The names differ only in the spelling of a word: neither has a kind of body or a number that the other lacks. */
function isMisspelt({ names }: Pair, verdict: (field: string) => Verdict | undefined): boolean {
  const telling = [verdict('kind of body'), verdict('numbers in the name')];
  return names.overlap >= ALIKE && !telling.includes('neutral') && !telling.includes('partly');
}

/** A county or a town shares its name with bodies that serve it, so name and state are weak evidence for it. */
function isGovernmentElsewhere({ names }: Pair, verdict: (field: string) => Verdict | undefined): boolean {
  if (![names.ours, names.theirs].some(isGovernment)) return false;
  const place = ['city', 'street', 'ZIP code'].some((field) => verdict(field) === 'agree');
  return !place || verdict('legal form') === 'neutral';
}

/** If the population lacks most records of a state, a sole holder there may have namesakes that are not loaded. */
function covered({ theirs, population }: Pair): boolean {
  const state = theirs.address?.state ?? '';
  return state === '' || population.covers(state);
}

/** By its words alone, the expected number of records with the name is far below one. */
function rare({ names }: Pair): boolean {
  return names.theirs.mass >= 1.5 * MAX_MASS;
}

function verdictsOf(pair: Pair): ReadonlyMap<string, Verdict> {
  const values = new Float64Array(FEATURES.length);
  return new Map(
    COMPARISONS.map((comparison) => [comparison.field, comparison.measure(pair, values.fill(0), 0)]),
  );
}

/** For a whole name at its address, or the only body of the name in the state in its town. */
const EVEN = 0.5;
/** At the same street address. */
const MISSPELT_FROM = 0.95;
const ALIKE = 0.9;
/** A sole holder that the other evidence makes less likely than this is not linked. */
const LIKELY = 0.9;
/** A former headquarters explains another city or street; nothing explains these conflicts. */
const CONTRADICTING = [
  'identifier',
  'legal form',
  'numbers in the name',
  'kind of body',
  'local body',
  'dates',
];
