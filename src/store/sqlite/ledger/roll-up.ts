import { setTimeout as wait } from 'node:timers/promises';
import { IDEMPOTENCY_LIFE_MS } from '../../../domain/accounts/credits.js';
import { type OldCharge, sumCharges, sumGrants, toBreakdown } from '../../ledger-rules/sums.js';
import type { RollUp } from '../../store.js';
import type { Sqlite } from '../file/driver.js';
import type { Accounts } from './accounts.js';
import type { LedgerClock } from './clock.js';

/** One transaction holds the write lock for about 50 ms: a server's charges wait for it and are not refused. */
const CHARGES_AT_ONCE = 5_000;
/** SQLite tries again to get the write lock after at most 100 ms; without a pause, a server would seldom find it free. */
const PAUSE_MS = 120;
/** From this age on, neither repetitions nor refunds can follow. */
const YOUNGEST_MS = 2 * IDEMPOTENCY_LIFE_MS;

/** See `Ledger.rollUp`. */
export function rollingUp(database: Sqlite, clock: LedgerClock, accounts: Accounts) {
  const oldest = database.prepare<[number, number], OldCharge>(
    `SELECT c.id, c.at, c.account_id AS accountId, c.key_id AS keyId, c.operation, c.credits, c.breakdown, c.burned,
       coalesce(r.credits, 0) AS refunded, r.returned
     FROM charges c LEFT JOIN refunds r ON r.charge_id = c.id
     WHERE c.id IN (SELECT id FROM charges ORDER BY id LIMIT ?) AND c.at < ?
       AND c.id < (SELECT max(id) FROM charges)
     ORDER BY c.id`,
  );
  const addCharges = database.prepare(
    `INSERT INTO charge_sums (account_id, since, latest, operation, key_id, requests, credits, refunded, breakdown)
     VALUES (@accountId, @since, @latest, @operation, @keyId, @requests, @credits, @refunded, @breakdown)`,
  );
  const addGrant = database.prepare('INSERT INTO grant_sums (grant_id, burned, returned) VALUES (?, ?, ?)');
  const mark = database.prepare('UPDATE rolled_up SET last_charge = ?');
  const forget = ['idempotency_charges', 'refunds'].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE charge_id <= ?`),
  );
  const forgetKeys = database.prepare(
    `DELETE FROM idempotency_keys WHERE created_at <= ? AND NOT EXISTS (
       SELECT 1 FROM idempotency_charges c
       WHERE c.account_id = idempotency_keys.account_id AND c.key = idempotency_keys.key)`,
  );
  const remove = database.prepare('DELETE FROM charges WHERE id <= ?');

  const rollSome = database.transaction((before: number): RollUp => {
    const charges = oldest.all(CHARGES_AT_ONCE, before);
    const last = charges.at(-1);
    if (!last) return { charges: 0, sums: 0 };
    const sums = sumCharges(charges, (id) => accounts.get(id));
    for (const { items, ...sum } of sums) addCharges.run({ ...sum, breakdown: toBreakdown(items) });
    for (const [grantId, { burned, returned }] of sumGrants(charges)) addGrant.run(grantId, burned, returned);
    mark.run(last.id);
    for (const statement of forget) statement.run(last.id);
    forgetKeys.run(last.at);
    remove.run(last.id);
    return { charges: charges.length, sums: sums.length };
  });

  return async (before: number, at: number): Promise<RollUp> => {
    if (before > clock.read(at) - YOUNGEST_MS)
      throw new RangeError('Charges can be rolled up after two days at the earliest.');
    const total = { charges: 0, sums: 0 };
    for (;;) {
      const { charges, sums } = rollSome.immediate(before);
      total.charges += charges;
      total.sums += sums;
      if (charges < CHARGES_AT_ONCE) return total;
      await wait(PAUSE_MS);
    }
  };
}
