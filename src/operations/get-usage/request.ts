import Type, { type Static } from 'typebox';
import { choiceParameter, dateParameter } from '../parameter.js';
import { Parameters } from '../parameters.js';

export const UsageQuery = Type.Object({
  from: dateParameter('First day, UTC; by default the present period’s begin.', '2026-11-01'),
  to: dateParameter('Last day, UTC, included; by default up to the present period’s end.', '2026-11-30'),
  format: choiceParameter('`csv` for a table; `Accept: text/csv` does the same.', ['json', 'csv'], 'json'),
});

/** Milliseconds since 1970, `to` excluded; null where not given. */
export interface UsageRequest {
  readonly from: number | null;
  readonly to: number | null;
}

const DAY_MS = 86_400_000;

/** Throws 400 with every fault at once. */
export function parseUsage(query: Static<typeof UsageQuery>): UsageRequest {
  const parameters = new Parameters();
  const from = parameters.date('from', query.from);
  const to = parameters.date('to', query.to);
  parameters.order('from', from, 'to', to);
  parameters.oneOf('format', query.format, ['json', 'csv']);
  if (from === undefined && to !== undefined) parameters.fault('to', 'needs `from` beside it.');
  parameters.check();
  return {
    from: from === undefined ? null : Date.parse(from),
    to: to === undefined ? null : Date.parse(to) + DAY_MS,
  };
}
