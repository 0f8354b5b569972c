import { expiredBefore } from '../../ledger-rules/acts.js';
import { type PaidKey, type PaidKeys, storedIdempotency } from '../../ledger-rules/charge.js';
import type { ChargeRequest, StoredIdempotency } from '../../store.js';
import { one, type Queries } from '../connection/pool.js';

const KEYS = `SELECT i.account_id AS "accountId", i.key, i.request, i.created_at AS "createdAt"
  FROM unnest($1::text[], $2::text[]) AS a(account_id, key) JOIN ledger.idempotency_keys i USING (account_id, key)`;
const PAID = `SELECT i.account_id AS "accountId", i.key, i.charge_id AS "chargeId", i.parts, i.replayed
  FROM unnest($1::text[], $2::text[]) AS a(account_id, key) JOIN ledger.idempotency_charges i USING (account_id, key)
  ORDER BY i.charge_id`;
const RELY = `UPDATE ledger.idempotency_charges i SET replayed = true
  FROM unnest($1::text[], $2::bigint[]) AS t(account_id, charge_id)
  WHERE i.account_id = t.account_id AND i.charge_id = t.charge_id`;
const REMOVE = ['idempotency_charges', 'idempotency_keys'].map(
  (table) => `DELETE FROM ledger.${table} i USING unnest($1::text[], $2::text[]) AS t(account_id, key)
  WHERE i.account_id = t.account_id AND i.key = t.key`,
);
/** Each insertion deletes some expired rows of its account, so that the tables do not grow. */
const SWEEP = 'SELECT ledger.sweep_keys($1, $2, $3)';
const INSERT_KEYS = `INSERT INTO ledger.idempotency_keys (account_id, key, request, created_at)
  SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[])`;
const INSERT_CHARGES = `INSERT INTO ledger.idempotency_charges (charge_id, account_id, key, parts, replayed)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::boolean[])`;
const FIND = `SELECT request FROM ledger.idempotency_keys WHERE account_id = $1 AND key = $2 AND created_at > $3`;
const OF_CHARGE = `SELECT key, replayed FROM ledger.idempotency_charges WHERE charge_id = $1 AND account_id = $2`;
const FORGET = 'DELETE FROM ledger.idempotency_charges WHERE charge_id = $1 AND account_id = $2';
const FORGET_KEY = `DELETE FROM ledger.idempotency_keys k WHERE account_id = $1 AND key = $2
  AND NOT EXISTS (SELECT 1 FROM ledger.idempotency_charges c WHERE c.account_id = k.account_id AND c.key = k.key)`;
const SWEPT_WITH_EACH = 8;

interface Payment {
  readonly chargeId: number;
  readonly parts: string | null;
  replayed: boolean;
  readonly isNew: boolean;
}

/** The charges under one key of an account, including those that a batch adds. */
interface Entry {
  readonly accountId: string;
  readonly key: string;
  request: string;
  createdAt: number;
  isNew: boolean;
  /** Expired rows are deleted when the key is used again. */
  isExpired: boolean;
  payments: Payment[];
}

/** The idempotency keys of one batch: read under the locks of the balances, changed in memory, written at once. */
export class BatchKeys implements PaidKeys {
  readonly #entries = new Map<string, Entry>();
  readonly #relied = new Set<Payment & { readonly accountId: string }>();

