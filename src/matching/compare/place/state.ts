import type { NormalName } from '../../names/normalise.js';
import { STATE_WORDS } from '../../names/state-words.js';
import { stateOf } from '../../population/grounds.js';
import { type Comparison, commonness } from '../comparison.js';

/** Compares the states of the two addresses. */
export const state: Comparison = {
  field: 'state',
  features: [
    'state.agree',
    'state.conflict',
    'state.notCovered',
    'state.conflictCommon',
    'state.unknownCommon',
    'state.named',
  ],
  against: ['state.conflict', 'state.notCovered', 'state.conflictCommon', 'state.unknownCommon'],
  says: {
    agree: 'Both addresses are in the same state.',
    partly: 'Both addresses are in the same state.',
    conflict: 'The addresses are in two states.',
    neutral: 'The addresses are in two states.',
    unknown: 'One side has no state.',
  },
  saysOf: ({ theirs }, verdict) =>
    verdict === 'agree' && theirs.record.officeState !== undefined
      ? 'It is registered in that state; its address is in another.'
      : undefined,
  measure: (pair, values, at) => {
    const { ours, theirs, population, names } = pair;
    const our = ours.address?.state ?? '';
    const their = theirs.address?.state ?? '';
    if (stateOf(ours) === '' || stateOf(theirs) === '') values[at + 4] = names.overlap * commonness(pair);
    if (stateOf(ours) === '' && namesState(names.ours, their)) values[at + 5] = 1;
    if (our === '' || their === '') return 'unknown';
    if (our === their) {
      values[at] = 1;
      return 'agree';
    }
    values[at + 1] = 1;
    if (!population.covers(our)) values[at + 2] = names.overlap;
    values[at + 3] = commonness(pair);
    return 'conflict';
  },
  shows: ({ ours, theirs }) => ({
    ours: ours.address?.state || null,
    theirs: theirs.address?.state || null,
  }),
};

/** `KENTUCKY CHAMBER OF COMMERCE` and `ROTARY CLUB OF OWENSBORO KY` are in Kentucky. */
function namesState({ core, tokens }: NormalName, state: string): boolean {
  const words = STATE_WORDS.get(state);
  return words !== undefined && (` ${core} `.includes(` ${words} `) || tokens.at(-1) === state.toLowerCase());
}
