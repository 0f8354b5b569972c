import { isWhole } from '../../matching/compare/name/names.js';
import { decide } from '../../matching/decide.js';
import { explain } from '../../matching/explain.js';
import { probabilities } from '../../matching/score.js';
import { type Tier, tierOf } from '../../matching/tier.js';
import { bodiesAmong } from './bodies.js';
import { classRank, holdsAny } from './candidate.js';
import { isAtTheDoor, isCertain, isNeighbour } from './certainty.js';
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
  const isStreetAsked = (query.address?.raw.street ?? '') !== '';
  const all = bodies.map((body, at) => {
    const least = isWhole(body[0].pair.names) || !isStreetAsked ? RIVAL_SHARE : RIVAL_SHARE_OF_PART;
    const rivals = bodies.filter((other, place) => {
      if (other === body) return false;
      const isNear = (shares[place] ?? 0) >= least && !isNeighbour(body[0], other[0]);
      return isNear || isAtTheDoor(other[0], body[0]);
    });
    const probability = shares[at] ?? 0;
    const among = probabilities([body, ...rivals].map(([{ score }]) => score))[0] ?? 0;
    return matched(body, { probability, among, rivals: rivals.length, isTied });
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
  /** Its share among itself, its rivals and "none". */
  readonly among: number;
  readonly rivals: number;
  readonly isTied: boolean;
}

function matched(body: Body, { probability, among, rivals, isTied }: Standing): MatchedCandidate {
  const [best] = body;
  const near = body.filter(({ score }) => best.score - score < STANDS_FOR);
  const [stands = best] = near.sort(
    (one, other) => classRank(one.candidate) - classRank(other.candidate) || byScore(one, other),
  );
  return {
    candidate: stands.candidate,
    also: body.flatMap(({ candidate }) => (candidate === stands.candidate ? [] : candidate)),
    probability,
    tier: isTied ? 'possible' : tierIn(stands, among, rivals),
    evidence: explain(stands.pair, stands.table),
    rivals,
  };
}

function tierIn(one: Scored, probability: number, rivals: number): Tier {
  const { pair, table } = one;
  const tier = tierOf(pair, probability, table, SOLE_FROM);
  return tier === 'possible' && rivals === 0 && isCertain(one, probability) ? 'probable' : tier;
}

/** Candidates that share less with the likeliest are never rivals. */
const MOST_COMPARED = 20;
/** A record with so much less of the score may still stand for its body. */
const STANDS_FOR = 2;
/** The bearer of a name is believed from here on if the name has no other bearer, or none in the state or at the door. */
const SOLE_FROM = 0.7;
/** A body with a smaller share does not come near; less is asked of neighbours where a street tells them from a body with a part of the name. */
const RIVAL_SHARE = 0.05;
const RIVAL_SHARE_OF_PART = 0.01;
const LISTED_SHARE = 0.05;
const MOST_LISTED = 10;
const NOTHING = 'No loaded record has a name that is like it.';
const UNLIKELY = 'No loaded record is likely enough.';
const TIED = 'Several records fit equally, or nearly.';
const UNSURE = 'The likeliest record is not certain enough, or others may be meant.';
const ALONE = 'One record fits, and no other comes near.';
const BY_IDENTIFIER = 'The record holds the identifier, and bears the name.';