  /** Sends the queries; the returned promise awaits their results. */
  static read({ rows }: Queries, requests: readonly ChargeRequest[]): Promise<BatchKeys> | BatchKeys {
    const named = new Map<string, readonly [string, string]>();
    for (const { accountId, idempotency } of requests) {
      if (idempotency) named.set(nameOf(accountId, idempotency.key), [accountId, idempotency.key]);
    }
    const keys = new BatchKeys();
    if (named.size === 0) return keys;
    const values = [[...named.values()].map(([id]) => id), [...named.values()].map(([, key]) => key)];
    const found = rows<{ accountId: string; key: string; request: string; createdAt: number }>(KEYS, values);
    const paid = rows<{ accountId: string; key: string } & Omit<Payment, 'isNew'>>(PAID, values);
    return Promise.all([found, paid]).then(([entry, payments]) => {
      for (const row of entry)
        keys.#entries.set(nameOf(row.accountId, row.key), {
          ...row,
          isNew: false,
          isExpired: false,
          payments: [],
        });
      for (const { accountId, key, ...payment } of payments)
        keys.#entries.get(nameOf(accountId, key))?.payments.push({ ...payment, isNew: false });
      return keys;
    });
  }

  find(accountId: string, key: string, at: number): PaidKey | undefined {
    const entry = this.#live(accountId, key, at);
    return entry && { request: entry.request, parts: entry.payments.map(({ parts }) => parts) };
  }

  /** A response depends on an earlier charge, which can no longer be refunded. */
  rely({ accountId, idempotency }: ChargeRequest): void {
    const entry = idempotency && this.#entries.get(nameOf(accountId, idempotency.key));
    for (const payment of entry?.payments ?? []) {
      if (payment.replayed) continue;
      payment.replayed = true;
      if (!payment.isNew) this.#relied.add({ ...payment, accountId });
    }
  }

  remember({ accountId, idempotency }: ChargeRequest, parts: string, chargeId: number, at: number): void {
    if (!idempotency) return;
    const { key, request } = idempotency;
    const payment = { chargeId, parts, replayed: false, isNew: true };
    const entry = this.#live(accountId, key, at);
    if (entry) return void entry.payments.push(payment);
    const isExpired = this.#entries.has(nameOf(accountId, key));
    const made = { accountId, key, request, createdAt: at, isNew: true, isExpired, payments: [payment] };
    this.#entries.set(nameOf(accountId, key), made);
  }

  /** Sends the changes; errors are reported by the commit. */
  write({ change }: Queries): void {
    const all = [...this.#entries.values()];
    const fresh = all.filter(({ isNew }) => isNew);
    const expired = fresh.filter(({ isExpired }) => isExpired);
    const relied = [...this.#relied];
    if (relied.length > 0)
      void change(RELY, [relied.map((row) => row.accountId), relied.map((row) => row.chargeId)]);
    if (expired.length > 0) {
      const values = [expired.map((row) => row.accountId), expired.map((row) => row.key)];
      for (const statement of REMOVE) void change(statement, values);
    }
    if (fresh.length > 0) {
      const accounts = fresh.map((row) => row.accountId);
      const times = fresh.map((row) => row.createdAt);
      const before = times.map(expiredBefore);
      void change(SWEEP, [accounts, before, SWEPT_WITH_EACH * fresh.length]);
      void change(INSERT_KEYS, [
        accounts,
        fresh.map((row) => row.key),
        fresh.map((row) => row.request),
        times,
      ]);
    }
    const paid = all.flatMap((entry) =>
      entry.payments.filter(({ isNew }) => isNew).map((payment) => ({ ...payment, entry })),
    );
    if (paid.length === 0) return;
    void change(INSERT_CHARGES, [
      paid.map(({ chargeId }) => chargeId),
      paid.map(({ entry }) => entry.accountId),
      paid.map(({ entry }) => entry.key),
      paid.map(({ parts }) => parts),
      paid.map(({ replayed }) => replayed),
    ]);
  }

  #live(accountId: string, key: string, at: number): Entry | undefined {
    const entry = this.#entries.get(nameOf(accountId, key));
    return entry && entry.createdAt > expiredBefore(at) ? entry : undefined;
  }
}

/** The request of a live row, and the credits paid under it; null: for all of it. */
export async function findIdempotency(
  { rows }: Queries,
  accountId: string,
  key: string,
  at: number,
): Promise<StoredIdempotency | undefined> {
  const entry = await one(rows<{ request: string }>(FIND, [accountId, key, expiredBefore(at)]));
  if (!entry) return undefined;
  const paid = await rows<{ parts: string | null }>(PAID, [[accountId], [key]]);
  return storedIdempotency({ request: entry.request, parts: paid.map(({ parts }) => parts) });
}

/**
 * Returns false if a response depends on the charge, which then remains. Must run in the transaction of the refund, after the
 * balance is locked.
 */
export async function forgetCharge(
  { rows, change }: Queries,
  chargeId: number,
  accountId: string,
): Promise<boolean> {
  const found = await one(rows<{ key: string; replayed: boolean }>(OF_CHARGE, [chargeId, accountId]));
  if (!found) return true;
  if (found.replayed) return false;
  await change(FORGET, [chargeId, accountId]);
  await change(FORGET_KEY, [accountId, found.key]);
  return true;
}

function nameOf(accountId: string, key: string): string {
  return `${accountId} ${key}`;
}
