import type { Comparison } from './comparison.js';

/** Whether the body existed at the date of the other record: nothing files before it is formed. */
export const dates: Comparison = {
  field: 'dates',
  features: ['dates.impossible'],
  against: ['dates.impossible'],
  says: {
    agree: 'The dates are consistent.',
    partly: 'The dates are consistent.',
    conflict: 'One record is about a time before the other body was formed.',
    neutral: 'The dates are consistent.',
    unknown: 'A date is missing.',
  },
  measure: ({ ours, theirs }, values, at) => {
    const early = before(ours.record.activeYear, theirs.record.formedYear);
    const late = before(theirs.record.activeYear, ours.record.formedYear);
    if (early === undefined && late === undefined) return 'unknown';
    if (early !== true && late !== true) return 'neutral';
    values[at] = 1;
    return 'conflict';
  },
  shows: ({ ours, theirs }) => ({
    ours: shown(ours.record.activeYear ?? ours.record.formedYear),
    theirs: shown(theirs.record.formedYear ?? theirs.record.activeYear),
  }),
};

/** Allows one year: registers round dates, and filings are late. */
function before(active: number | undefined, formed: number | undefined): boolean | undefined {
  return active === undefined || formed === undefined ? undefined : active + 1 < formed;
}

function shown(year: number | undefined): string | null {
  return year === undefined ? null : String(year);
}
