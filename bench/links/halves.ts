import type { MatchWeights } from '../../src/linking/match/pair-scorer.js';
import { normaliseRecord, prepare } from '../../src/matching/records/prepare.js';
import { resolvePrepared } from '../../src/matching/resolve.js';
import { Scorer } from '../../src/matching/score.js';
import type { Weights } from '../../src/matching/weights/declare.js';
import { monotone } from '../../src/matching/weights/monotone.js';
import { atPrecision99, type Figures, figuresAt, type HeldBack } from './cross-validate.js';
import { groupOf } from './group.js';
import { DATASETS, type Dataset, type Query } from './suite.js';
import { fitTable, isFitHalf, SETTINGS, Suites } from './tables.js';
import type { World } from './world.js';

/** Figures of one half of a suite. */
export interface HalfFigures extends Figures {
  readonly queries: number;
  readonly linkable: number;
  /** From the probability on from which 99 of 100 links of the fit half were right. */
  readonly sure: Figures;
  /** Recall at precision .99 if the threshold is chosen on the measured half itself, as `score-links` does: an upper bound. */
  readonly recallAt99: number;
}

/**
 * Fits the table of a suite on the bodies of the fit half and measures both halves: the fit half by folds, the test half as the product
 * decides. Blocking is part of the measure: a record that is no candidate is a miss.
 */
export function measureHalves(suites: Suites, dataset: Dataset): { fit: HalfFigures; test: HalfFigures } {
  const { table, folds, sureFrom } = fitTable(suites, dataset, isFitHalf);
  const all = suites.queries(dataset);
  const [fitQueries, testQueries] = [true, false].map((isFit) =>
    all.filter((query) => isFitHalf(groupOf(query)) === isFit),
  ) as [Query[], Query[]];
  const rounds = folds.length / fitQueries.length;
  const linked = folds.filter(({ probability, lead }) => probability >= table.accept && lead >= table.margin);
  const decided = decide(testQueries, suites.world(dataset), monotone(table));
  return {
    fit: figuresOf(linked, fitQueries, sureFrom, rounds),
    test: figuresOf(decided, testQueries, sureFrom),
  };
}

/** The tables of links, fitted on the fit half alone. */
export function halfWeights(folder: string): MatchWeights {
  const suites = new Suites(folder);
  const fitted = DATASETS.map((dataset) => [
    SETTINGS[dataset].table,
    monotone(fitTable(suites, dataset, isFitHalf).table),
  ]);
  return Object.fromEntries(fitted) as MatchWeights;
}

/** The links that the product makes with these weights. */
export function decide(queries: readonly Query[], world: World, table: Weights): HeldBack[] {
  const scorer = new Scorer(table);
  return queries.flatMap(({ record, truth }) => {
    const query = prepare(normaliseRecord(record));
    const found = resolvePrepared(query, world.candidates(query), scorer, world.population);
    const { outcome, id, probability } = found;
    if (outcome !== 'linked') return [];
    return [{ probability, lead: table.margin, right: truth?.linkable === true && id === truth.id }];
  });
}

function figuresOf(linked: readonly HeldBack[], queries: readonly Query[], sureFrom: number, rounds = 1) {
  const linkable = queries.filter(({ truth }) => truth?.linkable).length;
  return {
    queries: queries.length,
    linkable,
    ...figuresAt(linked, linkable * rounds, 0, 0),
    sure: figuresAt(linked, linkable * rounds, sureFrom, 0),
    recallAt99: atPrecision99(linked, linkable * rounds).recall,
  };
}
