import type { Comparison } from '../comparison.js';

/** Words that distinguish the bodies of one family: a hospital, its foundation and its auxiliary are three. */
export const body: Comparison = {
  field: 'kind of body',
  features: ['body.conflict', 'body.oursAlone', 'body.theirsAlone'],
  against: ['body.conflict', 'body.oursAlone', 'body.theirsAlone'],
  says: {
    agree: 'Both names say the same kind of organization.',
    partly: 'Only one name says what kind of organization it is.',
    conflict: 'The names say two kinds of organization.',
    neutral: 'Only one name says what kind of organization it is.',
    unknown: 'Neither name says what kind of organization it is.',
  },
  measure: ({ names }, values, at) => {
    const ours = names.ours.bodies;
    const theirs = names.theirs.bodies;
    if (ours.length === 0 && theirs.length === 0) return 'unknown';
    const oursAlone = ours.some((word) => !theirs.includes(word));
    const theirsAlone = theirs.some((word) => !ours.includes(word));
    const place = oursAlone && theirsAlone ? 1 : oursAlone ? 2 : theirsAlone ? 3 : 0;
    if (place > 0) values[at + place - 1] = 1;
    return place === 0 ? 'agree' : place === 1 ? 'conflict' : 'neutral';
  },
  shows: ({ names }) => ({
    ours: names.ours.bodies.join(', ') || null,
    theirs: names.theirs.bodies.join(', ') || null,
  }),
};
