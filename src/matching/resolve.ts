import type { Pair } from './compare/comparison.js';
import { decide, type Outcome } from './decide.js';
import { type Evidence, explain } from './explain.js';
import { pairOf } from './features.js';
import { isNeighbour } from './neighbour.js';
import type { Population } from './population/population.js';
import { normaliseRecord, type Prepared, prepare } from './records/prepare.js';
import type { LinkRecord } from './records/record.js';
import { Scorer } from './score.js';
import { type Tier, tierOf } from './tier.js';
import type { Weights } from './weights/declare.js';

/** The outcome of one query, with everything needed to explain it. */
export interface Resolution {
  readonly outcome: Outcome;
  /** The best candidate, even if it is not linked; null if there was none to compare. */
  readonly id: string | null;
  /** Other candidates with the same identifier: further registrations of one body. */
  readonly also: readonly string[];
  /** Null unless linked. */
  readonly tier: Tier | null;
  /** Probability that `id` is the right one, 0 to 1. */
  readonly probability: number;
  readonly score: number;
  /** Other candidates with a probability of at least 1 %. */
  readonly rivals: number;
  /** The weights sum to `score`. */
  readonly evidence: readonly Evidence[];
}

/** Finds the candidate, if any, that is the query's body. `population` must cover the candidates' whole data set. */
export function resolve(
  query: LinkRecord,
  candidates: readonly LinkRecord[],
  weights: Weights,
  population: Population,
): Resolution {
  const ready = (record: LinkRecord) => prepare(normaliseRecord(record));
  return resolvePrepared(ready(query), candidates.map(ready), new Scorer(weights), population);
}

/** Same for prepared records, to link many. */
export function resolvePrepared(
  query: Prepared,
  candidates: readonly Prepared[],
  scorer: Scorer,
  population: Population,
): Resolution {
  const pairs = candidates.flatMap((candidate) => pairOf(query, candidate, population) ?? []);
  const scores = pairs.map((pair) => scorer.score(pair));
  const together = [...pairs.keys()].filter((index) => sharesIdentifier(pairs[index]));
  const { outcome, best, probability, rivals } = decide(
    withoutNeighbours(pairs, scores),
    scorer.table,
    together,
  );
  const pair = pairs[best];
  if (pair === undefined) return NOTHING;
  const linked = outcome === 'linked';
  const also = linked && together.includes(best) ? together.filter((index) => index !== best) : [];
  return {
    outcome,
    id: pair.theirs.record.id,
    also: also.flatMap((index) => pairs[index]?.theirs.record.id ?? []),
    tier: linked ? tierOf(pair, probability, scorer.table) : null,
    probability,
    score: scores[best] ?? 0,
    rivals,
    evidence: explain(pair, scorer.table),
  };
}

/** The scores; minus infinity for candidates that do not compete with the highest one. */
function withoutNeighbours(pairs: readonly Pair[], scores: readonly number[]): readonly number[] {
  const highest = Math.max(...scores);
  const pair = pairs[scores.indexOf(highest)];
  if (pair === undefined || scores.length === 1) return scores;
  const best = { pair, score: highest };
  return scores.map((score, index) => {
    const other = pairs[index];
    const isRival = other === undefined || other === pair || !isNeighbour(best, { pair: other, score });
    return isRival ? score : Number.NEGATIVE_INFINITY;
  });
}

function sharesIdentifier(pair: Pair | undefined): boolean {
  const theirs = pair?.theirs.record.identifiers ?? [];
  return (pair?.ours.record.identifiers ?? []).some((identifier) => theirs.includes(identifier));
}

const NOTHING: Resolution = {
  outcome: 'none',
  id: null,
  also: [],
  tier: null,
  probability: 0,
  score: 0,
  rivals: 0,
  evidence: [],
};
