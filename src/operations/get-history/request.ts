import { isoInstant } from '../../domain/time/instants.js';
import { readCursor } from '../list-changes/cursor.js';
import { limit, readAs, text } from '../query/field.js';
import { moment } from '../query/moment.js';
import { defineQuery, ordered } from '../query/query.js';

export const HistoryQuery = defineQuery(
  {
    at: moment(
      'A day, `YYYY-MM-DD`, or a time in UTC, `YYYY-MM-DDTHH:MM:SSZ`: the answer holds the record as it was at the end of ' +
        'that day, or at that time.',
      '2026-11-23',
      'last',
    ),
    since: moment(
      'A day, `YYYY-MM-DD`, or a time in UTC: only events seen then or later.',
      '2026-03-20',
      'first',
    ),
    limit: limit({ max: 1_000, fallback: 100 }),
    cursor: readAs(text('`meta.cursor` of the page before.', '8c1f0d2e9a7b-2s'), readCursor),
  },
  ordered('since', 'at', 'after', (at) => isoInstant(Number(at))),
);
