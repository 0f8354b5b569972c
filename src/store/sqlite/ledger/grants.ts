import {
  type BurnableGrant,
  compareBurnOrder,
  isLive,
  type Period,
} from '../../../domain/accounts/credits.js';
import {
  extraGrant,
  type GrantRow,
  monthlyGrant,
  type TakenBack,
  takenBack,
} from '../../ledger-rules/accounts.js';
import type { Account, Grant, GrantPage, ListPage, NewGrant, NewTakeBack } from '../../store.js';
import type { Sqlite } from '../file/driver.js';
import type { Accounts } from './accounts.js';
import type { LedgerClock } from './clock.js';

export interface Grants {
  add(grant: NewGrant): Grant;
  /** See `Ledger.takeBack`. */
  takeBack(request: NewTakeBack): TakenBack;
  list(accountId: string): Grant[];
  page(accountId: string, page: ListPage): GrantPage;
  get(accountId: string, id: number): Grant | undefined;
  /** Live grants with credits left, in burn order. */
  live(accountId: string, at: number): BurnableGrant[];
  hasMonthly(accountId: string, period: Period): boolean;
  /** The row of the period, created on first use. Only inside a write transaction. */
  ensureMonthly(account: Pick<Account, 'id'>, period: Period, at: number): void;
}

const COLUMNS = `g.id, g.account_id AS accountId, g.credits, g.reason, g.kind, g.created_at AS createdAt,
  g.expires_at AS expiresAt`;
/** A subquery without rows sums to 0. */
const TAKEN_BACK = 'coalesce((SELECT sum(t.credits) FROM take_backs t WHERE t.grant_id = g.id), 0)';
const SELECT = `SELECT ${COLUMNS}, g.credits - r.remaining - ${TAKEN_BACK} AS spent, ${TAKEN_BACK} AS takenBack
  FROM grants g JOIN grant_remaining r ON r.grant_id = g.id`;

export function grantTable(database: Sqlite, clock: LedgerClock, accounts: Accounts): Grants {
  const insert = database.prepare(
    `INSERT INTO grants (account_id, kind, credits, reason, period_start, created_at, expires_at)
     VALUES (@accountId, @kind, @credits, @reason, @periodStart, @createdAt, @expiresAt)`,
  );
  const fill = database.prepare<[number, string, number]>('INSERT INTO grant_remaining VALUES (?, ?, ?)');
  const list = database.prepare<[string], Grant>(`${SELECT} WHERE g.account_id = ? ORDER BY g.id`);
  // Their sums are computed for the page only.
  const page = database.prepare<[ListPage & { accountId: string }], Grant>(
    `${SELECT} WHERE g.id IN (SELECT id FROM grants WHERE account_id = @accountId ORDER BY id LIMIT @limit OFFSET @offset)
     ORDER BY g.id`,
  );
  const count = database
    .prepare<[string], number>('SELECT count(*) FROM grants WHERE account_id = ?')
    .pluck();
  const one = database.prepare<[string, number], Grant>(`${SELECT} WHERE g.account_id = ? AND g.id = ?`);
  const withCredits = database.prepare<[string], BurnableGrant>(
    `SELECT g.id, g.created_at AS createdAt, g.expires_at AS expiresAt, r.remaining
     FROM grant_remaining r JOIN grants g ON g.id = r.grant_id WHERE r.account_id = ? AND r.remaining > 0`,
  );
  const monthly = database
    .prepare<[string, number], number>('SELECT id FROM grants WHERE account_id = ? AND period_start = ?')
    .pluck();

  const lower = database.prepare('UPDATE grant_remaining SET remaining = remaining - ? WHERE grant_id = ?');
  const insertTakeBack = database.prepare(
    'INSERT INTO take_backs (grant_id, at, credits, reason) VALUES (?, ?, ?, ?)',
  );

  const hasMonthly = (accountId: string, period: Period) =>
    monthly.get(accountId, period.start) !== undefined;
  const put = (row: GrantRow): Grant => {
    const id = Number(insert.run(row).lastInsertRowid);
    fill.run(id, row.accountId, row.credits);
    const { periodStart: _, ...grant } = row;
    return { ...grant, id, spent: 0, takenBack: 0 };
  };
  const add = database.transaction((grant: GrantRow) => {
    accounts.refuseClosed(grant.accountId);
    clock.advance(grant.createdAt);
    return put(grant);
  });
  const takeBack = database.transaction((request: NewTakeBack): TakenBack => {
    const { accountId, grantId, reason } = request;
    const at = clock.advance(request.at);
    const taken = takenBack(request, one.get(accountId, grantId), at);
    lower.run(taken.credits, grantId);
    insertTakeBack.run(grantId, at, taken.credits, reason);
    return taken;
  });
  return {
    takeBack: takeBack.immediate,
    add: (grant) => add.immediate(extraGrant(grant)),
    list: (accountId) => list.all(accountId),
    page: database.transaction((accountId: string, request: ListPage) => ({
      grants: page.all({ ...request, accountId }),
      totalCount: count.get(accountId) ?? 0,
    })),
    get: (accountId, id) => one.get(accountId, id),
    live: (accountId, at) =>
      withCredits
        .all(accountId)
        .filter((grant) => isLive(grant, at))
        .sort(compareBurnOrder),
    hasMonthly,
    ensureMonthly: (account, period, at) => {
      if (hasMonthly(account.id, period)) return;
      const grant = monthlyGrant(account.id, accounts.monthlyAt(account.id, period.start), period, at);
      if (grant) put(grant);
    },
  };
}
