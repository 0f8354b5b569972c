import { probabilities } from '../../src/matching/score.js';
import { type Choice, fitWeights, scoresOf } from './fit.js';
import { hashOf } from './group.js';

/** The decision for a query by weights that never saw it. */
export interface HeldBack {
  readonly probability: number;
  /** The lead over the runner-up. */
  readonly lead: number;
  readonly right: boolean;
}

export interface Figures {
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
}

/**
 * Folds are made of whole groups, by a hash of the group: no body is in two of them. `round` deals them again, as
 * the figures of a small suite move by a hundredth with the dealing.
 */
export function crossValidate(
  choices: readonly Choice[],
  signs: readonly number[],
  ridge: number,
  round: number,
  towards?: Float64Array,
): HeldBack[] {
  return heldBack(choices, signs, ridge, { round, towards }, judged);
}

/** The logarithm of the likelihood of what is right, or of none, summed over all queries; dealt as `crossValidate` deals in round 0. */
export function heldBackLikelihood(
  choices: readonly Choice[],
  signs: readonly number[],
  ridge: number,
  towards?: Float64Array,
): number {
  const each = heldBack(choices, signs, ridge, { round: 0, towards }, logLikelihood);
  return each.reduce((sum, one) => sum + one, 0);
}

/** Measures each choice by weights that were fitted on the folds without it. */
function heldBack<Measured>(
  choices: readonly Choice[],
  signs: readonly number[],
  ridge: number,
  { round, towards }: { round: number; towards: Float64Array | undefined },
  measure: (choice: Choice, weights: Float64Array) => Measured,
): Measured[] {
  const folds = choices.map((choice) => foldOf(choice, round));
  return Array.from({ length: FOLDS }, (_, fold) => {
    const weights = fitWeights(
      choices.filter((_choice, index) => folds[index] !== fold),
      signs,
      ridge,
      towards,
    );
    return choices
      .filter((_choice, index) => folds[index] === fold)
      .map((choice) => measure(choice, weights));
  }).flat();
}

function logLikelihood(choice: Choice, weights: Float64Array): number {
  const shares = probabilities(scoresOf(choice, weights));
  const none = 1 - shares.reduce((sum, share) => sum + share, 0);
  const likelihood = choice.right < 0 ? none : (shares[choice.right] ?? 0);
  return Math.log(Math.max(likelihood, Number.EPSILON));
}

/** Figures of linking everything from a probability and a lead on. */
export function figuresAt(
  all: readonly HeldBack[],
  linkable: number,
  accept: number,
  margin = MARGIN,
): Figures {
  const linked = all.filter(({ probability, lead }) => probability >= accept && lead >= margin);
  const right = linked.filter((one) => one.right).length;
  const precision = linked.length === 0 ? 1 : right / linked.length;
  const recall = right / linkable;
  return { f1: (2 * precision * recall) / Math.max(Number.EPSILON, precision + recall), precision, recall };
}

/** The largest recall at which the precision of all likelier links is at least .99, and where that is. */
export function atPrecision99(all: readonly HeldBack[], linkable: number) {
  let right = 0;
  let best = { recall: 0, probability: 1 };
  const ranked = all.toSorted((one, other) => other.probability - one.probability);
  for (const [index, one] of ranked.entries()) {
    right += one.right ? 1 : 0;
    const tied = ranked[index + 1]?.probability === one.probability;
    if (!tied && right / (index + 1) >= 0.99)
      best = { recall: right / linkable, probability: one.probability };
  }
  return best;
}

/** The best candidate by the weights. */
export function judged(choice: Choice, weights: Float64Array): HeldBack {
  const scores = scoresOf(choice, weights);
  const [first = Number.NEGATIVE_INFINITY, second = Number.NEGATIVE_INFINITY] = scores.toSorted(
    (a, b) => b - a,
  );
  const best = scores.indexOf(first);
  return {
    probability: probabilities(scores)[best] ?? 0,
    lead: best < 0 ? 0 : first - second,
    right: best >= 0 && best === choice.right,
  };
}

function foldOf({ group }: Choice, round: number): number {
  return hashOf(group, round) % FOLDS;
}

/** The threshold of the highest F1, in steps of a twentieth, so that no single query decides. */
export function bestAccept(all: readonly HeldBack[], linkable: number): number {
  const steps = Array.from({ length: 9 }, (_, step) => (6 + step) / 20);
  const f1 = (accept: number) => figuresAt(all, linkable, accept).f1;
  return steps.reduce((best, step) => (f1(step) > f1(best) ? step : best));
}

/** By how much the score of a link must lead the next. */
export const MARGIN = 0.2;
const FOLDS = 5;
