import { stateOf } from '../../population/grounds.js';
import type { Comparison, Pair } from '../comparison.js';

/** The number of bodies in the whole population with the matched name, and whether this is the only one in our state. */
export const holders: Comparison = {
  field: 'records with the name',
  features: ['bearers.sole', 'bearers.several', 'bearers.onlyInState', 'bearers.elsewhereToo'],
  against: ['bearers.several', 'bearers.elsewhereToo'],
  says: {
    agree: 'No other record has this name.',
    partly: 'Other records have this name, but none in the same state.',
    conflict: 'Other records have this name.',
    neutral: 'The names differ, so the number of records with each does not matter.',
    unknown: 'No record in the population has this name.',
  },
  saysOf: ({ population, names }, verdict) =>
    population.isCountedThere?.(names.theirs.core) && verdict !== 'neutral'
      ? verdict === 'agree'
        ? 'No other record with this name is in that town, in that ZIP code or at that address.'
        : 'Other records with this name are in that town, in that ZIP code or at that address.'
      : verdict === 'agree' && population.records(names.theirs.core) > 1
        ? 'All records with this name are counted as one organization, which is in several registers or at one address.'
        : undefined,
  measure: (pair, values, at) => {
    const { same, overlap, theirs } = pair.names;
    const whole = same === 'core' || same === 'compact';
    if (!whole && overlap <= 0.5) return 'neutral';
    const count = Math.max(1, pair.population.holders(theirs.core));
    values[at + 1] = (2 * overlap - 1) * Math.min(1, Math.log2(count) / 8);
    if (!whole) return 'neutral';
    if (count === 1) {
      values[at] = 1;
      return 'agree';
    }
    const inState = holdersInOurState(pair);
    const onlyHere = inState === 1 && sameState(pair);
    if (onlyHere) values[at + 2] = 1;
    if (inState === 0) values[at + 3] = 1;
    return onlyHere ? 'partly' : 'conflict';
  },
  shows: (pair) => ({ ours: null, theirs: counted(pair.population.holders(pair.names.theirs.core)) }),
};

function holdersInOurState({ ours, names, population }: Pair): number {
  const state = stateOf(ours);
  return state === '' ? -1 : population.holdersIn(names.theirs.core, state);
}

function sameState({ ours, theirs }: Pair): boolean {
  return stateOf(ours) === theirs.address?.state;
}

/** Above 16 the population only counts powers of two. */
function counted(holders: number): string {
  return holders <= 16 ? String(holders) : `at least ${holders}`;
}
