import {
  grantMovements,
  type Movement,
  type StatedGrant,
  type Statement,
  statementOf,
  unwrittenMonths,
} from '../../../domain/accounts/statement.js';
import type { Queries } from '../connection/pool.js';
import type { Accounts } from './accounts.js';
import { type LedgerClock, NOW, timeOf } from './clock.js';

const GRANTS = `SELECT g.credits, r.remaining, g.reason, g.period_start AS "periodStart", g.created_at AS "createdAt",
    g.expires_at AS "expiresAt"
  FROM ledger.grants g JOIN ledger.grant_remaining r ON r.grant_id = g.id AND r.account_id = g.account_id
  WHERE g.account_id = $1 AND r.account_id = $1 ORDER BY g.id`;
const SEEN = `SELECT seen_at AS "seenAt", ${NOW} FROM ledger.purses WHERE account_id = $1`;
const PLANS =
  'SELECT monthly_credits AS credits, since FROM ledger.account_plans WHERE account_id = $1 ORDER BY id';
const FIRST_PLAN = 'SELECT monthly_credits AS credits FROM ledger.accounts WHERE id = $1';

/** In the order of statement lines with equal times. */
const MOVEMENTS = [
  `SELECT latest AS at, 'charge' AS kind, -credits AS credits, requests, operation, key_id AS "keyId",
     NULL AS "requestId", NULL AS note
   FROM ledger.charge_sums WHERE account_id = $1 ORDER BY id`,
  `SELECT latest AS at, 'refund' AS kind, refunded AS credits, NULL::bigint AS requests, operation, key_id AS "keyId",
     NULL AS "requestId", NULL AS note
   FROM ledger.charge_sums WHERE account_id = $1 AND refunded > 0 ORDER BY id`,
  `SELECT at, 'charge' AS kind, -credits AS credits, 1 AS requests, operation, key_id AS "keyId",
     request_id AS "requestId", NULL AS note
   FROM ledger.charges WHERE account_id = $1 ORDER BY at, id`,
  `SELECT r.at, 'refund' AS kind, r.credits, 1 AS requests, c.operation, c.key_id AS "keyId",
     c.request_id AS "requestId", r.reason AS note
   FROM ledger.refunds r JOIN ledger.charges c ON c.id = r.charge_id AND c.account_id = r.account_id
   WHERE r.account_id = $1 ORDER BY r.number`,
  `SELECT at, 'take_back' AS kind, -credits AS credits, NULL::bigint AS requests, NULL AS operation, NULL AS "keyId",
     NULL AS "requestId", reason AS note
   FROM ledger.take_backs WHERE account_id = $1 ORDER BY id`,
];

/** See `Ledger.statement`. Reads one snapshot of the ledger, in one transaction. */
export async function readStatement(
  queries: Queries,
  clock: LedgerClock,
  accounts: Accounts,
  { accountId, from, to, at }: { accountId: string; from: number; to: number; at: number },
): Promise<Statement> {
  const { rows } = queries;
  const account = await accounts.need(queries, accountId);
  const [seen] = await rows<{ seenAt: number; now: number }>(SEEN, [accountId]);
  const now = timeOf(clock, at, seen?.now ?? at, seen?.seenAt ?? 0);
  const written = await rows<StatedGrant>(GRANTS, [accountId]);
  const periods = new Set(written.flatMap(({ periodStart }) => periodStart ?? []));
  const plans = await rows<{ credits: number; since: number }>(PLANS, [accountId]);
  const [first] = await rows<{ credits: number }>(FIRST_PLAN, [accountId]);
  const monthlyAt = (start: number) =>
    plans.findLast(({ since }) => since <= start)?.credits ?? first?.credits ?? 0;
  const all = [...written, ...unwrittenMonths(account.createdAt, monthlyAt, periods, now)];
  const movements = await Promise.all(MOVEMENTS.map((sql) => rows<Movement>(sql, [accountId])));
  return statementOf(accountId, from, to, [...grantMovements(all, now), ...movements.flat()]);
}
