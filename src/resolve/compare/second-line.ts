import type { Prepared, PreparedName } from '../prepare.js';
import type { Comparison, Pair, Verdict } from './comparison.js';

/**
 * Whether the names agree only in a second line of the IRS's file. That line holds a trade name of the body on the
 * first, but as often its trustee, its founder, or the county that it serves.
 */
export const secondLine: Comparison = {
  field: 'second line',
  features: ['names.firstLineAlone'],
  against: ['names.firstLineAlone'],
  says: {
    agree: 'The name is on a second line, and the first line is shared as well.',
    partly: 'The name is on a second line; the first line is shared in part.',
    conflict: 'The name is only on a second line, and the first line names somebody else.',
    neutral: 'The name is on a second line.',
    unknown: 'The name is on no second line.',
  },
  measure: (pair, values, at) => {
    const { ours, theirs } = pair.names;
    if (theirs.kind === 'sort') values[at] = firstLineAlone(pair);
    const shares: number[] = [];
    if (ours.kind === 'sort') shares.push(firstLineShare(pair.ours, pair.theirs));
    if (theirs.kind === 'sort') shares.push(firstLineShare(pair.theirs, pair.ours));
    return verdictOf(shares);
  },
  shows: ({ ours, theirs, names }) => ({
    ours: names.ours.kind === 'sort' ? (ours.names[0]?.raw ?? null) : null,
    theirs: names.theirs.kind === 'sort' ? (theirs.names[0]?.raw ?? null) : null,
  }),
};

function verdictOf(shares: readonly number[]): Verdict {
  if (shares.length === 0) return 'unknown';
  const least = Math.min(...shares);
  return least === 1 ? 'agree' : least >= HALF ? 'partly' : 'conflict';
}

function firstLineAlone({ ours, theirs, population }: Pair): number {
  const first = theirs.names[0];
  return first === undefined
    ? 0
    : Math.min(1, (first.mass - sharedMass(first, ours)) / (3 * Math.log(population.size)));
}

/** How much of the first line of `record` the names of the other record hold, 0 to 1. */
function firstLineShare(record: Prepared, other: Prepared): number {
  const first = record.names[0];
  return first === undefined || first.mass === 0 ? 0 : sharedMass(first, other) / first.mass;
}

function sharedMass(first: PreparedName, { names }: Prepared): number {
  return first.tokens.reduce(
    (mass, token, place) =>
      names.some((name) => name.tokens.includes(token)) ? mass + (first.masses[place] ?? 0) : mass,
    0,
  );
}

const HALF = 0.5;
