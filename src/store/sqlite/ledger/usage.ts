import type { UsageRow } from '../../store.js';
import type { Sqlite } from '../database.js';

/** Charges with `from <= at < to`, by UTC day, operation and key; a refund counts on the day of its charge. */
export function usageReader(database: Sqlite) {
  const usage = database.prepare<[string, number, number], UsageRow>(
    `SELECT date(c.at / 1000, 'unixepoch') AS day, c.operation, c.key_id AS keyId, count(*) AS requests,
       sum(c.credits) AS credits, coalesce(sum(r.credits), 0) AS refunded
     FROM charges c LEFT JOIN refunds r ON r.charge_id = c.id
     WHERE c.account_id = ? AND c.at >= ? AND c.at < ?
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );
  return (accountId: string, from: number, to: number): UsageRow[] => usage.all(accountId, from, to);
}
