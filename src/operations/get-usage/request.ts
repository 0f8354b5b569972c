import { choice, date } from '../query/field.js';
import { defineQuery, ordered } from '../query/query.js';

export const UsageQuery = defineQuery(
  {
    from: date('First day, UTC; default: the start of the current period.', '2026-11-01'),
    to: date('Last day, UTC, included; default: the end of the current period.', '2026-11-30'),
    format: choice('`csv` for a table; `Accept: text/csv` does the same.', ['json', 'csv'], 'json'),
  },
  ordered('from', 'to'),
  (_values, faults, isGiven) => {
    if (isGiven('to') && !isGiven('from')) faults.add('to', 'needs `from` as well.');
  },
);

/** Milliseconds since 1970, `to` excluded; null where not given. */
export interface UsageRequest {
  readonly from: number | null;
  readonly to: number | null;
}

const DAY_MS = 86_400_000;

/** Throws 400 with every fault at once. */
export function parseUsage(query: object): UsageRequest {
  const { from, to } = UsageQuery.read(query);
  return {
    from: from === null ? null : Date.parse(from),
    to: to === null ? null : Date.parse(to) + DAY_MS,
  };
}
