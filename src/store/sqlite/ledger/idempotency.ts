import { IDEMPOTENCY_LIFE_MS } from '../../../domain/credits.js';
import type { ChargeRequest } from '../../store.js';
import type { Sqlite } from '../driver.js';

/** Which charge paid for a request under an Idempotency-Key, for as long as a repetition is free. */
export interface IdempotencyTable {
  /** The request a live row was written for. */
  find(accountId: string, key: string, at: number): string | undefined;
  /** `paid`: the very request is paid for, and from here on its charge is no longer refunded. Inside a write transaction. */
  claim(request: ChargeRequest, at: number): 'new' | 'paid' | 'reused';
  /** Inside the write transaction of the charge. */
  remember(request: ChargeRequest, chargeId: number, at: number): void;
  /** False where an answer was given for the charge already: it stays. Inside the write transaction of the refund. */
  forget(chargeId: number): boolean;
}

/** Each new row takes some expired ones with it, so that the table stays as long as what is live. */
const SWEPT_WITH_EACH = 8;

export function idempotencyTable(database: Sqlite): IdempotencyTable {
  const live = database
    .prepare<[string, string, number], string>(
      'SELECT request FROM idempotency_keys WHERE account_id = ? AND key = ? AND created_at > ?',
    )
    .pluck();
  const markReplayed = database.prepare(
    'UPDATE idempotency_keys SET replayed = 1 WHERE account_id = ? AND key = ?',
  );
  const insert = database.prepare(
    'INSERT OR REPLACE INTO idempotency_keys (account_id, key, request, charge_id, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const sweep = database.prepare(
    `DELETE FROM idempotency_keys WHERE (account_id, key) IN
       (SELECT account_id, key FROM idempotency_keys WHERE created_at <= ? ORDER BY created_at LIMIT ${SWEPT_WITH_EACH})`,
  );
  const remove = database.prepare('DELETE FROM idempotency_keys WHERE charge_id = ? AND replayed = 0');
  const exists = database.prepare('SELECT 1 FROM idempotency_keys WHERE charge_id = ?');

  const find = (accountId: string, key: string, at: number) =>
    live.get(accountId, key, at - IDEMPOTENCY_LIFE_MS);
  return {
    find,
    claim: ({ accountId, idempotency }, at) => {
      if (!idempotency) return 'new';
      const held = find(accountId, idempotency.key, at);
      if (held === undefined) return 'new';
      if (held !== idempotency.request) return 'reused';
      markReplayed.run(accountId, idempotency.key);
      return 'paid';
    },
    remember: ({ accountId, idempotency }, chargeId, at) => {
      if (!idempotency) return;
      sweep.run(at - IDEMPOTENCY_LIFE_MS);
      insert.run(accountId, idempotency.key, idempotency.request, chargeId, at);
    },
    forget: (chargeId) => {
      remove.run(chargeId);
      return exists.get(chargeId) === undefined;
    },
  };
}
