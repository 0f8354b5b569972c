import type { UsageRow } from '../../store.js';
import type { Queries } from '../connection/pool.js';

const USAGE = `SELECT day, operation, "keyId", sum(requests) AS requests, sum(credits) AS credits, sum(refunded) AS refunded
  FROM (
    SELECT to_char(to_timestamp(floor(c.at / 1000.0)) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, c.operation,
      c.key_id AS "keyId", 1 AS requests, c.credits, coalesce(r.credits, 0) AS refunded
    FROM ledger.charges c LEFT JOIN ledger.refunds r ON r.charge_id = c.id AND r.account_id = c.account_id
    WHERE c.account_id = $1 AND c.at >= $2 AND c.at < $3
    UNION ALL
    SELECT to_char(to_timestamp(floor(since / 1000.0)) AT TIME ZONE 'UTC', 'YYYY-MM-DD'), operation, key_id, requests,
      credits, refunded
    FROM ledger.charge_sums WHERE account_id = $1 AND since >= $2 AND since < $3
  ) AS all_of_them
  GROUP BY day, operation, "keyId" ORDER BY day, operation COLLATE "C", "keyId" COLLATE "C"`;

/** Same rules as in the embedded ledger. */
export function readUsage(
  { rows }: Queries,
  accountId: string,
  from: number,
  to: number,
): Promise<UsageRow[]> {
  return rows<UsageRow>(USAGE, [accountId, from, Math.min(to, Number.MAX_SAFE_INTEGER)]);
}
