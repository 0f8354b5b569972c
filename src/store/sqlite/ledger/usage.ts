import type { UsageRow } from '../../store.js';
import type { Sqlite } from '../file/driver.js';

/**
 * Charges with `from <= at < to`, by UTC day, operation and key; a refund counts on the day of its charge. If old charges are
 * sums, `from` and `to` are exact only at the start of a day and of a period.
 */
export function usageReader(database: Sqlite) {
  const usage = database.prepare<[UsageQuery], UsageRow>(
    `SELECT day, operation, keyId, sum(requests) AS requests, sum(credits) AS credits, sum(refunded) AS refunded
     FROM (
       SELECT date(c.at / 1000, 'unixepoch') AS day, c.operation, c.key_id AS keyId, 1 AS requests, c.credits,
         coalesce(r.credits, 0) AS refunded
       FROM charges c LEFT JOIN refunds r ON r.charge_id = c.id
       WHERE c.account_id = @accountId AND c.at >= @from AND c.at < @to
       UNION ALL
       SELECT date(since / 1000, 'unixepoch'), operation, key_id, requests, credits, refunded
       FROM charge_sums WHERE account_id = @accountId AND since >= @from AND since < @to
     )
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );
  return (accountId: string, from: number, to: number): UsageRow[] => usage.all({ accountId, from, to });
}

interface UsageQuery {
  readonly accountId: string;
  readonly from: number;
  readonly to: number;
}
