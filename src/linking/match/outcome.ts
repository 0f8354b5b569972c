import { isWhole } from '../../matching/compare/name/names.js';
import { otherNames } from '../../matching/compare/name/other-names.js';
import { street } from '../../matching/compare/place/street.js';
import { decide } from '../../matching/decide.js';
import { explain } from '../../matching/explain.js';
import { verdictOf } from '../../matching/features.js';
import { probabilities } from '../../matching/score.js';
import { type Tier, tierOf } from '../../matching/tier.js';
import { bodiesAmong } from './bodies.js';
import { classRank, holdsAny } from './candidate.js';
import { isAtTheDoor, isCertain, isNamesake, isOnlyHolder, isOutdone } from './certainty.js';
import { contradiction } from './contradiction.js';
import type { Body, Findings, Match, MatchedCandidate, Scored } from './findings.js';
import { NEAREST, NEARNESS, type Nearness, nearest } from './place.js';

/**
 * Decides the request as a whole. Records of one body are not rivals, two records of one register that fit equally well are,
 * and an identifier never outweighs a conflicting name.
 */
export function decideOutcome(findings: Findings): Match {
  const { query, scored } = findings;
  const { bodies, meant, isPlaced } = placed(inBodies(scored), findings);
  const [likeliest] = bodies;
  if (likeliest === undefined) {
    return { outcome: 'none', reason: NOTHING, candidates: [], candidateCount: 0 };
  }
  const isHeld = holdsAny(likeliest[0].candidate, query.record.identifiers ?? []);
  const isElsewhere =
    !isHeld &&
    likeliest.every(
      ({ nearness, pair }) => nearness === 'elsewhere' || verdictOf(street, pair) === 'conflict',
    );
  // A neighbour with another name does not compete with a body that has the whole name there.
  const rivaling = bodies.filter((body) => body === likeliest || !isOutdone(likeliest[0], body[0]));
  const scores = rivaling.map(([{ score }]) => score);
  const { outcome } = decide(scores, likeliest[0].table);
  const isTied = outcome === 'ambiguous';
  const shares = new Map(zip(bodies, probabilities(bodies.map(([{ score }]) => score))));
  for (const [body, share] of zip(rivaling, probabilities(scores))) shares.set(body, share);
  const isStreetGiven = (query.address?.raw.street ?? '') !== '';
  const all = bodies.map((body) => {
    const min = isWhole(body[0].pair.names) || !isStreetGiven ? RIVAL_SHARE : RIVAL_SHARE_OF_PART;
    const rivals = bodies.filter((other) => {
      if (other === body) return false;
      const isNear = (shares.get(other) ?? 0) >= min && !isOutdone(body[0], other[0]);
      return isNear || isAtTheDoor(other[0], body[0]);
    });
    const probability = shares.get(body) ?? 0;
    const among = probabilities([body, ...rivals].map(([{ score }]) => score))[0] ?? 0;
    return matched(body, { probability, among, rivals: rivals.length, isTied });
  });
  // Of many equal candidates none has a notable share, so an ambiguous outcome lists those near the likeliest.
  const min = outcome === 'none' ? LISTED_SHARE : Math.min(LISTED_SHARE, (all[0]?.probability ?? 0) / NEAR);
  const near = all.filter(({ probability }) => probability >= min);
  const listed = near.slice(0, MAX_LISTED);
  const counted = isWhole(likeliest[0].pair.names) && !isPlaced ? findings.countNamesakes() : 0;
  const concluded = (decided: Match['outcome'], why: string, candidates = listed): Match => {
    const all = decided === 'ambiguous' ? Math.max(near.length, counted) : near.length;
    const candidateCount = Math.max(all, candidates.length);
    const rest = `${candidateCount} records are possible; the first ${candidates.length} are listed.`;
    const text = candidateCount > candidates.length ? `${why} ${rest}` : why;
    const reason = candidates[0]?.candidate.isAtFormerAddress ? `${text} ${FORMER}` : text;
    const isOne = decided === 'ambiguous' && candidateCount === 1;
    return { outcome: isOne ? 'possible' : decided, reason, candidates, candidateCount };
  };
  const contradicted = contradiction(findings, bodies);
  if (contradicted !== undefined) {
    const { reason, by } = contradicted;
    const shown = by.flatMap((body) => all[bodies.indexOf(body)] ?? []);
    return concluded('ambiguous', reason, [...new Set([...listed, ...shown])]);
  }
  const isLikely = outcome !== 'none' || (listed.length > 0 && isOnlyHolder(likeliest[0].pair));
  if (isElsewhere && isLikely) return concluded('ambiguous', ELSEWHERE);
  const [first] = all;
  if (first?.rivals === 0 && likeliest === meant) {
    return concluded('found', ALONE_THERE, [{ ...first, tier: 'confirmed' }, ...listed.slice(1)]);
  }
  if (isTied) return concluded('ambiguous', TIED);
  if (outcome === 'none') return concluded('none', `${UNLIKELY}${closest(listed)}`);
  if (first !== undefined && first.rivals === 0 && first.tier !== 'possible') {
    return concluded('found', isHeld ? BY_IDENTIFIER : ALONE);
  }
  return concluded('ambiguous', UNSURE);
}

