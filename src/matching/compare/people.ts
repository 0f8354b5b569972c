import { comparePeople } from '../records/people.js';
import type { Comparison, Pair } from './comparison.js';

/** Officers, agents and contacts: whether a person is in both records. */
export const people: Comparison = {
  field: 'people',
  features: ['people.same', 'people.other'],
  against: ['people.other'],
  says: {
    agree: 'The same person is named on both sides.',
    partly: 'A surname is named on both sides.',
    conflict: 'Other people are named on each side.',
    neutral: 'Other people are named on each side.',
    unknown: 'One side names no person.',
  },
  measure: (pair, values, at) => {
    const best = closest(pair);
    if (best === undefined) return 'unknown';
    if (best.likeness === 'same') values[at] = 1;
    if (best.likeness === 'other') values[at + 1] = 1;
    return best.likeness === 'same' ? 'agree' : best.likeness === 'surname' ? 'partly' : 'neutral';
  },
  shows: (pair) => {
    const best = closest(pair);
    return {
      ours: best?.ours ?? pair.ours.people[0]?.raw ?? null,
      theirs: best?.theirs ?? pair.theirs.people[0]?.raw ?? null,
    };
  },
};

function closest({ ours, theirs }: Pair) {
  let best: { likeness: 'same' | 'surname' | 'other'; ours: string; theirs: string } | undefined;
  for (const one of ours.people) {
    for (const other of theirs.people) {
      const likeness = comparePeople(one, other);
      if (likeness === 'same') return { likeness, ours: one.raw, theirs: other.raw };
      if (best === undefined || likeness === 'surname') best = { likeness, ours: one.raw, theirs: other.raw };
    }
  }
  return best;
}
