import type { Comparison } from '../comparison.js';

/** Compares the ZIP codes of the two addresses. */
export const zip: Comparison = {
  field: 'ZIP code',
  features: ['zip.agree', 'zip.near'],
  against: [],
  says: {
    agree: 'Both addresses have the same ZIP code.',
    partly: 'The ZIP codes are of one region.',
    conflict: 'The ZIP codes are far apart.',
    neutral: 'The ZIP codes are far apart.',
    unknown: 'One side has no ZIP code.',
  },
  measure: ({ ours, theirs }, values, at) => {
    const our = ours.address?.zip ?? '';
    const their = theirs.address?.zip ?? '';
    if (our === '' || their === '') return 'unknown';
    if (our === their) values[at] = 1;
    // An equal code is in the same region, too, so it never counts for less.
    if (our.slice(0, 3) === their.slice(0, 3)) values[at + 1] = 1;
    return our === their ? 'agree' : values[at + 1] === 1 ? 'partly' : 'conflict';
  },
  shows: ({ ours, theirs }) => ({ ours: ours.address?.zip || null, theirs: theirs.address?.zip || null }),
};
