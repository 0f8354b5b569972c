import type { Comparison, Pair } from './comparison.js';

/** How many records of the whole population bear the matched name, and whether this is the only one in our state. */
export const bearers: Comparison = {
  field: 'bearers of the name',
  features: ['bearers.sole', 'bearers.several', 'bearers.onlyInState', 'bearers.elsewhereToo'],
  against: ['bearers.several', 'bearers.elsewhereToo'],
  says: {
    agree: 'No other record bears this name.',
    partly: 'Others bear this name, but none in the same state.',
    conflict: 'Others bear this name.',
    neutral: 'The names are not the same, so their bearers do not matter.',
    unknown: 'Nobody in the population bears this name.',
  },
  measure: (pair, values, at) => {
    const core = pair.names.theirs.core;
    const count = pair.population.bearers(core);
    const whole = pair.names.same === 'core' || pair.names.same === 'compact';
    const near = Math.max(0, 2 * pair.names.overlap - 1);
    const inState = bearersInOurState(pair);
    values[at] = whole && count <= 1 ? 1 : 0;
    values[at + 1] = near * Math.min(1, Math.log2(Math.max(1, count)) / 8);
    values[at + 2] = whole && count > 1 && inState === 1 && sameState(pair) ? 1 : 0;
    values[at + 3] = whole && inState === 0 && count > 1 ? 1 : 0;
    if (!whole) return 'neutral';
    if (count <= 1) return 'agree';
    return inState === 1 && sameState(pair) ? 'partly' : 'conflict';
  },
  shows: (pair) => ({ ours: null, theirs: String(pair.population.bearers(pair.names.theirs.core)) }),
};

function bearersInOurState({ ours, names, population }: Pair): number {
  const state = stateOf(ours);
  return state === '' ? -1 : population.bearersIn(names.theirs.core, state);
}

function sameState({ ours, theirs }: Pair): boolean {
  return stateOf(ours) === theirs.address?.state;
}

function stateOf(record: Pair['ours']): string {
  return (record.address?.state || record.record.incorporationState) ?? '';
}
