import { periodAt } from '../../../domain/accounts/credits.js';
import type { AccountPage, ListPage } from '../../store.js';
import type { Sqlite } from '../file/driver.js';
import type { Accounts } from './accounts.js';
import type { LedgerClock } from './clock.js';

interface Requested {
  readonly at: number;
  /** `[account, start of its period]` of each, as JSON text: periods are computed in code. */
  readonly periods: string;
}

/** Read-only, like the balance of one account. */
export function accountPages(database: Sqlite, clock: LedgerClock, accounts: Accounts) {
  const balances = database.prepare<[Requested], { id: string; available: number }>(
    `SELECT a.id,
       coalesce((SELECT sum(r.remaining) FROM grant_remaining r JOIN grants g ON g.id = r.grant_id
         WHERE r.account_id = a.id AND r.remaining > 0 AND (g.expires_at IS NULL OR g.expires_at > @at)), 0)
       + CASE WHEN EXISTS (SELECT 1 FROM grants g WHERE g.account_id = a.id AND g.period_start = asked.start) THEN 0
         ELSE coalesce((SELECT p.monthly_credits FROM account_plans p WHERE p.account_id = a.id
           AND p.since <= asked.start ORDER BY p.id DESC LIMIT 1), a.monthly_credits) END AS available
     FROM (SELECT value ->> 0 AS id, value ->> 1 AS start FROM json_each(@periods)) AS asked
     JOIN accounts a ON a.id = asked.id`,
  );
  return database.transaction((page: ListPage, machineTime: number): AccountPage => {
    const at = clock.read(machineTime);
    const listed = accounts.page(page);
    const periods = listed.map(({ id, createdAt }) => [id, periodAt(createdAt, at).start]);
    const rows = balances.all({ at, periods: JSON.stringify(periods) });
    const availableById = new Map(rows.map(({ id, available }) => [id, available]));
    return {
      accounts: listed.map((account) => ({ ...account, available: availableById.get(account.id) ?? 0 })),
      totalCount: accounts.count(),
    };
  });
}
