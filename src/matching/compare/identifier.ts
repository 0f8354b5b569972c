import type { Comparison, Pair } from './comparison.js';

/** Compares identifiers: an EIN, UEI or CIK that both sides have, or two that differ. */
export const identifier: Comparison = {
  field: 'identifier',
  features: ['identifier.agree', 'identifier.conflict'],
  against: ['identifier.conflict'],
  says: {
    agree: 'Both records have the same identifier.',
    partly: 'Both records have the same identifier.',
    conflict: 'The records have different identifiers of the same kind.',
    neutral: 'The records have no identifier of the same kind.',
    unknown: 'The records have no identifier of the same kind.',
  },
  measure: (pair, values, at) => {
    const found = comparable(pair);
    if (found === undefined) return 'unknown';
    values[found.ours === found.theirs ? at : at + 1] = 1;
    return found.ours === found.theirs ? 'agree' : 'conflict';
  },
  shows: (pair) => comparable(pair) ?? { ours: null, theirs: null },
};

/** Two identifiers of one scheme; an equal pair if there is one. */
function comparable({ ours, theirs }: Pair) {
  const our = ours.record.identifiers ?? [];
  const their = theirs.record.identifiers ?? [];
  const shared = our.find((one) => their.includes(one));
  if (shared !== undefined) return { ours: shared, theirs: shared };
  for (const one of our) {
    const other = their.find((candidate) => schemeOf(candidate) === schemeOf(one));
    if (other !== undefined) return { ours: one, theirs: other };
  }
  return undefined;
}

function schemeOf(identifier: string): string {
  return identifier.slice(0, identifier.indexOf(':'));
}
