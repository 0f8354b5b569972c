import { periodAt } from '../../../domain/accounts/credits.js';
import type { AccountPage, ListPage } from '../../store.js';
import type { Queries } from '../connection/pool.js';
import type { Accounts } from './accounts.js';
import { type LedgerClock, NOW, timeOf } from './clock.js';

const SEEN = `SELECT account_id AS id, seen_at AS "seenAt", ${NOW} FROM ledger.purses WHERE account_id = ANY($1::text[])`;
/** Periods are computed in code: each account has its own. */
const WRITTEN = `SELECT r.account_id AS id, sum(r.remaining) FILTER (WHERE g.expires_at IS NULL OR g.expires_at > request.at) AS available,
    bool_or(g.period_start = request.start) AS "hasMonthly"
  FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS request(id, at, start)
    JOIN ledger.grant_remaining r ON r.account_id = request.id
    JOIN ledger.grants g ON g.id = r.grant_id AND g.account_id = r.account_id
  GROUP BY r.account_id`;
const MONTHLY = `SELECT a.id, coalesce((SELECT p.monthly_credits FROM ledger.account_plans p WHERE p.account_id = a.id
    AND p.since <= request.start ORDER BY p.id DESC LIMIT 1), a.monthly_credits) AS credits
  FROM unnest($1::text[], $2::bigint[]) AS request(id, start) JOIN ledger.accounts a ON a.id = request.id`;

interface WrittenRow {
  readonly id: string;
  readonly available: number | null;
  /** True if the grant of the current period is among them. */
  readonly hasMonthly: boolean | null;
}

/** Read-only, like the balance of one account. */
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
  const [written, monthly] = await Promise.all([
    queries.rows<WrittenRow>(WRITTEN, [ids, ats, starts]),
    queries.rows<{ id: string; credits: number }>(MONTHLY, [ids, starts]),
  ]);
  const writtenOf = new Map(written.map((row) => [row.id, row]));
  const monthlyOf = new Map(monthly.map(({ id, credits }) => [id, credits]));
  const availableOf = (id: string) => {
    const row = writtenOf.get(id);
    return (row?.available ?? 0) + (row?.hasMonthly ? 0 : (monthlyOf.get(id) ?? 0));
  };
  return {
    accounts: listed.map((account) => ({ ...account, available: availableOf(account.id) })),
    totalCount: await accounts.count(queries),
  };
}
