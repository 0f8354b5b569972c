import { randomBytes } from 'node:crypto';
import { periodAt } from '../../../domain/accounts/credits.js';
import { refuseBadAccount, refuseClosed } from '../../ledger-rules/refusals.js';
import {
  type Account,
  type AccountChange,
  type AccountStatus,
  ConflictError,
  type ListPage,
  type NewAccount,
} from '../../store.js';
import { one, type Queries } from '../connection/pool.js';
import { type LedgerClock, NOW } from './clock.js';
import { createPurse, lockPurse } from './purse.js';

/** Columns of a row `a` of `accounts`. */
export const MONTHLY_CREDITS = `coalesce((SELECT p.monthly_credits FROM ledger.account_plans p WHERE p.account_id = a.id
  ORDER BY p.id DESC LIMIT 1), a.monthly_credits)`;
export const MONTHLY_CREDITS_SINCE = `coalesce((SELECT p.since FROM ledger.account_plans p WHERE p.account_id = a.id
  ORDER BY p.id DESC LIMIT 1), a.created_at)`;

const SELECT = `SELECT a.id, a.name, ${MONTHLY_CREDITS} AS "monthlyCredits", a.requests_per_minute AS "requestsPerMinute",
  a.created_at AS "createdAt", a.status, ${MONTHLY_CREDITS_SINCE} AS "monthlyCreditsSince" FROM ledger.accounts a`;
/** The plans are looked up for the page alone. */
const PAGE = `SELECT a.id, a.name, ${MONTHLY_CREDITS} AS "monthlyCredits", a.requests_per_minute AS "requestsPerMinute",
    a.created_at AS "createdAt", a.status, ${MONTHLY_CREDITS_SINCE} AS "monthlyCreditsSince"
  FROM (SELECT * FROM ledger.accounts ORDER BY created_at, id COLLATE "C" LIMIT $1 OFFSET $2) a
  ORDER BY a.created_at, a.id COLLATE "C"`;
const COUNT = 'SELECT count(*)::bigint AS rows FROM ledger.accounts';
const INSERT = `INSERT INTO ledger.accounts (id, name, monthly_credits, requests_per_minute, created_at, status)
  VALUES ($1, $2, $3, $4, $5, $6)`;
const NAMED = 'SELECT id FROM ledger.accounts WHERE (name = $1 OR id = $1) AND id <> $2';
const UPDATE = 'UPDATE ledger.accounts SET name = $2, requests_per_minute = $3, status = $4 WHERE id = $1';
const ADD_PLAN = `INSERT INTO ledger.account_plans (account_id, monthly_credits, since, created_at) VALUES ($1, $2, $3, $4)`;
const PLAN_AT = `SELECT coalesce((SELECT p.monthly_credits FROM ledger.account_plans p
    WHERE p.account_id = a.id AND p.since <= $2 ORDER BY p.id DESC LIMIT 1), a.monthly_credits) AS credits
  FROM ledger.accounts a WHERE a.id = $1`;
/** Names of accounts are compared by one transaction at a time. */
const LOCK_NAMES = `SELECT pg_advisory_xact_lock(hashtextextended('ledger.accounts', 0))`;

/** Functions of one transaction; those that change something need one that writes. */
export function accountTable(clock: LedgerClock) {
  const get = (queries: Queries, id: string) => one(queries.rows<Account>(`${SELECT} WHERE a.id = $1`, [id]));
  const need = async (queries: Queries, id: string) => {
    const account = await get(queries, id);
    if (!account) throw new RangeError(`There is no account ${id}.`);
    return account;
  };
  const refuseTaken = async ({ rows }: Queries, name: string, id: string) => {
    await rows(LOCK_NAMES);
    const holder = await one(rows<{ id: string }>(NAMED, [name, id]));
    if (holder)
      throw new ConflictError(`There is an account ${JSON.stringify(name)} already (${holder.id}).`);
  };
  const plan = async (queries: Queries, account: Account, monthlyCredits: number, at: number) => {
    if (monthlyCredits === account.monthlyCredits) return;
    await queries.change(ADD_PLAN, [account.id, monthlyCredits, periodAt(account.createdAt, at).end, at]);
  };
  const update = async ({ change }: Queries, { id, name, requestsPerMinute, status }: Account) =>
    void (await change(UPDATE, [id, name, requestsPerMinute, status]));
  /** The purse's lock comes first: what is checked stays so. */
  const lock = async (queries: Queries, id: string, at: number) => {
    const purse = await lockPurse(queries, clock, id, at);
    const account = await need(queries, id);
    if (!purse) throw new Error(`The account ${id} has no purse.`);
    return { purse, account };
  };
  return {
    get,
    need,
    lock,
    list: ({ rows }: Queries) => rows<Account>(`${SELECT} ORDER BY a.created_at, a.id COLLATE "C"`),
    page: ({ rows }: Queries, { limit, offset }: ListPage) => rows<Account>(PAGE, [limit, offset]),
    count: async ({ rows }: Queries) => (await one(rows<{ rows: number }>(COUNT)))?.rows ?? 0,
    create: async (queries: Queries, request: NewAccount): Promise<Account> => {
      refuseBadAccount(request);
      const id = `acc_${randomBytes(6).toString('hex')}`;
      const [server] = await queries.rows<{ now: number }>(`SELECT ${NOW}`);
      const createdAt = clock === 'caller' ? request.createdAt : (server?.now ?? request.createdAt);
      const { name, monthlyCredits, requestsPerMinute } = request;
      await refuseTaken(queries, name, id);
      await queries.change(INSERT, [id, name, monthlyCredits, requestsPerMinute, createdAt, 'active']);
      await createPurse(queries, id, createdAt);
      return { ...request, id, createdAt, status: 'active', monthlyCreditsSince: createdAt };
    },
    change: async (
      queries: Queries,
      id: string,
      wanted: AccountChange,
      machineTime: number,
    ): Promise<Account> => {
      const { purse, account } = await lock(queries, id, machineTime);
      refuseClosed(account);
      const changed = { ...account, ...wanted };
      refuseBadAccount(changed);
      await refuseTaken(queries, changed.name, id);
      await plan(queries, account, changed.monthlyCredits, purse.at);
      await update(queries, changed);
      await purse.save();
      return await need(queries, id);
    },
    setStatus: async (
      queries: Queries,
      id: string,
      status: AccountStatus,
      machineTime: number,
    ): Promise<Account> => {
      const { purse, account } = await lock(queries, id, machineTime);
      refuseClosed(account);
      if (account.status === status) throw new ConflictError(`The account ${id} is ${status} already.`);
      if (status === 'closed') await plan(queries, account, 0, purse.at);
      await update(queries, { ...account, status });
      await purse.save();
      return await need(queries, id);
    },
    /** The monthly credits of the period that starts then. */
    monthlyAt: async ({ rows }: Queries, id: string, start: number): Promise<number> =>
      (await one(rows<{ credits: number }>(PLAN_AT, [id, start])))?.credits ?? 0,
  };
}

export type Accounts = ReturnType<typeof accountTable>;
