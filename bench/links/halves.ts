import {
  atPrecision99,
  bestAccept,
  crossValidate,
  type Figures,
  figuresAt,
  judged,
} from './cross-validate.js';
import { type Choice, fitWeights } from './fit.js';
import { hashOf } from './group.js';

/** How a fit is made; see `fitWeights`. */
export interface FitOptions {
  readonly signs: readonly number[];
  readonly ridge: number;
  /** So often the half of the fit is dealt into folds for its threshold: one dealing of few queries moves it. */
  readonly rounds: number;
  /** The weights to which the ridge draws, fitted without the bodies `unseen`. */
  readonly towards?: ((unseen: ReadonlySet<string>) => Float64Array) | undefined;
}

/** Figures of queries that neither the weights nor the threshold have seen. */
export interface HalfFigures extends Figures {
  /**
   * Links from the probability on from which 99 of 100 were right in the half of the fit. A threshold chosen on the measured half itself
   * overstates the recall: of `nine90_bmf` by .03.
   */
  readonly sure: Figures;
  /** Chosen on the half of the fit. */
  readonly accept: number;
}

/**
 * Deals the bodies into two halves, fits weights and threshold on one and measures on the other. All queries of one body are
 * in one half. The thresholds are chosen by folds within the half of the fit. `dealing` deals again.
 */
export function fitOneHalf(choices: readonly Choice[], dealing: number, options: FitOptions): HalfFigures {
  const isFitted = (choice: Choice) => hashOf(choice.group, SEED + dealing) % 2 === 0;
  const seen = choices.filter(isFitted);
  const unseen = choices.filter((choice) => !isFitted(choice));
  const { signs, ridge, rounds } = options;
  const towards = options.towards?.(new Set(unseen.map(({ group }) => group)));
  const folds = Array.from({ length: rounds }, (_, round) =>
    crossValidate(seen, signs, ridge, dealing + round, towards),
  ).flat();
  const [accept, sureFrom] = [
    bestAccept(folds, linkableOf(seen) * rounds),
    atPrecision99(folds, linkableOf(seen) * rounds).probability,
  ];
  const weights = fitWeights(seen, signs, ridge, towards);
  const all = unseen.map((choice) => judged(choice, weights));
  const linkable = linkableOf(unseen);
  return {
    ...figuresAt(all, linkable, accept),
    sure: figuresAt(all, linkable, sureFrom, 0),
    accept,
  };
}

export function linkableOf(choices: readonly Choice[]): number {
  return choices.filter((choice) => choice.linkable).length;
}

/** Far from the seeds of the folds, so that halves and folds are dealt apart. */
const SEED = 1000;
