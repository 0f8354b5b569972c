import { stateOf } from '../../population/grounds.js';
import type { Comparison, Pair } from '../comparison.js';

/** The number of bodies in the whole population with the matched name, and whether this is the only one in our state. */
export const bearers: Comparison = {
  field: 'bearers of the name',
  features: ['bearers.sole', 'bearers.several', 'bearers.onlyInState', 'bearers.elsewhereToo'],
  against: ['bearers.several', 'bearers.elsewhereToo'],
  says: {
    agree: 'No other record bears this name.',
    partly: 'Others bear this name, but none in the same state.',
    conflict: 'Others bear this name.',
    neutral: 'The names are not the same, so their bearers do not matter.',
    unknown: 'No record in the population has this name.',
  },
  saysOf: ({ population, names }, verdict) =>
    population.isCountedThere?.(names.theirs.core) && verdict !== 'neutral'
      ? verdict === 'agree'
        ? 'No other record of this name is in that town, in that ZIP code or at that door.'
        : 'Others of this name are in that town, in that ZIP code or at that door.'
      : verdict === 'agree' && population.records(names.theirs.core) > 1
        ? 'Every record of this name is taken for one body’s, which stands in several registers or at one door.'
        : undefined,
  measure: (pair, values, at) => {
    const { same, overlap, theirs } = pair.names;
    const whole = same === 'core' || same === 'compact';
    if (!whole && overlap <= 0.5) return 'neutral';
    const count = Math.max(1, pair.population.bearers(theirs.core));
    values[at + 1] = (2 * overlap - 1) * Math.min(1, Math.log2(count) / 8);
    if (!whole) return 'neutral';
    if (count === 1) {
      values[at] = 1;
      return 'agree';
    }
    const inState = bearersInOurState(pair);
    const onlyHere = inState === 1 && sameState(pair);
    if (onlyHere) values[at + 2] = 1;
    if (inState === 0) values[at + 3] = 1;
    return onlyHere ? 'partly' : 'conflict';
  },
  shows: (pair) => ({ ours: null, theirs: counted(pair.population.bearers(pair.names.theirs.core)) }),
};

function bearersInOurState({ ours, names, population }: Pair): number {
  const state = stateOf(ours);
  return state === '' ? -1 : population.bearersIn(names.theirs.core, state);
}

function sameState({ ours, theirs }: Pair): boolean {
  return stateOf(ours) === theirs.address?.state;
}

/** Above 16 the population only counts powers of two. */
function counted(bearers: number): string {
  return bearers <= 16 ? String(bearers) : `at least ${bearers}`;
}
