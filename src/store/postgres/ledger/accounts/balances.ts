import { periodAt } from '../../../../domain/accounts/credits.js';
import type { AccountPage, ListPage } from '../../../store.js';
import type { Queries } from '../../pool.js';
import { type LedgerClock, NOW, timeOf } from '../clock.js';
import type { Accounts } from './accounts.js';

const SEEN = `SELECT account_id AS id, seen_at AS "seenAt", ${NOW} FROM ledger.purses WHERE account_id = ANY($1::text[])`;
/** Periods are counted in code: each account has its own. */
const BALANCES = `SELECT a.id,
    (coalesce((SELECT sum(r.remaining) FROM ledger.grant_remaining r
      JOIN ledger.grants g ON g.id = r.grant_id AND g.account_id = r.account_id
      WHERE r.account_id = a.id AND r.remaining > 0 AND (g.expires_at IS NULL OR g.expires_at > asked.at)), 0)
    + CASE WHEN EXISTS (SELECT 1 FROM ledger.grants g WHERE g.account_id = a.id AND g.period_start = asked.start) THEN 0
      ELSE coalesce((SELECT p.monthly_credits FROM ledger.account_plans p WHERE p.account_id = a.id
        AND p.since <= asked.start ORDER BY p.id DESC LIMIT 1), a.monthly_credits) END)::bigint AS available
  FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS asked(id, at, start) JOIN ledger.accounts a ON a.id = asked.id`;

/** Reads only, as the balance of one account does. */
export async function pageAccounts(
  queries: Queries,
  clock: LedgerClock,
  accounts: Accounts,
  page: ListPage,
  machineTime: number,
): Promise<AccountPage> {
  const listed = await accounts.page(queries, page);
  const ids = listed.map(({ id }) => id);
  const seen = await queries.rows<{ id: string; seenAt: number; now: number }>(SEEN, [ids]);
  const times = new Map(seen.map(({ id, seenAt, now }) => [id, timeOf(clock, machineTime, now, seenAt)]));
  const ats = ids.map((id) => times.get(id) ?? machineTime);
  const starts = listed.map(({ createdAt }, place) => periodAt(createdAt, ats[place] ?? machineTime).start);
  const rows = await queries.rows<{ id: string; available: number }>(BALANCES, [ids, ats, starts]);
  const held = new Map(rows.map(({ id, available }) => [id, available]));
  return {
    accounts: listed.map((account) => ({ ...account, available: held.get(account.id) ?? 0 })),
    totalCount: await accounts.count(queries),
  };
}
