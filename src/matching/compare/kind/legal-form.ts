import type { Comparison, Verdict } from '../comparison.js';

/** Whether both names end in the same legal form. */
export const legalForm: Comparison = {
  field: 'legal form',
  features: ['form.agree', 'form.conflict', 'form.oursAlone', 'form.theirsAlone'],
  against: ['form.conflict', 'form.oursAlone', 'form.theirsAlone'],
  says: {
    agree: 'Both have the same legal form.',
    partly: 'Only one side states a legal form.',
    conflict: 'The legal forms differ.',
    neutral: 'Only one side states a legal form.',
    unknown: 'Neither side states a legal form.',
  },
  measure: ({ names }, values, at) => {
    const verdict = verdictOf(names.ours.legalForm, names.theirs.legalForm);
    if (verdict === 'agree') values[at] = 1;
    if (verdict === 'conflict') values[at + 1] = 1;
    if (verdict === 'neutral') values[names.ours.legalForm === undefined ? at + 3 : at + 2] = 1;
    return verdict;
  },
  shows: ({ names }) => ({ ours: names.ours.legalForm ?? null, theirs: names.theirs.legalForm ?? null }),
};

function verdictOf(ours: string | undefined, theirs: string | undefined): Verdict {
  if (ours === undefined && theirs === undefined) return 'unknown';
  if (ours === undefined || theirs === undefined) return 'neutral';
  return ours === theirs ? 'agree' : 'conflict';
}
