import type { Comparison, Pair } from '../../matching/compare/comparison.js';
import { body } from '../../matching/compare/kind/body.js';
import { numbers } from '../../matching/compare/name/numbers.js';
import { otherNames } from '../../matching/compare/name/other-names.js';
import { decide } from '../../matching/decide.js';
import { explain } from '../../matching/explain.js';
import { probabilities } from '../../matching/score.js';
import { type Tier, tierOf } from '../../matching/tier.js';
import { bodiesAmong } from './bodies.js';
import { classRank, holdsAny } from './candidate.js';
import { contradiction } from './contradiction.js';
import type { Body, Findings, Match, MatchedCandidate, Scored } from './findings.js';

/**
 * Decides for the question as a whole: records of one body are no rivals to each other, two records of one register that fit
 * alike are, and an identifier never outweighs a name that contradicts it.
 */
export function conclude(findings: Findings): Match {
  const { query, scored } = findings;
  const bodies = inBodies(scored);
  const [likeliest] = bodies;
  if (likeliest === undefined) return { outcome: 'none', reason: NOTHING, candidates: [] };
  const scores = bodies.map(([{ score }]) => score);
  const { outcome } = decide(scores, likeliest[0].table);
  const isTied = outcome === 'ambiguous';
  const shares = probabilities(scores);
  const all = bodies.map((body, at) => {
    const rivals = shares.filter((share, other) => other !== at && share >= RIVAL_SHARE).length;
    return matched(body, { probability: shares[at] ?? 0, rivals, isTied });
  });
  const listed = all.filter(({ probability }) => probability >= LISTED_SHARE).slice(0, MOST_LISTED);
  const contradicted = contradiction(findings, bodies);
  if (contradicted !== undefined) {
    const { reason, by } = contradicted;
    const shown = by.flatMap((body) => all[bodies.indexOf(body)] ?? []);
    return { outcome: 'ambiguous', reason, candidates: [...new Set([...listed, ...shown])] };
  }
  if (isTied) return { outcome: 'ambiguous', reason: TIED, candidates: listed };
  if (outcome === 'none') return { outcome, reason: UNLIKELY, candidates: listed };
  const [first] = all;
  if (first !== undefined && first.rivals === 0 && first.tier !== 'possible') {
    const isHeld = holdsAny(likeliest[0].candidate, query.record.identifiers ?? []);
    return { outcome: 'found', reason: isHeld ? BY_IDENTIFIER : ALONE, candidates: listed };
  }
  return { outcome: 'ambiguous', reason: UNSURE, candidates: listed };
}

function inBodies(scored: readonly Scored[]): Body[] {
  const likeliest = [...scored].sort(byScore).slice(0, MOST_COMPARED);
  const numbers = bodiesAmong(
    likeliest.map(({ candidate, pair }) => ({ candidate, core: pair.names.theirs.core })),
  );
  const bodies = new Map<number, [Scored, ...Scored[]]>();
  for (const [place, one] of likeliest.entries()) {
    const body = bodies.get(numbers[place] ?? place);
    if (body) body.push(one);
    else bodies.set(numbers[place] ?? place, [one]);
  }
  return [...bodies.values()].flatMap(apart).sort(([one], [other]) => byScore(one, other));
}

/** The likeliest first; equals in an order that no order of loads changes. */
function byScore(one: Scored, other: Scored): number {
  return other.score - one.score || (one.candidate.data.id < other.candidate.data.id ? -1 : 1);
}

/** A body stands once in a register: further records of one that has it are rivals, whatever else they share. */
function apart(body: Body): Body[] {
  const registers = new Set<string>();
  const [own, others] = [[] as Scored[], [] as Body[]];
  for (const one of body) {
    if (registers.has(one.candidate.sourceId)) others.push([one]);
    else own.push(one);
    registers.add(one.candidate.sourceId);
  }
  const [best = body[0], ...further] = own;
  return [[best, ...further], ...others];
}

interface Standing {
  readonly probability: number;
  readonly rivals: number;
  readonly isTied: boolean;
}

function matched(body: Body, { probability, rivals, isTied }: Standing): MatchedCandidate {
  const [best] = body;
  const near = body.filter(({ score }) => best.score - score < STANDS_FOR);
  const [stands = best] = near.sort(
    (one, other) => classRank(one.candidate) - classRank(other.candidate) || byScore(one, other),
  );
  return {
    candidate: stands.candidate,
    also: body.flatMap(({ candidate }) => (candidate === stands.candidate ? [] : candidate)),
    probability,
    tier: isTied ? 'possible' : tierIn(stands, probability, rivals),
    evidence: explain(stands.pair, stands.table),
    rivals,
  };
}

function tierIn({ pair, table, foundFrom }: Scored, probability: number, rivals: number): Tier {
  const tier = tierOf(pair, probability, table);
  const isSure = rivals === 0 && probability >= foundFrom && !isAnotherKind(pair);
  return tier === 'possible' && isSure ? 'probable' : tier;
}

/**
 * Too little to be sure of, however likely: names that share only a part, or a number or a kind of body (a foundation, an
 * auxiliary) that only one has; and a name that one bears beside another of its own.
 */
function isAnotherKind(pair: Pair): boolean {
  const verdict = ({ features, measure }: Comparison) => measure(pair, new Float64Array(features.length), 0);
  if (verdict(otherNames) === 'conflict') return true;
  if (pair.names.same === 'core' || pair.names.same === 'compact') return false;
  return (
    pair.names.overlap < ALIKE || [numbers, body].some((one) => !['agree', 'unknown'].includes(verdict(one)))
  );
}

const ALIKE = 0.85;
/** Candidates that share less with the likeliest are never rivals. */
const MOST_COMPARED = 20;
/** A record with so much less of the score may still stand for its body. */
const STANDS_FOR = 2;
const RIVAL_SHARE = 0.01;
const LISTED_SHARE = 0.05;
const MOST_LISTED = 10;
const NOTHING = 'No loaded record has a name that is like it.';
const UNLIKELY = 'No loaded record is likely enough.';
const TIED = 'Several records fit equally, or nearly.';
const UNSURE = 'The likeliest record is not certain enough, or others may be meant.';
const ALONE = 'One record fits, and no other comes near.';
const BY_IDENTIFIER = 'The record holds the identifier, and bears the name.';
