import type { Comparison } from '../comparison.js';

/** The numbers in the names: `LOCAL 567` and `LOCAL 568`, `HOLDINGS II` and `HOLDINGS III` are two bodies. */
export const numbers: Comparison = {
  field: 'numbers in the name',
  features: ['numbers.agree', 'numbers.conflict', 'numbers.oursAlone', 'numbers.theirsAlone'],
  against: ['numbers.conflict', 'numbers.oursAlone', 'numbers.theirsAlone'],
  says: {
    agree: 'The numbers in the names are the same.',
    partly: 'Only some of the numbers in the names are the same.',
    conflict: 'The numbers in the names differ.',
    neutral: 'Only one name has a number.',
    unknown: 'Neither name has a number.',
  },
  measure: ({ names }, values, at) => {
    const ours = names.ours.numbers;
    const theirs = names.theirs.numbers;
    if (ours.length === 0 && theirs.length === 0) return 'unknown';
    if (ours.length === 0 || theirs.length === 0) {
      values[ours.length === 0 ? at + 3 : at + 2] = 1;
      return 'neutral';
    }
    const shared = ours.filter((number) => theirs.includes(number)).length;
    const all = shared === ours.length && shared === theirs.length;
    if (shared > 0) values[at] = all ? 1 : 0.5;
    else values[at + 1] = 1;
    return all ? 'agree' : shared > 0 ? 'partly' : 'conflict';
  },
  shows: ({ names }) => ({ ours: listed(names.ours.numbers), theirs: listed(names.theirs.numbers) }),
};

function listed(values: readonly string[]): string | null {
  return values.length === 0 ? null : values.join(', ');
}
