import { IDEMPOTENCY_LIFE_MS } from '../../../domain/accounts/credits.js';
import { creditsOf, type Parts, toStored, unpaidOf } from '../../ledger-rules/parts.js';
import type { ChargeRequest } from '../../store.js';
import type { Sqlite } from '../file/driver.js';

/**
 * Payments under an Idempotency-Key. Each charge under a key pays for parts of its request: price items by the
 * place of the part (of a batch its item, else 0). Inside of 24 hours a part is paid once.
 */
export interface IdempotencyTable {
  /** The request a live row was written for, and the credits that were paid under it; null: all of it. */
  find(accountId: string, key: string, at: number): HeldKey | undefined;
  /** The part of the request that is still to be paid. Inside a write transaction. */
  claim(request: ChargeRequest, at: number): Claim;
  /** An answer relies on what was paid before: from here on that is not refunded. Inside a write transaction. */
  rely(request: ChargeRequest): void;
  /** Inside the write transaction of the charge. */
  remember(request: ChargeRequest, due: Parts, chargeId: number, at: number): void;
  /** False if an answer relies on the charge: it stays. Inside the write transaction of the refund. */
  forget(chargeId: number): boolean;
}

export interface HeldKey {
  readonly request: string;
  readonly paid: number | null;
}

/** `reused`: the key stands for another request. `isFirst`: nothing was paid under it. */
export type Claim = 'reused' | { readonly isFirst: boolean; readonly due: Parts };

/** Each new row takes some expired ones with it, so that the tables stay as long as what is live. */
const SWEPT_WITH_EACH = 8;

export function idempotencyTable(database: Sqlite): IdempotencyTable {
  const live = database
    .prepare<[string, string, number], string>(
      'SELECT request FROM idempotency_keys WHERE account_id = ? AND key = ? AND created_at > ?',
    )
    .pluck();
  const paidUnder = database
    .prepare<[string, string], string | null>(
      'SELECT parts FROM idempotency_charges WHERE account_id = ? AND key = ?',
    )
    .pluck();
  const markReplayed = database.prepare(
    'UPDATE idempotency_charges SET replayed = 1 WHERE account_id = ? AND key = ?',
  );
  const insertKey = database.prepare(
    'INSERT OR IGNORE INTO idempotency_keys (account_id, key, request, created_at) VALUES (?, ?, ?, ?)',
  );
  const insertCharge = database.prepare(
    'INSERT INTO idempotency_charges (charge_id, account_id, key, parts) VALUES (?, ?, ?, ?)',
  );
  const expired = database.prepare<[number], { accountId: string; key: string }>(
    `SELECT account_id AS accountId, key FROM idempotency_keys WHERE created_at <= ?
     ORDER BY created_at LIMIT ${SWEPT_WITH_EACH}`,
  );
  const removeKey = database.prepare('DELETE FROM idempotency_keys WHERE account_id = ? AND key = ?');
  const removeCharges = database.prepare('DELETE FROM idempotency_charges WHERE account_id = ? AND key = ?');
  const chargeOf = database.prepare<[number], { accountId: string; key: string; replayed: number }>(
    'SELECT account_id AS accountId, key, replayed FROM idempotency_charges WHERE charge_id = ?',
  );
  const removeCharge = database.prepare('DELETE FROM idempotency_charges WHERE charge_id = ?');

  const requestOf = (accountId: string, key: string, at: number) =>
    live.get(accountId, key, at - IDEMPOTENCY_LIFE_MS);
  const remove = (accountId: string, key: string) => {
    removeCharges.run(accountId, key);
    removeKey.run(accountId, key);
  };
  const removeExpired = (at: number, accountId: string, key: string) => {
    for (const old of expired.all(at - IDEMPOTENCY_LIFE_MS)) remove(old.accountId, old.key);
    if (requestOf(accountId, key, at) === undefined) remove(accountId, key);
  };

  return {
    find: (accountId, key, at) => {
      const request = requestOf(accountId, key, at);
      if (request === undefined) return undefined;
      return { request, paid: creditsOf(paidUnder.all(accountId, key)) };
    },
    claim: (charge, at) => {
      const { accountId, idempotency } = charge;
      if (!idempotency) return { isFirst: true, due: [charge.breakdown] };
      const { key, request, parts = [charge.breakdown] } = idempotency;
      const held = requestOf(accountId, key, at);
      if (held === undefined) return { isFirst: true, due: parts };
      if (held !== request) return 'reused';
      return { isFirst: false, due: unpaidOf(parts, paidUnder.all(accountId, key)) };
    },
    rely: ({ accountId, idempotency }) => {
      if (idempotency) markReplayed.run(accountId, idempotency.key);
    },
    remember: ({ accountId, idempotency }, due, chargeId, at) => {
      if (!idempotency) return;
      removeExpired(at, accountId, idempotency.key);
      insertKey.run(accountId, idempotency.key, idempotency.request, at);
      insertCharge.run(chargeId, accountId, idempotency.key, JSON.stringify(toStored(due)));
    },
    forget: (chargeId) => {
      const found = chargeOf.get(chargeId);
      if (!found) return true;
      if (found.replayed === 1) return false;
      removeCharge.run(chargeId);
      if (paidUnder.all(found.accountId, found.key).length === 0) removeKey.run(found.accountId, found.key);
      return true;
    },
  };
}
