import type { Comparison } from './comparison.js';

/** The states of the two addresses. */
export const state: Comparison = {
  field: 'state',
  features: ['state.agree', 'state.conflict', 'state.notCovered', 'state.conflictCommon'],
  against: ['state.conflict', 'state.notCovered', 'state.conflictCommon'],
  says: {
    agree: 'Both addresses are in the same state.',
    partly: 'Both addresses are in the same state.',
    conflict: 'The addresses are in two states.',
    neutral: 'The addresses are in two states.',
    unknown: 'One side has no state.',
  },
  measure: ({ ours, theirs, population, names }, values, at) => {
    const our = ours.address?.state ?? '';
    const their = theirs.address?.state ?? '';
    if (our === '' || their === '') return 'unknown';
    if (our === their) {
      values[at] = 1;
      return 'agree';
    }
    values[at + 1] = 1;
    if (!population.covers(our)) values[at + 2] = names.overlap;
    values[at + 3] = 1 - Math.min(1, names.theirs.mass / (2 * Math.log(population.size)));
    return 'conflict';
  },
  shows: ({ ours, theirs }) => ({
    ours: ours.address?.state || null,
    theirs: theirs.address?.state || null,
  }),
};
