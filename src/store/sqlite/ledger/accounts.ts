import { randomBytes } from 'node:crypto';
import type { Account, NewAccount } from '../../store.js';
import type { Sqlite } from '../driver.js';
import type { LedgerClock } from './clock.js';

export interface Accounts {
  create(account: NewAccount): Account;
  list(): Account[];
  get(id: string): Account | undefined;
}

const COLUMNS = `id, name, monthly_credits AS monthlyCredits, requests_per_minute AS requestsPerMinute,
  created_at AS createdAt`;

export function accountTable(database: Sqlite, clock: LedgerClock): Accounts {
  const insert = database.prepare<[Account]>(
    'INSERT INTO accounts VALUES (@id, @name, @monthlyCredits, @requestsPerMinute, @createdAt)',
  );
  const all = database.prepare<[], Account>(`SELECT ${COLUMNS} FROM accounts ORDER BY created_at, id`);
  const one = database.prepare<[string], Account>(`SELECT ${COLUMNS} FROM accounts WHERE id = ?`);
  const create = database.transaction((account: Account) => {
    clock.advance(account.createdAt);
    insert.run(account);
    return account;
  });
  return {
    create: (account) => {
      refuseBadAccount(account);
      return create.immediate({ id: `acc_${randomBytes(6).toString('hex')}`, ...account });
    },
    list: () => all.all(),
    get: (id) => one.get(id),
  };
}

function refuseBadAccount(account: NewAccount): void {
  if (!Number.isSafeInteger(account.monthlyCredits) || account.monthlyCredits < 0) {
    throw new RangeError('Monthly credits are an integer of 0 or more.');
  }
  if (!Number.isSafeInteger(account.requestsPerMinute) || account.requestsPerMinute < 1) {
    throw new RangeError('Requests per minute are an integer of 1 or more.');
  }
}