function closest([first]: readonly MatchedCandidate[]): string {
  if (first === undefined) return '';
  return ` The closest is “${first.candidate.data.name}” (${Math.floor(first.probability * 100)} %).`;
}

/**
 * If a body with the whole name is at the place in the request, more distant namesakes are removed, unless they share a second
 * name. `meant`: the only body that is nearest to the place; it is first.
 */
function placed(bodies: readonly Body[], { areNamesakesKnown }: Findings) {
  const nearnessOf = (body: Body) =>
    NEAREST.find((near) => body.some(({ pair, nearness }) => nearness === near && isNamesake(pair))) ??
    'unknown';
  const there = nearest(bodies, nearnessOf, areNamesakesKnown);
  if (there.length === 0) return { bodies, meant: undefined, isPlaced: false };
  const [first] = there;
  const near = first === undefined ? 'unknown' : nearnessOf(first);
  const others = bodies.filter((body) => !there.includes(body) && !body.every((one) => isFarther(one, near)));
  const meant = there.length === 1 ? first : undefined;
  return { bodies: [...there, ...others].sort(byBest), meant, isPlaced: true };
}

function isFarther({ pair, nearness }: Scored, near: Nearness): boolean {
  if (!isWhole(pair.names) || nearness === 'unknown' || verdictOf(otherNames, pair) === 'agree') return false;
  return NEARNESS.indexOf(nearness) > NEARNESS.indexOf(near);
}

function zip<One, Other>(ones: readonly One[], others: readonly Other[]): [One, Other][] {
  return ones.map((one, at) => [one, others[at] as Other]);
}

function inBodies(scored: readonly Scored[]): Body[] {
  const isThere = (one: Scored) => NEAREST.includes(one.nearness) && isNamesake(one.pair);
  const sorted = [...scored].sort(byScore);
  const likeliest = sorted.filter((one, place) => place < MAX_COMPARED || isThere(one));
  const numbers = bodiesAmong(
    likeliest.map(({ candidate, pair }) => ({ candidate, core: pair.names.theirs.core })),
  );
  const bodies = new Map<number, [Scored, ...Scored[]]>();
  for (const [place, one] of likeliest.entries()) {
    const body = bodies.get(numbers[place] ?? place);
    if (body) body.push(one);
    else bodies.set(numbers[place] ?? place, [one]);
  }
  return [...bodies.values()].flatMap(apart).sort(byBest);
}

/** Likeliest first; ties in an order independent of the order of loads. */
function byScore(one: Scored, other: Scored): number {
  return other.score - one.score || (one.candidate.data.id < other.candidate.data.id ? -1 : 1);
}

function byBest([one]: Body, [other]: Body): number {
  return byScore(one, other);
}

/** A body has one record in a register: further records of a register are rivals, whatever else they share. */
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

/** Candidates beyond this rank are never rivals. */
const MAX_COMPARED = 20;
/** A record whose score is lower by at most this much may still represent its body. */
const STANDS_FOR = 2;
/** Minimum probability for the holder of a name that nobody else has, or nobody else in the state or at the address. */
const SOLE_FROM = 0.7;
/**
 * A body with a smaller share is not listed as a rival. Neighbours that a street separates from a body with a part of the name
 * need less.
 */
const RIVAL_SHARE = 0.05;
const RIVAL_SHARE_OF_PART = 0.01;
const LISTED_SHARE = 0.05;
/** Candidates of an ambiguous outcome are at most this many times less likely than the first. */
const NEAR = 10;
const MAX_LISTED = 10;
const NOTHING = 'No loaded record has a similar name.';
const UNLIKELY = 'No loaded record is likely enough.';
const TIED = 'Several records match equally well, or nearly.';
const UNSURE = 'The best match is not certain enough, or others are possible.';
const ALONE_THERE = 'Only one record with this name is there, and no other is close.';
const FORMER = 'The address in the request is a former or mailing address of the record.';
const ELSEWHERE = 'The best match is in another town or ZIP code, or on another street.';
const ALONE = 'One record matches, and no other is close.';
const BY_IDENTIFIER = 'The record has the identifier and the name.';
