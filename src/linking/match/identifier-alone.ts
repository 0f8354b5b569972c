import { identifier } from '../../matching/compare/identifier.js';
import type { Evidence } from '../../matching/explain.js';
import { DECLARED } from '../../matching/weights/declared.js';
import { bodiesAmong } from './bodies.js';
import { type Candidate, classRank, holdsAny } from './candidate.js';
import type { Findings, Match } from './findings.js';

/** Without a name, the holder of an identifier is the match, unless several bodies have it. */
export function identifierAlone({
  question,
  query,
  holders,
}: Omit<Findings, 'scored' | 'areNamesakesKnown' | 'countNamesakes'>): Match {
  const identifiers = query.record.identifiers ?? [];
  const bodies = inBodies(inState(question.address.state, holders, identifiers));
  if (bodies.length === 0)
    return { outcome: 'none', reason: NOBODY_HOLDS, candidates: [], candidateCount: 0 };
  const isTied = bodies.length > 1;
  const candidates = bodies.slice(0, MAX_LISTED).map((body) => {
    const [stands, ...also] = [...body].sort(byClass) as [Candidate, ...Candidate[]];
    return {
      candidate: stands,
      also,
      probability: 1 / bodies.length,
      tier: isTied ? ('possible' as const) : ('confirmed' as const),
      evidence: [heldBy(stands, identifiers)],
      rivals: bodies.length - 1,
    };
  });
  return isTied
    ? { outcome: 'ambiguous', reason: HELD_BY_SEVERAL, candidates, candidateCount: bodies.length }
    : { outcome: 'found', reason: HELD_BY_ONE, candidates, candidateCount: 1 };
}

/** The holders in the state, if they have all the identifiers that anyone has; else all holders. */
function inState(
  state: string,
  holders: readonly Candidate[],
  identifiers: readonly string[],
): readonly Candidate[] {
  const here = holders.filter(({ prepared }) => prepared.address?.state === state);
  const held = (some: readonly Candidate[]) =>
    identifiers.filter((one) => some.some((holder) => holdsAny(holder, [one]))).length;
  return state !== '' && held(here) === held(holders) ? here : holders;
}

/** Two records of one register are two bodies, whatever else they share. */
function inBodies(holders: readonly Candidate[]): Candidate[][] {
  const numbers = bodiesAmong(
    holders.map((candidate) => ({ candidate, core: candidate.prepared.names[0]?.core ?? '' })),
  );
  const bodies = new Map<number, Candidate[]>();
  for (const [place, candidate] of holders.entries()) {
    const body = numbers[place] ?? place;
    bodies.set(body, [...(bodies.get(body) ?? []), candidate]);
  }
  return [...bodies.values()].flatMap((body) => {
    const registers = new Set(body.map(({ sourceId }) => sourceId));
    return registers.size < body.length ? body.map((one) => [one]) : [body];
  });
}

function byClass(one: Candidate, other: Candidate): number {
  return classRank(one) - classRank(other) || (one.data.id < other.data.id ? -1 : 1);
}

function heldBy({ prepared }: Candidate, identifiers: readonly string[]): Evidence {
  const held = identifiers.find((one) => prepared.record.identifiers?.includes(one)) ?? null;
  return {
    field: identifier.field,
    ours: held,
    theirs: held,
    verdict: 'agree',
    weight: DECLARED['identifier.agree'] ?? 0,
    sentence: identifier.says.agree,
  };
}

const MAX_LISTED = 10;
const NOBODY_HOLDS = 'No loaded record has the identifier.';
const HELD_BY_ONE = 'The record has the identifier.';
const HELD_BY_SEVERAL = 'Several records have the identifier, or different records have the identifiers.';
