import { periodAt, sumRemaining } from '../../../domain/accounts/credits.js';
import {
  type AccountBalance,
  charge,
  latest,
  type NewCharge,
  refuseBadRequest,
} from '../../ledger-rules/charge.js';
import type { Account, ChargeRequest, ChargeResult } from '../../store.js';
import type { Sqlite } from '../file/driver.js';
import type { Accounts } from './accounts.js';
import type { LedgerClock } from './clock.js';
import type { Grants } from './grants.js';
import type { IdempotencyTable } from './idempotency.js';

/** An account's balance, with the remaining credits of its grants when the transaction began. */
type OpenBalance = AccountBalance & { readonly before: readonly number[] };

/**
 * Charges a batch in one transaction that has the write lock from its start: nobody else can spend between the check and the
 * write, in this process or another. The whole batch has one ledger time.
 */
export function charging(
  database: Sqlite,
  clock: LedgerClock,
  accounts: Accounts,
  grants: Grants,
  idempotency: IdempotencyTable,
) {
  const insert = database.prepare(
    `INSERT INTO charges (at, account_id, key_id, operation, credits, breakdown, request_id, burned)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const take = database.prepare<[number, number, number]>(
    'UPDATE grant_remaining SET remaining = remaining - ? WHERE grant_id = ? AND remaining >= ?',
  );
  /** The immutable part of accounts. */
  const known = new Map<string, Pick<Account, 'id' | 'createdAt'>>();

  const chargeAll = database.transaction((requests: readonly ChargeRequest[]): ChargeResult[] => {
    const at = clock.advance(latest(requests));
    const balances = new Map<string, OpenBalance>();
    const results = requests.map((request) => {
      const { accountId } = request;
      const balance = balances.get(accountId) ?? open(accountId, at);
      balances.set(accountId, balance);
      return charge(request, balance, idempotency, store);
    });
    for (const balance of balances.values()) if (balance.changed) settle(balance);
    return results;
  });

  function open(accountId: string, at: number): OpenBalance {
    const account = known.get(accountId) ?? accounts.need(accountId);
    known.set(accountId, account);
    const period = periodAt(account.createdAt, at);
    grants.ensureMonthly(account, period, at);
    const live = grants.live(accountId, at);
    const before = live.map(({ remaining }) => remaining);
    return { at, live, before, resetsAt: period.end, available: sumRemaining(live), changed: false };
  }

  function store({ request, at, credits, breakdown, burned }: NewCharge): number {
    const { accountId, keyId, operation, requestId } = request;
    const row = insert.run(at, accountId, keyId, operation, credits, breakdown, requestId, burned);
    return Number(row.lastInsertRowid);
  }

  function settle({ live, before }: OpenBalance): void {
    for (const [index, grant] of live.entries()) {
      const taken = (before[index] ?? 0) - grant.remaining;
      if (taken > 0 && take.run(taken, grant.id, taken).changes !== 1) {
        throw new Error(`Grant ${grant.id} changed under the write lock.`);
      }
    }
  }

  return (requests: readonly ChargeRequest[]): ChargeResult[] => {
    for (const request of requests) refuseBadRequest(request);
    return requests.length === 0 ? [] : chargeAll.immediate(requests);
  };
}
