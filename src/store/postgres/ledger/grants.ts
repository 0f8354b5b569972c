import { isLive, type Period } from '../../../domain/accounts/credits.js';
import {
  extraGrant,
  type GrantRow,
  refuseClosed,
  type TakenBack,
  takenBack,
} from '../../ledger-rules/accounts.js';
import type { Grant, GrantPage, ListPage, NewGrant, NewTakeBack } from '../../store.js';
import { one, type Queries } from '../connection/pool.js';
import type { Accounts } from './accounts.js';
import type { LedgerClock } from './clock.js';
import { lockBalance } from './locked-balance.js';

const TAKEN_BACK = `coalesce((SELECT sum(t.credits) FROM ledger.take_backs t
  WHERE t.account_id = g.account_id AND t.grant_id = g.id), 0)`;
const SELECT = `SELECT g.id, g.account_id AS "accountId", g.credits, g.reason, g.kind, g.created_at AS "createdAt",
    g.expires_at AS "expiresAt", g.credits - r.remaining - ${TAKEN_BACK} AS spent, ${TAKEN_BACK} AS "takenBack"
  FROM ledger.grants g JOIN ledger.grant_remaining r ON r.grant_id = g.id AND r.account_id = g.account_id
  WHERE g.account_id = $1 AND r.account_id = $1`;
/** Their sums are computed for the page only. */
const PAGE = `${SELECT} AND g.id IN (SELECT id FROM ledger.grants WHERE account_id = $1 ORDER BY id LIMIT $2 OFFSET $3)
  ORDER BY g.id`;
const COUNT = 'SELECT count(*)::bigint AS rows FROM ledger.grants WHERE account_id = $1';
const INSERT = `INSERT INTO ledger.grants (account_id, kind, credits, reason, period_start, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`;
const LIVE = `SELECT g.expires_at AS "expiresAt", r.remaining
  FROM ledger.grant_remaining r JOIN ledger.grants g ON g.id = r.grant_id AND g.account_id = r.account_id
  WHERE r.account_id = $1 AND r.remaining > 0`;
const MONTHLY = 'SELECT id FROM ledger.grants WHERE account_id = $1 AND period_start = $2';
const TAKE_BACK = `INSERT INTO ledger.take_backs (account_id, grant_id, at, credits, reason) VALUES ($1, $2, $3, $4, $5)`;

/** Functions within a transaction; those that write need a writing one. */
export function grantTable(clock: LedgerClock, accounts: Accounts) {
  const list = ({ rows }: Queries, accountId: string) => rows<Grant>(`${SELECT} ORDER BY g.id`, [accountId]);
  const get = ({ rows }: Queries, accountId: string, id: number) =>
    one(rows<Grant>(`${SELECT} AND g.id = $2`, [accountId, id]));
  return {
    list,
    get,
    page: async ({ rows }: Queries, accountId: string, { limit, offset }: ListPage): Promise<GrantPage> => ({
      grants: await rows<Grant>(PAGE, [accountId, limit, offset]),
      totalCount: (await one(rows<{ rows: number }>(COUNT, [accountId])))?.rows ?? 0,
    }),
    add: async (queries: Queries, request: NewGrant): Promise<Grant> => {
      extraGrant(request);
      const { balance, account } = await accounts.lock(queries, request.accountId, request.createdAt);
      refuseClosed(account);
      const createdAt = clock === 'caller' ? request.createdAt : balance.at;
      const { periodStart: _, ...grant } = extraGrant({ ...request, createdAt });
      const id = await insertGrant(queries, { ...grant, periodStart: null });
      balance.left.set(id, grant.credits);
      await balance.save();
      return { ...grant, id, spent: 0, takenBack: 0 };
    },
    /** See `Ledger.takeBack`. Locks the balance before the check, so that nobody spends the credits meanwhile. */
    takeBack: async (queries: Queries, request: NewTakeBack): Promise<TakenBack> => {
      const { accountId, grantId, reason } = request;
      const balance = await lockBalance(queries, clock, accountId, request.at);
      const grant = balance && (await get(queries, accountId, grantId));
      const at = balance?.at ?? request.at;
      const taken = takenBack(request, grant, at);
      balance?.left.set(grantId, taken.left);
      await queries.change(TAKE_BACK, [accountId, grantId, at, taken.credits, reason]);
      await balance?.save();
      return taken;
    },
    /** The available credits of live grants. */
    available: async ({ rows }: Queries, accountId: string, at: number): Promise<number> => {
      const live = await rows<{ expiresAt: number | null; remaining: number }>(LIVE, [accountId]);
      return live.reduce((sum, grant) => sum + (isLive(grant, at) ? grant.remaining : 0), 0);
    },
    hasMonthly: async ({ rows }: Queries, accountId: string, period: Period): Promise<boolean> =>
      (await rows(MONTHLY, [accountId, period.start])).length > 0,
  };
}

/** Stores a grant and returns its id. */
export async function insertGrant({ rows }: Queries, grant: GrantRow): Promise<number> {
  const { accountId, kind, credits, reason, periodStart, createdAt, expiresAt } = grant;
  const row = await one(
    rows<{ id: number }>(INSERT, [accountId, kind, credits, reason, periodStart, createdAt, expiresAt]),
  );
  if (!row) throw new Error('The inserted grant has no id.');
  return row.id;
}
