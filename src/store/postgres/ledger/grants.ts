import { isLive, type Period } from '../../../domain/accounts/credits.js';
import { refuseBadGrant, refuseClosed } from '../../ledger-rules/refusals.js';
import {
  ConflictError,
  type Grant,
  type GrantPage,
  type ListPage,
  type NewGrant,
  type NewTakeBack,
} from '../../store.js';
import { one, type Queries } from '../connection/pool.js';
import type { Accounts } from './accounts.js';
import type { LedgerClock } from './clock.js';
import { lockPurse } from './purse.js';

const TAKEN_BACK = `coalesce((SELECT sum(t.credits) FROM ledger.take_backs t
  WHERE t.account_id = g.account_id AND t.grant_id = g.id), 0)`;
const SELECT = `SELECT g.id, g.account_id AS "accountId", g.credits, g.reason, g.kind, g.created_at AS "createdAt",
    g.expires_at AS "expiresAt", g.credits - r.remaining - ${TAKEN_BACK} AS spent, ${TAKEN_BACK} AS "takenBack"
  FROM ledger.grants g JOIN ledger.grant_remaining r ON r.grant_id = g.id AND r.account_id = g.account_id
  WHERE g.account_id = $1 AND r.account_id = $1`;
/** Their sums are looked up for the page alone. */
const PAGE = `${SELECT} AND g.id IN (SELECT id FROM ledger.grants WHERE account_id = $1 ORDER BY id LIMIT $2 OFFSET $3)
  ORDER BY g.id`;
const COUNT = 'SELECT count(*)::bigint AS rows FROM ledger.grants WHERE account_id = $1';
export const INSERT_GRANT = `INSERT INTO ledger.grants (account_id, kind, credits, reason, period_start, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`;
const LIVE = `SELECT g.expires_at AS "expiresAt", r.remaining
  FROM ledger.grant_remaining r JOIN ledger.grants g ON g.id = r.grant_id AND g.account_id = r.account_id
  WHERE r.account_id = $1 AND r.remaining > 0`;
const MONTHLY = 'SELECT id FROM ledger.grants WHERE account_id = $1 AND period_start = $2';
const TAKE_BACK = `INSERT INTO ledger.take_backs (account_id, grant_id, at, credits, reason) VALUES ($1, $2, $3, $4, $5)`;

interface TakenBack {
  /** As it is now. */
  readonly grant: Grant;
  /** The credits that were taken. */
  readonly credits: number;
}

/** Functions of one transaction; those that change something need one that writes. */
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
      refuseBadGrant(request);
      const { purse, account } = await accounts.lock(queries, request.accountId, request.createdAt);
      refuseClosed(account);
      const { accountId, credits, reason, expiresAt } = request;
      const createdAt = clock === 'caller' ? request.createdAt : purse.at;
      refuseBadGrant({ ...request, createdAt });
      const row = await one(
        queries.rows<{ id: number }>(INSERT_GRANT, [
          ...[accountId, 'extra', credits, reason, null, createdAt],
          expiresAt,
        ]),
      );
      if (!row) throw new Error('A grant was inserted and has no id.');
      purse.left.set(row.id, credits);
      await purse.save();
      return { ...request, createdAt, id: row.id, kind: 'extra', spent: 0, takenBack: 0 };
    },
    /** See `Ledger.takeBack`. The purse is locked from before the check: nobody spends what is being taken. */
    takeBack: async (queries: Queries, taken: NewTakeBack): Promise<TakenBack> => {
      const { accountId, grantId, reason } = taken;
      if (taken.credits !== null && (!Number.isSafeInteger(taken.credits) || taken.credits < 1))
        throw new RangeError('The credits that are taken back are an integer of 1 or more.');
      const purse = await lockPurse(queries, clock, accountId, taken.at);
      const grant = await get(queries, accountId, grantId);
      if (!purse || !grant) throw new RangeError(`The account ${accountId} has no grant ${grantId}.`);
      const left = grant.credits - grant.spent - grant.takenBack;
      const credits = taken.credits ?? left;
      if (!isLive(grant, purse.at)) throw new ConflictError(`Grant ${grantId} has ended.`);
      if (left === 0) throw new ConflictError(`Nothing of grant ${grantId} is left unspent.`);
      if (credits > left) {
        throw new ConflictError(
          `Only ${left} credits of grant ${grantId} are left unspent; ${credits} were asked for.`,
        );
      }
      purse.left.set(grantId, left - credits);
      await queries.change(TAKE_BACK, [accountId, grantId, purse.at, credits, reason]);
      await purse.save();
      return { grant: { ...grant, takenBack: grant.takenBack + credits }, credits };
    },
    /** The credits of live grants. */
    available: async ({ rows }: Queries, accountId: string, at: number): Promise<number> => {
      const held = await rows<{ expiresAt: number | null; remaining: number }>(LIVE, [accountId]);
      return held.reduce((sum, grant) => sum + (isLive(grant, at) ? grant.remaining : 0), 0);
    },
    hasMonthly: async ({ rows }: Queries, accountId: string, period: Period): Promise<boolean> =>
      (await rows(MONTHLY, [accountId, period.start])).length > 0,
  };
}

export type Grants = ReturnType<typeof grantTable>;
