import { expiredBefore } from '../../ledger-rules/acts.js';
import type { PaidKeys } from '../../ledger-rules/charge.js';
import type { Sqlite } from '../file/driver.js';

/**
 * Charges under idempotency keys. Each charge under a key pays for parts of its request: price items by the number of the part
 * (in a batch the item's, else 0). Within 24 hours a part is paid once. All changes must run in a write transaction.
 */
export interface IdempotencyTable extends PaidKeys {
  /** For a refund. Returns false if a response depends on the charge, which then remains. */
  forget(chargeId: number): boolean;
}

/** Each insertion deletes some expired rows, so that the tables do not grow. */
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

  const find: PaidKeys['find'] = (accountId, key, at) => {
    const request = live.get(accountId, key, expiredBefore(at));
    return request === undefined ? undefined : { request, parts: paidUnder.all(accountId, key) };
  };
  const remove = (accountId: string, key: string) => {
    removeCharges.run(accountId, key);
    removeKey.run(accountId, key);
  };
  const removeExpired = (at: number, accountId: string, key: string) => {
    const before = expiredBefore(at);
    for (const old of expired.all(before)) remove(old.accountId, old.key);
    if (live.get(accountId, key, before) === undefined) remove(accountId, key);
  };

  return {
    find,
    rely: ({ accountId, idempotency }) => {
      if (idempotency) markReplayed.run(accountId, idempotency.key);
    },
    remember: ({ accountId, idempotency }, parts, chargeId, at) => {
      if (!idempotency) return;
      removeExpired(at, accountId, idempotency.key);
      insertKey.run(accountId, idempotency.key, idempotency.request, at);
      insertCharge.run(chargeId, accountId, idempotency.key, parts);
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
