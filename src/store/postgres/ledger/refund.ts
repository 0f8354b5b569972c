import type { Burn } from '../../../domain/accounts/credits.js';
import { refundOf } from '../../ledger-rules/charge.js';
import { one, type Queries } from '../connection/pool.js';
import type { LedgerClock } from './clock.js';
import { forgetCharge } from './idempotency.js';
import { lockBalance } from './locked-balance.js';

/** A refund comes soon after its charge, so the partitions of older days are read only if it is not in recent ones. */
const RECENT = `SELECT account_id AS "accountId", burned FROM ledger.charges WHERE id = $1
  AND at > floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - 172800000`;
const CHARGE = 'SELECT account_id AS "accountId", burned FROM ledger.charges WHERE id = $1';
const REFUNDED = 'SELECT 1 AS done FROM ledger.refunds WHERE charge_id = $1 AND account_id = $2';
const EXPIRY =
  'SELECT id, expires_at AS "expiresAt" FROM ledger.grants WHERE account_id = $1 AND id = ANY ($2::bigint[])';
const INSERT = `INSERT INTO ledger.refunds (charge_id, account_id, at, reason, credits, returned)
  VALUES ($1, $2, $3, $4, $5, $6)`;

interface Charged {
  readonly accountId: string;
  readonly burned: string;
}

/**
 * Refunds a whole charge once; repeating it does nothing. Credits from a grant that has expired since are not returned. A
 * charge that paid for a repeated request remains as long as its key is known; other charges no longer pay for repetitions.
 * Returns whether it refunded.
 */
export async function refundCharge(
  queries: Queries,
  clock: LedgerClock,
  chargeId: number,
  reason: string,
  machineTime: number,
): Promise<boolean> {
  const { rows, change } = queries;
  const charge =
    (await one(rows<Charged>(RECENT, [chargeId]))) ?? (await one(rows<Charged>(CHARGE, [chargeId])));
  if (!charge) throw new RangeError(`There is no charge ${chargeId}.`);
  const { accountId } = charge;
  const balance = await lockBalance(queries, clock, accountId, machineTime);
  if (!balance) throw new Error(`The account ${accountId} has no balance.`);
  // Under the lock, the second of two refunds sees the first, and a refund during a roll-up sees that the charge became a sum.
  const still = await one(rows<Charged>(CHARGE, [chargeId]));
  if (!still) throw new RangeError(`There is no charge ${chargeId}.`);
  if ((await rows(REFUNDED, [chargeId, accountId])).length > 0) return false;
  if (!(await forgetCharge(queries, chargeId, accountId))) return false;
  const ids = (JSON.parse(charge.burned) as Burn[]).map(([grantId]) => grantId);
  const grants = await rows<{ id: number; expiresAt: number | null }>(EXPIRY, [accountId, ids]);
  const { returned, credits } = refundOf(charge.burned, grants, balance.at);
  for (const [grantId, given] of returned)
    balance.left.set(grantId, (balance.left.get(grantId) ?? 0) + given);
  await change(INSERT, [chargeId, accountId, balance.at, reason, credits, JSON.stringify(returned)]);
  await balance.save();
  return true;
}
