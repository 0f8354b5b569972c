import { isCalendarDate } from '../../domain/time/dates.js';
import { readCursor } from '../list-changes/cursor.js';
import { type Faults, quoted } from '../query/faults.js';
import { limit, readAs, text } from '../query/field.js';
import { defineQuery } from '../query/query.js';

const DAY_MS = 86_400_000;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;

export const HistoryQuery = defineQuery({
  at: readAs(
    text(
      'A day, `YYYY-MM-DD`, or a time in UTC, `YYYY-MM-DDTHH:MM:SSZ`: the answer holds the record as it was at the end of ' +
        'that day, or at that time.',
      '2026-11-23',
    ),
    readTime,
  ),
  limit: limit({ most: 1_000, otherwise: 100 }),
  cursor: readAs(text('`meta.cursor` of the page before.', '8c1f0d2e9a7b-2s'), readCursor),
});

/** Milliseconds since 1970: of a day its last one. */
function readTime(given: string, faults: Faults, name: string): number | null {
  if (isCalendarDate(given)) return Date.parse(given) + DAY_MS - 1;
  const time = INSTANT.test(given) && isCalendarDate(given.slice(0, 10)) ? Date.parse(given) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  return faults.add(name, `must be a day YYYY-MM-DD or a time YYYY-MM-DDTHH:MM:SSZ; got ${quoted(given)}.`);
}
