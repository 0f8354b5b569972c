import { MAX_MASS } from '../../names/word-mass.js';
import type { PreparedName } from '../../records/prepare.js';
import type { Comparison } from '../comparison.js';

/** The similarity of the best pair of names, without legal forms. */
export const name: Comparison = {
  field: 'name',
  features: [
    'name.sameRare',
    'name.sameWords',
    'name.overlap',
    'name.overlapSquared',
    'name.dice',
    'name.jaroWinkler',
    'name.oursAlone',
    'name.theirsAlone',
    'name.bothAlone',
    'name.sortLine',
    'name.sameWritten',
    'name.begins',
  ],
  against: ['name.oursAlone', 'name.theirsAlone', 'name.bothAlone', 'name.sortLine'],
  says: {
    agree: 'The names are the same, but for their legal form.',
    partly: 'The names are alike but not the same.',
    conflict: 'The names have little in common.',
    neutral: 'The names have little in common.',
    unknown: 'One side has no name.',
  },
  measure: ({ names }, values, at) => {
    const { same, overlap } = names;
    const whole = same === 'core' || same === 'compact';
    const rarity = Math.min(1, names.theirs.mass / (2 * MAX_MASS));
    const ours = Math.min(1, names.oursAlone / MAX_MASS);
    const theirs = Math.min(1, names.theirsAlone / MAX_MASS);
    values[at] = whole ? rarity : 0;
    values[at + 1] = same === 'words' ? 1 : 0;
    values[at + 2] = overlap;
    values[at + 3] = overlap * overlap;
    values[at + 4] = names.dice;
    values[at + 5] = names.jaroWinkler;
    values[at + 6] = ours;
    values[at + 7] = theirs;
    values[at + 8] = Math.min(ours, theirs);
    values[at + 9] = names.theirs.kind === 'sort' ? 1 : 0;
    values[at + 10] = names.ours.written === names.theirs.written ? 1 : 0;
    if (!whole) values[at + 11] = Math.min(1, begunMass(names.ours, names.theirs) / (2 * MAX_MASS));
    return whole ? 'agree' : overlap >= 0.6 || same === 'words' ? 'partly' : 'conflict';
  },
  shows: ({ names }) => ({ ours: names.ours.raw, theirs: names.theirs.raw }),
};

/** The mass of the name with which the other begins: registers truncate names, or append a trustee or an account. */
function begunMass(ours: PreparedName, theirs: PreparedName): number {
  const [shorter, longer] = ours.core.length < theirs.core.length ? [ours, theirs] : [theirs, ours];
  if (!longer.core.startsWith(`${shorter.core} `)) return 0;
  // A foundation's name is not a longer form of its hospital's.
  return longer.bodies.length > shorter.bodies.length ? 0 : shorter.mass;
}
