import type { Comparison, Pair } from './comparison.js';

/** Words that tell the bodies of one family apart: a hospital, its foundation and its auxiliary are three. */
export const body: Comparison = {
  field: 'kind of body',
  features: ['body.conflict', 'body.oursAlone', 'body.theirsAlone'],
  against: ['body.conflict', 'body.oursAlone', 'body.theirsAlone'],
  says: {
    agree: 'Both names speak of the same kind of body.',
    partly: 'Only one name says what kind of body it is.',
    conflict: 'The names speak of two kinds of body.',
    neutral: 'Only one name says what kind of body it is.',
    unknown: 'Neither name says what kind of body it is.',
  },
  measure: ({ names }, values, at) => {
    const ours = bodiesIn(names.ours.tokens);
    const theirs = bodiesIn(names.theirs.tokens);
    if (ours.length === 0 && theirs.length === 0) return 'unknown';
    const oursAlone = ours.some((word) => !theirs.includes(word));
    const theirsAlone = theirs.some((word) => !ours.includes(word));
    const place = oursAlone && theirsAlone ? 1 : oursAlone ? 2 : theirsAlone ? 3 : 0;
    if (place > 0) values[at + place - 1] = 1;
    return place === 0 ? 'agree' : place === 1 ? 'conflict' : 'neutral';
  },
  shows: ({ names }: Pair) => ({
    ours: bodiesIn(names.ours.tokens).join(', ') || null,
    theirs: bodiesIn(names.theirs.tokens).join(', ') || null,
  }),
};

function bodiesIn(tokens: readonly string[]): readonly string[] {
  return tokens.filter((token) => BODIES.has(token));
}

const BODIES: ReadonlySet<string> = new Set(
  (
    'foundation trust fund endowment auxiliary alumni booster friend pta pto ptsa scholarship school church ' +
    'holding acquisition bank bancorporation capital partner'
  ).split(' '),
);
