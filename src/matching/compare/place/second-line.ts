import { MAX_MASS } from '../../names/word-mass.js';
import type { Prepared, PreparedName } from '../../records/prepare.js';
import type { Comparison, Pair, Verdict } from '../comparison.js';

/**
 * Whether the names agree only in a second line of the IRS's file, or only in the first. A second line contains a trade name of
 * the body, but as often its trustee, its founder, or the county that it serves. The units of one body and its group return
 * have its name on the first line, so that name alone refers to the record without a second line.
 */
export const secondLine: Comparison = {
  field: 'second line',
  features: ['names.firstLineAlone', 'names.secondLineAlone'],
  against: ['names.firstLineAlone', 'names.secondLineAlone'],
  says: {
    agree: 'The name is on a second line, and the first line is shared as well.',
    partly: 'The name is on a second line; the first line is shared in part.',
    conflict: 'The name is only on a second line, and the first line has another name.',
    neutral: 'The name is on a second line.',
    unknown: 'The name is on no second line.',
  },
  saysOf: (pair) =>
    pair.names.theirs.kind === 'current' && secondLineAlone(pair) > 0
      ? 'Their second line is not ours: the record may be a unit or the group return of a body of this name.'
      : undefined,
  measure: (pair, values, at) => {
    const { ours, theirs } = pair.names;
    if (theirs.kind === 'sort') values[at] = firstLineAlone(pair);
    if (theirs.kind === 'current') values[at + 1] = secondLineAlone(pair);
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
  const min = Math.min(...shares);
  return min === 1 ? 'agree' : min >= HALF ? 'partly' : 'conflict';
}

function firstLineAlone({ ours, theirs }: Pair): number {
  const first = theirs.names[0];
  return first === undefined ? 0 : Math.min(1, (first.mass - sharedMass(first, ours)) / (3 * MAX_MASS));
}

/** The share of their second line that is in none of our names, 0 to 1. */
function secondLineAlone({ ours, theirs }: Pair): number {
  const second = theirs.names.find(({ kind }) => kind === 'sort');
  return second === undefined || second.mass === 0 ? 0 : 1 - sharedMass(second, ours) / second.mass;
}

/** The share of the first line of `record` that is in the names of the other record, 0 to 1. */
function firstLineShare(record: Prepared, other: Prepared): number {
  const first = record.names[0];
  return first === undefined || first.mass === 0 ? 0 : sharedMass(first, other) / first.mass;
}

function sharedMass(line: PreparedName, { names }: Prepared): number {
  return line.tokens.reduce(
    (mass, token, place) =>
      names.some((name) => name.tokens.includes(token)) ? mass + (line.masses[place] ?? 0) : mass,
    0,
  );
}

const HALF = 0.5;
