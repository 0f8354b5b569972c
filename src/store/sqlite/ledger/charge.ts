import {
  type BurnableGrant,
  burn,
  periodAt,
  sumByItem,
  sumOf,
  sumRemaining,
} from '../../../domain/accounts/credits.js';
import { breakdownText, latest, refuseBadRequest } from '../../ledger-rules/refusals.js';
import type { Account, ChargeRequest, ChargeResult } from '../../store.js';
import type { Sqlite } from '../file/driver.js';
import type { Accounts } from './accounts.js';
import type { LedgerClock } from './clock.js';
import type { Grants } from './grants.js';
import type { IdempotencyTable } from './idempotency.js';

/** An account's live grants inside one transaction, and what they held when it began. */
interface Purse {
  readonly grants: readonly BurnableGrant[];
  readonly held: readonly number[];
  readonly resetsAt: number;
  available: number;
}

/**
 * Charges a batch in one transaction that holds the write lock from its start: nobody else can spend between the
 * check and the write, in this process or another. One moment of ledger time holds for the whole batch.
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
  const known = new Map<string, Pick<Account, 'id' | 'createdAt'>>();

  const chargeAll = database.transaction((requests: readonly ChargeRequest[]): ChargeResult[] => {
    const at = clock.advance(latest(requests));
    const purses = new Map<string, Purse>();
    const results: ChargeResult[] = [];
    for (const request of requests) {
      const purse = purses.get(request.accountId) ?? open(purses, request.accountId, at);
      results.push(chargeOne(request, purse, at));
    }
    for (const purse of purses.values()) settle(purse);
    return results;
  });

  function open(purses: Map<string, Purse>, accountId: string, at: number): Purse {
    const account = find(accountId);
    const period = periodAt(account.createdAt, at);
    grants.ensureMonthly(account, period, at);
    const live = grants.live(accountId, at);
    const held = live.map((grant) => grant.remaining);
    const purse = { grants: live, held, resetsAt: period.end, available: sumRemaining(live) };
    purses.set(accountId, purse);
    return purse;
  }

  /** For what never changes of an account: its existence and when it was made. */
  function find(accountId: string): Pick<Account, 'id' | 'createdAt'> {
    const account = known.get(accountId) ?? accounts.get(accountId);
    if (!account) throw new RangeError(`There is no account ${accountId}.`);
    known.set(accountId, account);
    return account;
  }

  function chargeOne(request: ChargeRequest, purse: Purse, at: number): ChargeResult {
    const { available, resetsAt } = purse;
    if (request.credits === 0) return { charged: true, chargeId: null, remaining: available };
    const claim = idempotency.claim(request, at);
    if (claim === 'reused') return { charged: false, available, resetsAt, keyReused: true };
    const breakdown = claim.isFirst ? request.breakdown : sumByItem(claim.due.flat());
    const credits = claim.isFirst ? request.credits : sumOf(breakdown);
    const burned = credits <= available ? burn(purse.grants, credits) : null;
    if (!burned) return { charged: false, available, resetsAt };
    if (!claim.isFirst) idempotency.rely(request);
    const replayed = claim.isFirst ? {} : { replayed: { credits } };
    if (credits === 0) return { charged: true, chargeId: null, remaining: available, ...replayed };
    purse.available -= credits;
    const row = insert.run(
      at,
      request.accountId,
      request.keyId,
      request.operation,
      credits,
      breakdownText(breakdown),
      request.requestId,
      JSON.stringify(burned),
    );
    const chargeId = Number(row.lastInsertRowid);
    idempotency.remember(request, claim.due, chargeId, at);
    return { charged: true, chargeId, remaining: purse.available, ...replayed };
  }

  function settle(purse: Purse): void {
    for (const [index, grant] of purse.grants.entries()) {
      const taken = (purse.held[index] ?? 0) - grant.remaining;
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
