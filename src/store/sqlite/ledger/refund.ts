import { refundOf } from '../../ledger-rules/charge.js';
import type { ChargeId } from '../../store.js';
import type { Sqlite } from '../file/driver.js';
import type { LedgerClock } from './clock.js';
import type { IdempotencyTable } from './idempotency.js';

/**
 * Refunds a whole charge once; repeating it does nothing. Credits from a grant that has expired since are not returned. A
 * charge that paid for a repeated request remains as long as its key is known; other charges no longer pay for repetitions.
 */
export function refunding(database: Sqlite, clock: LedgerClock, idempotency: IdempotencyTable) {
  const burnedBy = database.prepare<[number], string>('SELECT burned FROM charges WHERE id = ?').pluck();
  const refunded = database.prepare('SELECT 1 FROM refunds WHERE charge_id = ?');
  const burnedGrants = database.prepare<[string], { id: number; expiresAt: number | null }>(
    'SELECT id, expires_at AS expiresAt FROM grants WHERE id IN (SELECT value ->> 0 FROM json_each(?))',
  );
  const giveBack = database.prepare(
    'UPDATE grant_remaining SET remaining = remaining + ? WHERE grant_id = ?',
  );
  const insert = database.prepare(
    'INSERT INTO refunds (charge_id, at, reason, credits, returned) VALUES (?, ?, ?, ?, ?)',
  );

  const refund = database.transaction((chargeId: number, reason: string, machineTime: number) => {
    const burned = burnedBy.get(chargeId);
    if (burned === undefined) throw new RangeError(`There is no charge ${chargeId}.`);
    if (refunded.get(chargeId) !== undefined || !idempotency.forget(chargeId)) return;
    const at = clock.advance(machineTime);
    const { returned, credits } = refundOf(burned, burnedGrants.all(burned), at);
    for (const [grantId, given] of returned) giveBack.run(given, grantId);
    insert.run(chargeId, at, reason, credits, JSON.stringify(returned));
  });

  return (chargeId: ChargeId, reason: string, at: number): void => {
    if (typeof chargeId !== 'number') throw new RangeError(`There is no charge ${chargeId}.`);
    refund.immediate(chargeId, reason, at);
  };
}
