import type { Match } from '../../src/linking/match/findings.js';
import type { Matcher } from '../../src/linking/match/matcher.js';
import type { Asked } from './suites.js';

/** How one question was answered. */
export interface Answered {
  readonly request: Asked;
  readonly match: Match;
}

/** With the milliseconds of processor time that it took. */
export interface TimedAnswer extends Answered {
  readonly took: number;
}

/** Shares of what was asked. */
export interface Outcomes {
  readonly request: number;
  readonly answerable: number;
  readonly found: number;
  readonly ambiguous: number;
  readonly none: number;
  /** The right share of what was `found`. */
  readonly precision: number;
  /** The share of the answerable that is `found`, and right. */
  readonly recall: number;
}

export async function answerAll(matcher: Matcher, all: readonly Asked[]): Promise<readonly TimedAnswer[]> {
  const answered: TimedAnswer[] = [];
  for (const request of all) {
    const before = process.cpuUsage();
    const match = await matcher.match(request.question);
    const { user, system } = process.cpuUsage(before);
    answered.push({ request, match, took: (user + system) / 1_000 });
  }
  return answered;
}

export function outcomesOf(answered: readonly Answered[]): Outcomes {
  const count = (is: (one: Answered) => boolean) => answered.filter(is).length;
  const found = count(({ match }) => match.outcome === 'found');
  const right = count(isRight);
  const answerable = count(({ request }) => request.answer !== undefined);
  return {
    request: answered.length,
    answerable,
    found,
    ambiguous: count(({ match }) => match.outcome === 'ambiguous'),
    none: count(({ match }) => match.outcome === 'none'),
    precision: found === 0 ? 1 : right / found,
    recall: right / answerable,
  };
}

/** Found, and the right one or another record of its body. */
export function isRight({ request, match }: Answered): boolean {
  const [first] = match.candidates;
  if (match.outcome !== 'found' || first === undefined || request.answer === undefined) return false;
  return [first.candidate, ...first.also].some(({ data }) => data.id === request.answer);
}
