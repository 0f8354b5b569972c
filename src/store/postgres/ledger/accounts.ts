import { existing, newAccount, planStart, refuseTaken } from '../../ledger-rules/accounts.js';
import type { Account, ListPage, NewAccount } from '../../store.js';
import { one, type Queries } from '../connection/pool.js';
import { type LedgerClock, NOW } from './clock.js';
import { createBalance, lockBalance } from './locked-balance.js';

/** Columns of a row `a` of `accounts`. */
export const MONTHLY_CREDITS = `coalesce((SELECT p.monthly_credits FROM ledger.account_plans p WHERE p.account_id = a.id
  ORDER BY p.id DESC LIMIT 1), a.monthly_credits)`;
export const MONTHLY_CREDITS_SINCE = `coalesce((SELECT p.since FROM ledger.account_plans p WHERE p.account_id = a.id
  ORDER BY p.id DESC LIMIT 1), a.created_at)`;

const SELECT = `SELECT a.id, a.name, ${MONTHLY_CREDITS} AS "monthlyCredits", a.requests_per_minute AS "requestsPerMinute",
  a.created_at AS "createdAt", a.status, ${MONTHLY_CREDITS_SINCE} AS "monthlyCreditsSince" FROM ledger.accounts a`;
/** The plans are looked up for the page only. */
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
/** Only one transaction at a time compares account names. */
const LOCK_NAMES = `SELECT pg_advisory_xact_lock(hashtextextended('ledger.accounts', 0))`;

/** Functions within a transaction; those that write need a writing one. */
export function accountTable(clock: LedgerClock) {
  const get = (queries: Queries, id: string) => one(queries.rows<Account>(`${SELECT} WHERE a.id = $1`, [id]));
  const need = async (queries: Queries, id: string) => existing(await get(queries, id), id);
  const refuseTakenName = async ({ rows }: Queries, { name, id }: Account) => {
    await rows(LOCK_NAMES);
    refuseTaken(name, (await one(rows<{ id: string }>(NAMED, [name, id])))?.id);
  };
  /** Locks the balance first, so that what is checked cannot change. */
  const lock = async (queries: Queries, id: string, at: number) => {
    const balance = await lockBalance(queries, clock, id, at);
    const account = await need(queries, id);
    if (!balance) throw new Error(`The account ${id} has no balance.`);
    return { balance, account };
  };
  return {
    get,
    need,
    lock,
    list: ({ rows }: Queries) => rows<Account>(`${SELECT} ORDER BY a.created_at, a.id COLLATE "C"`),
    page: ({ rows }: Queries, { limit, offset }: ListPage) => rows<Account>(PAGE, [limit, offset]),
    count: async ({ rows }: Queries) => (await one(rows<{ rows: number }>(COUNT)))?.rows ?? 0,
    create: async (queries: Queries, request: NewAccount): Promise<Account> => {
      const [server] = await queries.rows<{ now: number }>(`SELECT ${NOW}`);
      const createdAt = clock === 'caller' ? request.createdAt : (server?.now ?? request.createdAt);
      const account = newAccount({ ...request, createdAt });
      await refuseTakenName(queries, account);
      const { id, name, monthlyCredits, requestsPerMinute, status } = account;
      await queries.change(INSERT, [id, name, monthlyCredits, requestsPerMinute, createdAt, status]);
      await createBalance(queries, id, createdAt);
      return account;
    },
    /**
     * Replaces an account by the result of `rule`, and returns it as stored. Rejects with `ConflictError` if the name is taken.
     */
    change: async (
      queries: Queries,
      id: string,
      machineTime: number,
      rule: (account: Account) => Account,
    ): Promise<Account> => {
      const { balance, account } = await lock(queries, id, machineTime);
      const changed = rule(account);
      if (changed.name !== account.name) await refuseTakenName(queries, changed);
      if (changed.monthlyCredits !== account.monthlyCredits) {
        const since = planStart(account, balance.at);
        await queries.change(ADD_PLAN, [id, changed.monthlyCredits, since, balance.at]);
      }
      await queries.change(UPDATE, [id, changed.name, changed.requestsPerMinute, changed.status]);
      await balance.save();
      return await need(queries, id);
    },
    /** The monthly credits of the period with this start. */
    monthlyAt: async ({ rows }: Queries, id: string, start: number): Promise<number> =>
      (await one(rows<{ credits: number }>(PLAN_AT, [id, start])))?.credits ?? 0,
  };
}

export type Accounts = ReturnType<typeof accountTable>;
