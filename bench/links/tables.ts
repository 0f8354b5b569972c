import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { FEATURES, SIGNS } from '../../src/matching/features.js';
import type { Weights } from '../../src/matching/weights/declare.js';
import { DECLARED } from '../../src/matching/weights/declared.js';
import type { WeightsName } from '../../src/matching/weights/index.js';
import { choiceOf, WIDTH } from './choices.js';
import { atPrecision99, bestAccept, crossValidate, type HeldBack, MARGIN } from './cross-validate.js';
import { type Choice, fitWeights } from './fit.js';
import { hashOf } from './group.js';
import { type Dataset, type Query, readCandidates, readQueries, readRecords } from './suite.js';
import { CANDIDATES, givenWorld, referenceWorld, type World } from './world.js';

/** How the weights table of a suite is fitted. */
interface Settings {
  readonly table: WeightsName;
  readonly ridge: number;
  /** The number of times the queries are dealt into folds to choose the thresholds. */
  readonly rounds: number;
  /** Features without a weight. */
  readonly without?: readonly string[];
  /** The suite to whose weights a suite of few queries is drawn: both look for a body in the same IRS file. */
  readonly towards?: Dataset;
}

/** The ridge was chosen by the likelihood of held-back queries. */
export const SETTINGS: Readonly<Record<Dataset, Settings>> = {
  nine90_bmf: { table: 'irs', ridge: 0.3, rounds: 3 },
  sec_time: { table: 'sec', ridge: 0.3, rounds: 10 },
  // The people of a SAM registration are contacts; the IRS's are whoever opens the mail.
  sam_bmf: {
    table: 'sam',
    ridge: 0.3,
    rounds: 10,
    // The last four make held-back queries less likely, or hardly likelier: too few queries to fit their weights.
    without: [
      'people.same',
      'people.other',
      'name.begins',
      'state.unknownCommon',
      'domicile.conflictCommon',
      'local.unknown',
    ],
    towards: 'nine90_bmf',
  },
};

/** The suites of a folder, each read once. */
export class Suites {
  readonly #folder: string;
  readonly #worlds = new Map<Dataset, World>();
  readonly #queries = new Map<Dataset, readonly Query[]>();
  readonly #choices = new Map<Dataset, readonly Choice[]>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  queries(dataset: Dataset): readonly Query[] {
    return known(this.#queries, dataset, () => readQueries(this.#file(`${dataset}.queries.dev`), dataset));
  }

  world(dataset: Dataset): World {
    return known(this.#worlds, dataset, () =>
      dataset === 'sam_bmf'
        ? givenWorld(readCandidates(this.#file(`${dataset}.candidates.dev`), dataset))
        : referenceWorld(readRecords(this.#file(`${dataset}.reference`), dataset), CANDIDATES),
    );
  }

  /** All features, also those without a weight. */
  choices(dataset: Dataset): readonly Choice[] {
    const world = this.world(dataset);
    return known(this.#choices, dataset, () => this.queries(dataset).map((query) => choiceOf(query, world)));
  }

  #file(name: string): string {
    return join(this.#folder, `${name}.tsv.gz`);
  }
}

/** Weights and thresholds, and the decisions on the fitted queries by weights of the other folds. */
interface Fitted {
  readonly table: Weights;
  readonly folds: readonly HeldBack[];
  /** In the folds, 99 of 100 links from this probability on were right. */
  readonly sureFrom: number;
}

/** Fits the table of a suite on the bodies `isFitted` alone: weights, thresholds and the weights it is drawn to. */
export function fitTable(
  suites: Suites,
  dataset: Dataset,
  isFitted: (group: string) => boolean,
  without = SETTINGS[dataset].without ?? [],
): Fitted {
  const { table, ridge, rounds } = SETTINGS[dataset];
  const choices = choicesOf(suites, dataset, isFitted, without);
  const towards = towardsOf(suites, dataset, isFitted, without);
  const dealt = Array.from({ length: rounds }, (_, round) =>
    crossValidate(choices, ALL_SIGNS, ridge, round, towards),
  );
  const folds = dealt.flat();
  const linkable = linkableOf(choices);
  const sure = dealt.map((all) => atPrecision99(all, linkable).probability);
  const weights = fitWeights(choices, ALL_SIGNS, ridge, towards);
  const accept = bestAccept(folds, linkable * rounds);
  const certain = Math.max(0.99, sure.reduce((sum, one) => sum + one, 0) / rounds);
  return {
    table: tableOf(table, [...weights], accept, certain),
    folds,
    sureFrom: atPrecision99(folds, linkable * rounds).probability,
  };
}

/** The queries of the bodies `isFitted`; the features `without` stay 0. */
export function choicesOf(
  suites: Suites,
  dataset: Dataset,
  isFitted: (group: string) => boolean,
  without: readonly string[],
): readonly Choice[] {
  const places = without.map((feature) => FEATURES.indexOf(feature) + 1);
  return suites
    .choices(dataset)
    .filter(({ group }) => isFitted(group))
    .map((choice) => ({ ...choice, rows: withoutPlaces(choice.rows, places) }));
}

/** The weights to which a suite of few queries is drawn, fitted on the same bodies. */
export function towardsOf(
  suites: Suites,
  dataset: Dataset,
  isFitted: (group: string) => boolean,
  without: readonly string[],
): Float64Array | undefined {
  const { towards } = SETTINGS[dataset];
  if (towards === undefined) return undefined;
  const weights = fitWeights(choicesOf(suites, towards, isFitted, []), ALL_SIGNS, SETTINGS[towards].ridge);
  for (const feature of without) weights[FEATURES.indexOf(feature) + 1] = 0;
  return weights;
}

export function linkableOf(choices: readonly Choice[]): number {
  return choices.filter(({ linkable }) => linkable).length;
}

/** The body of a query is in the half on which weights, thresholds and rules are made; the other half is measured. */
export function isFitHalf(group: string): boolean {
  return hashOf(group, SEED) % 2 === 0;
}

function withoutPlaces(rows: Float64Array, places: readonly number[]): Float64Array {
  if (places.length === 0) return rows;
  const kept = rows.slice();
  for (const place of places) for (let at = place; at < kept.length; at += WIDTH) kept[at] = 0;
  return kept;
}

function tableOf(table: WeightsName, fitted: readonly number[], accept: number, certain: number): Weights {
  const [base = 0, ...weights] = fitted.map((weight) => Math.round(weight * 100) / 100);
  const features = FEATURES.flatMap((feature, index) =>
    weights[index] ? [[feature, weights[index]] as const] : [],
  );
  const print = createHash('sha256')
    .update([accept, certain, base, ...weights].join(' '))
    .digest('hex');
  return {
    version: `${table}-${print.slice(0, 8)}`,
    base,
    features: { ...DECLARED, ...Object.fromEntries(features) },
    accept,
    certain: Math.ceil(certain * 1000) / 1000,
    margin: MARGIN,
  };
}

function known<Value>(cache: Map<Dataset, Value>, dataset: Dataset, make: () => Value): Value {
  const value = cache.get(dataset) ?? make();
  cache.set(dataset, value);
  return value;
}

/** The constant may have either sign. */
export const ALL_SIGNS: readonly number[] = [0, ...SIGNS];
const SEED = 1000;
