import { IDEMPOTENCY_LIFE_MS } from '../../../domain/accounts/credits.js';
import { type OldCharge, sumCharges, sumGrants, toBreakdown } from '../../ledger-rules/sums.js';
import type { RollUp } from '../../store.js';
import type { Pool, Queries } from '../connection/pool.js';
import { type LedgerClock, NOW, timeOf } from './clock.js';
import { dropOldDays } from './days.js';
import { lockBalances } from './locked-balance.js';

/** The balances of their accounts are locked for about 100 ms: charges wait and are not refused. */
const CHARGES_AT_ONCE = 5_000;
/** From this age on, neither repetitions nor refunds can follow. */
const YOUNGEST_MS = 2 * IDEMPOTENCY_LIFE_MS;
const CHUNK_WITHIN_MS = 60_000;

const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('ledger.roll_up', 0))`;
const CHUNK = `SELECT at, id, account_id AS "accountId" FROM ledger.charges
  WHERE at < $1 AND id <> $3 ORDER BY id LIMIT $2`;
const NEWEST = 'SELECT id FROM ledger.charges ORDER BY at DESC, id DESC LIMIT 1';
const ACCOUNTS = `SELECT id, created_at AS "createdAt" FROM ledger.accounts WHERE id = ANY ($1::text[])`;
const CHARGES = `SELECT c.id, c.at, c.account_id AS "accountId", c.key_id AS "keyId", c.operation, c.credits, c.breakdown,
    c.burned, coalesce(r.credits, 0) AS refunded, r.returned
  FROM ledger.charges c LEFT JOIN ledger.refunds r ON r.charge_id = c.id AND r.account_id = c.account_id
  WHERE c.id = ANY ($1::bigint[]) AND c.at < $2 ORDER BY c.at, c.id`;
const ADD_CHARGES = `INSERT INTO ledger.charge_sums
    (account_id, since, latest, operation, key_id, requests, credits, refunded, breakdown)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
const ADD_GRANT = `INSERT INTO ledger.grant_sums (account_id, grant_id, burned, returned)
  SELECT account_id, id, $2, $3 FROM ledger.grants WHERE id = $1`;
const MARK = 'UPDATE ledger.rolled_up SET until = greatest(until, $1)';
const ALLOW = `SET LOCAL dossier.rolling_up = 'on'`;
const FORGET = ['idempotency_charges', 'refunds'].map(
  (table) => `DELETE FROM ledger.${table} WHERE charge_id = ANY ($1::bigint[])`,
);
const FORGET_KEYS = `DELETE FROM ledger.idempotency_keys k WHERE account_id = ANY ($2::text[]) AND created_at <= $1
  AND NOT EXISTS (SELECT 1 FROM ledger.idempotency_charges c WHERE c.account_id = k.account_id AND c.key = k.key)`;
const REMOVE = 'DELETE FROM ledger.charges WHERE id = ANY ($1::bigint[]) AND at < $2';
const SEEN = `SELECT coalesce(max(seen_at), 0) AS "seenAt", ${NOW} FROM ledger.purses`;

/** See `Ledger.rollUp`. */
export function rollingUp(pool: Pool, clock: LedgerClock) {
  return async (before: number, machineTime: number): Promise<RollUp> => {
    const [seen] = await pool.read(({ rows }) => rows<{ seenAt: number; now: number }>(SEEN));
    const now = timeOf(clock, machineTime, seen?.now ?? machineTime, seen?.seenAt ?? 0);
    if (before > now - YOUNGEST_MS)
      throw new RangeError('Charges can be rolled up after two days at the earliest.');
    const [newest] = await pool.read(({ rows }) => rows<{ id: number }>(NEWEST), CHUNK_WITHIN_MS);
    const total = { charges: 0, sums: 0 };
    for (;;) {
      const { charges, sums } = await pool.write(
        (queries) => rollSome(queries, before, newest?.id ?? 0),
        CHUNK_WITHIN_MS,
      );
      if (charges === 0) break;
      total.charges += charges;
      total.sums += sums;
    }
    if (total.charges > 0) await dropOldDays(pool, before);
    return total;
  };
}

async function rollSome(queries: Queries, before: number, newest: number): Promise<RollUp> {
  const { rows, change } = queries;
  await rows(LOCK);
  const chunk = await rows<{ at: number; id: number; accountId: string }>(CHUNK, [
    before,
    CHARGES_AT_ONCE,
    newest,
  ]);
  if (chunk.length === 0) return { charges: 0, sums: 0 };
  const latest = Math.max(...chunk.map(({ at }) => at));
  const ids = chunk.map(({ id }) => id);
  const accountIds = [...new Set(chunk.map(({ accountId }) => accountId))];
  await lockBalances(queries, accountIds);
  const accounts = await rows<{ id: string; createdAt: number }>(ACCOUNTS, [accountIds]);
  // Read under the locks: no refund can come between summing and deleting the rows.
  const charges = await rows<OldCharge>(CHARGES, [ids, before]);
  const created = new Map(accounts.map((account) => [account.id, account]));
  const sums = sumCharges(charges, (id) => created.get(id));
  for (const { items, ...sum } of sums) {
    const { accountId, since, operation, keyId, requests, credits, refunded } = sum;
    void change(ADD_CHARGES, [
      ...[accountId, since, sum.latest, operation, keyId, requests, credits, refunded],
      toBreakdown(items),
    ]);
  }
  for (const [grantId, { burned, returned }] of sumGrants(charges)) {
    if ((await change(ADD_GRANT, [grantId, burned, returned])) !== 1)
      throw new Error(`Charges took credits from grant ${grantId}, which does not exist.`);
  }
  await change(MARK, [latest]);
  await change(ALLOW);
  for (const statement of FORGET) await change(statement, [ids]);
  await change(FORGET_KEYS, [latest, accountIds]);
  await change(REMOVE, [ids, before]);
  return { charges: charges.length, sums: sums.length };
}
