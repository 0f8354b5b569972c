import { type Comparison, commonness, type Pair } from './comparison.js';
/** Compares the states of incorporation; if a side has none, its address is used. */
export const incorporation: Comparison = {
  field: 'state of incorporation',
  features: [
    'incorporation.conflict',
    'domicile.agree',
    'domicile.conflict',
    'domicile.notCovered',
    'domicile.conflictCommon',
  ],
  against: ['incorporation.conflict', 'domicile.conflict', 'domicile.notCovered', 'domicile.conflictCommon'],
  says: {
    agree: 'The state of incorporation agrees.',
    partly: 'The state of incorporation is the state of the other address.',
    conflict: 'The states of incorporation differ.',
    neutral: 'The state of incorporation is not the state of the other address.',
    unknown: 'No state of incorporation is known.',
  },
  measure: (pair, values, at) => {
    const { our, their, cross } = statesOf(pair);
    if (our === '' || their === '') return 'unknown';
    const agrees = our === their;
    if (cross) {
      values[agrees ? at + 1 : at + 2] = 1;
      if (!agrees && !pair.population.covers(our)) values[at + 3] = pair.names.overlap;
      if (!agrees) values[at + 4] = commonness(pair);
      return agrees ? 'partly' : 'neutral';
    }
    if (!agrees) values[at] = 1;
    return agrees ? 'agree' : 'conflict';
  },
  shows: (pair) => {
    const { our, their } = statesOf(pair);
    return { ours: our || null, theirs: their || null };
  },
};

/** `cross`: one side's state of incorporation and the other side's address, if the former has no address. */
function statesOf({ ours, theirs }: Pair) {
  const our = ours.record.incorporationState ?? '';
  const their = theirs.record.incorporationState ?? '';
  const ourAddress = ours.address?.state ?? '';
  const theirAddress = theirs.address?.state ?? '';
  if (our !== '' && their === '' && ourAddress === '') return { our, their: theirAddress, cross: true };
  if (their !== '' && our === '' && theirAddress === '') return { our: ourAddress, their, cross: true };
  return { our, their, cross: false };
}
