import { keyOfNumber } from '../../domain/identifiers.js';
import type { Pair } from '../../matching/compare/comparison.js';
import { probabilities } from '../../matching/score.js';
import { holdsAny, registryIdentifier } from './candidate.js';
import type { Body, Findings, Scored } from './findings.js';
import type { Question } from './question/question.js';

interface Contradiction {
  readonly reason: string;
  /** The conflicting bodies. */
  readonly by: readonly Body[];
}

/**
 * Returns the contradiction if the identifiers of a request and its name lead to different bodies; `undefined` if they agree.
 */
export function contradiction(
  { question, query, holders }: Findings,
  bodies: readonly Body[],
): Contradiction | undefined {
  const identifiers = query.record.identifiers ?? [];
  const holding = bodies.filter((body) => body.some(({ candidate }) => holdsAny(candidate, identifiers)));
  const [holder] = holding;
  if (holder !== undefined) {
    if (holdsDifferent(question, holding)) return { reason: TWO_HOLDERS, by: holding };
    return holding.every(hasOtherName) ? { reason: OTHER_NAME, by: holding } : undefined;
  }
  if (holders.length > 0 || (question.identifiers.length === 0 && question.registryNumber === ''))
    return undefined;
  const [best] = [...bodies].sort(([one], [other]) => withoutConflict(other) - withoutConflict(one));
  if (best === undefined || !hasOtherIdentifier(question, best[0])) return undefined;
  const [likely = 0] = probabilities([withoutConflict(best[0])]);
  return likely >= best[0].table.accept ? { reason: OTHER_IDENTIFIER, by: [best] } : undefined;
}

/** Returns whether each of several bodies lacks an identifier that another one has. */
function holdsDifferent({ identifiers }: Question, holding: readonly Body[]): boolean {
  const held = holding.map((body) =>
    identifiers.filter((identifier) => body.some(({ candidate }) => holdsAny(candidate, [identifier]))),
  );
  const all = new Set(held.flat());
  return holding.length > 1 && held.every((some) => some.length < all.size);
}

function hasOtherName(body: Body): boolean {
  return body.every(({ pair: { names } }) => names.same === 'no' && names.overlap < SAME_NAME_FROM);
}

function withoutConflict({ pair, score, table }: Scored): number {
  return hasConflict(pair) ? score - (table.features['identifier.conflict'] ?? 0) : score;
}

function hasConflict({ ours, theirs }: Pair): boolean {
  const schemes = new Set((ours.record.identifiers ?? []).map(schemeOf));
  return (theirs.record.identifiers ?? []).some((identifier) => schemes.has(schemeOf(identifier)));
}

function schemeOf(identifier: string): string {
  return identifier.slice(0, identifier.indexOf(':'));
}

function hasOtherIdentifier(question: Question, { pair, candidate }: Scored): boolean {
  if (hasConflict(pair)) return true;
  const number = keyOfNumber(question.registryNumber);
  if (number === null || registryIdentifier(candidate) === undefined) return false;
  return question.address.state === '' || question.address.state === candidate.data.state;
}

/**
 * Below this, two names have little in common. A body keeps its identifier when it changes its name, so a person must decide.
 */
const SAME_NAME_FROM = 0.5;
const TWO_HOLDERS = 'Different organizations have the identifiers.';
const OTHER_NAME = 'The record with the identifier has another name.';
const OTHER_IDENTIFIER = 'The record with the name has another identifier.';
