import { existing, newAccount, planStart, refuseClosed, refuseTaken } from '../../ledger-rules/accounts.js';
import type { Account, ListPage, NewAccount } from '../../store.js';
import type { Sqlite } from '../file/driver.js';
import type { LedgerClock } from './clock.js';

export interface Accounts {
  create(account: NewAccount): Account;
  list(): Account[];
  page(page: ListPage): Account[];
  count(): number;
  get(id: string): Account | undefined;
  /** Throws `RangeError` if there is no such account. */
  need(id: string): Account;
  /** Replaces an account by the result of `rule`, and returns it as stored. Throws `ConflictError` if the name is taken. */
  change(id: string, machineTime: number, rule: (account: Account) => Account): Account;
  /** The monthly credits of the period with this start. */
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
  // The plans are looked up for the page only.
  const page = database.prepare<[ListPage], Account>(
    `SELECT ${COLUMNS} FROM (SELECT * FROM accounts ORDER BY created_at, id LIMIT @limit OFFSET @offset) a
     ORDER BY a.created_at, a.id`,
  );
  const count = database.prepare<[], number>('SELECT count(*) FROM accounts').pluck();
  const one = database.prepare<[string], Account>(`SELECT ${COLUMNS} FROM accounts a WHERE a.id = ?`);
  const named = database
    .prepare<[Pick<Account, 'name' | 'id'>], string>(
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

  const create = database.transaction((account: Account) => {
    refuseTaken(account.name, named.get(account));
    clock.advance(account.createdAt);
    insert.run(account);
    return account;
  });
  const need = (id: string) => existing(one.get(id), id);
  const change = database.transaction(
    (id: string, machineTime: number, rule: (account: Account) => Account) => {
      const account = need(id);
      const changed = rule(account);
      if (changed.name !== account.name) refuseTaken(changed.name, named.get(changed));
      const at = clock.advance(machineTime);
      if (changed.monthlyCredits !== account.monthlyCredits)
        addPlan.run(id, changed.monthlyCredits, planStart(account, at), at);
      update.run(changed);
      return need(id);
    },
  );
  return {
    create: (account) => create.immediate(newAccount(account)),
    list: () => all.all(),
    page: (request) => page.all(request),
    count: () => count.get() ?? 0,
    get: (id) => one.get(id),
    need,
    change: change.immediate,
    monthlyAt: (id, start) => planAt.get({ id, start }) ?? 0,
    refuseClosed: (id) => {
      const account = one.get(id);
      if (account) refuseClosed(account);
    },
  };
}
