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
import type { Sqlite } from '../file/driver.js';
import type { LedgerClock } from './clock.js';

export interface Accounts {
  create(account: NewAccount): Account;
  list(): Account[];
  page(page: ListPage): Account[];
  count(): number;
  get(id: string): Account | undefined;
  change(id: string, change: AccountChange, at: number): Account;
  setStatus(id: string, status: AccountStatus, at: number): Account;
  /** The monthly credits of the period that starts then. */
  monthlyAt(id: string, periodStart: number): number;
  /** Throws `ConflictError`. */
  refuseClosed(id: string): void;
}

/** Columns of a row `a` of `accounts`. */
export const MONTHLY_CREDITS = `coalesce((SELECT p.monthly_credits FROM account_plans p WHERE p.account_id = a.id
  ORDER BY p.id DESC LIMIT 1), a.monthly_credits)`;
export const MONTHLY_CREDITS_SINCE = `coalesce((SELECT p.since FROM account_plans p WHERE p.account_id = a.id
  ORDER BY p.id DESC LIMIT 1), a.created_at)`;

const COLUMNS = `a.id, a.name, ${MONTHLY_CREDITS} AS monthlyCredits, a.requests_per_minute AS requestsPerMinute,
  a.created_at AS createdAt, a.status, ${MONTHLY_CREDITS_SINCE} AS monthlyCreditsSince`;

export function accountTable(database: Sqlite, clock: LedgerClock): Accounts {
  const insert = database.prepare<[Account]>(
    `INSERT INTO accounts (id, name, monthly_credits, requests_per_minute, created_at, status)
     VALUES (@id, @name, @monthlyCredits, @requestsPerMinute, @createdAt, @status)`,
  );
  const all = database.prepare<[], Account>(`SELECT ${COLUMNS} FROM accounts a ORDER BY a.created_at, a.id`);
  // The plans are looked up for the page alone.
  const page = database.prepare<[ListPage], Account>(
    `SELECT ${COLUMNS} FROM (SELECT * FROM accounts ORDER BY created_at, id LIMIT @limit OFFSET @offset) a
     ORDER BY a.created_at, a.id`,
  );
  const count = database.prepare<[], number>('SELECT count(*) FROM accounts').pluck();
  const one = database.prepare<[string], Account>(`SELECT ${COLUMNS} FROM accounts a WHERE a.id = ?`);
  const named = database
    .prepare<[{ name: string; id: string }], string>(
      'SELECT id FROM accounts WHERE (name = @name OR id = @name) AND id <> @id',
    )
    .pluck();
  const update = database.prepare<[Account]>(
    'UPDATE accounts SET name = @name, requests_per_minute = @requestsPerMinute, status = @status WHERE id = @id',
  );
  const addPlan = database.prepare(
    'INSERT INTO account_plans (account_id, monthly_credits, since, created_at) VALUES (?, ?, ?, ?)',
  );
  const planAt = database
    .prepare<[{ id: string; start: number }], number>(
      `SELECT coalesce((SELECT p.monthly_credits FROM account_plans p WHERE p.account_id = a.id AND p.since <= @start
         ORDER BY p.id DESC LIMIT 1), a.monthly_credits) FROM accounts a WHERE a.id = @id`,
    )
    .pluck();

  const refuseTaken = (name: string, id: string) => {
    const holder = named.get({ name, id });
    if (holder !== undefined) {
      throw new ConflictError(`There is an account ${JSON.stringify(name)} already (${holder}).`);
    }
  };
  const need = (id: string): Account => {
    const account = one.get(id);
    if (!account) throw new RangeError(`There is no account ${id}.`);
    return account;
  };
  const plan = (account: Account, monthlyCredits: number, at: number) => {
    if (monthlyCredits === account.monthlyCredits) return;
    addPlan.run(account.id, monthlyCredits, periodAt(account.createdAt, at).end, at);
  };

  const create = database.transaction((account: Account) => {
    refuseTaken(account.name, account.id);
    clock.advance(account.createdAt);
    insert.run(account);
    return account;
  });
  const change = database.transaction((id: string, wanted: AccountChange, machineTime: number) => {
    const account = need(id);
    refuseClosed(account);
    const changed = { ...account, ...wanted };
    refuseBadAccount(changed);
    refuseTaken(changed.name, id);
    const at = clock.advance(machineTime);
    plan(account, changed.monthlyCredits, at);
    update.run(changed);
    return need(id);
  });
  const setStatus = database.transaction((id: string, status: AccountStatus, machineTime: number) => {
    const account = need(id);
    refuseClosed(account);
    if (account.status === status) throw new ConflictError(`The account ${id} is ${status} already.`);
    const at = clock.advance(machineTime);
    if (status === 'closed') plan(account, 0, at);
    update.run({ ...account, status });
    return need(id);
  });
  return {
    create: (account) => {
      refuseBadAccount(account);
      const id = `acc_${randomBytes(6).toString('hex')}`;
      return create.immediate({
        ...account,
        id,
        status: 'active',
        monthlyCreditsSince: account.createdAt,
      });
    },
    list: () => all.all(),
    page: (request) => page.all(request),
    count: () => count.get() ?? 0,
    get: (id) => one.get(id),
    change: (id, wanted, at) => change.immediate(id, wanted, at),
    setStatus: (id, status, at) => setStatus.immediate(id, status, at),
    monthlyAt: (id, start) => planAt.get({ id, start }) ?? 0,
    refuseClosed: (id) => {
      const account = one.get(id);
      if (account) refuseClosed(account);
    },
  };
}
