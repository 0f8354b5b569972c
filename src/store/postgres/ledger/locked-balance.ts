import { one, type Queries } from '../connection/pool.js';
import { type LedgerClock, NOW, timeOf } from './clock.js';

/** A row of `ledger.purses`: the balance of an account, with the server's time when it was read. */
export interface BalanceRow {
  readonly accountId: string;
  readonly seenAt: number;
  readonly grantIds: readonly number[];
  readonly remaining: readonly number[];
  readonly now: number;
}

/** Ascending by account in every transaction, which prevents deadlocks. */
const LOCK = `SELECT account_id AS "accountId", seen_at AS "seenAt", grant_ids AS "grantIds", remaining, ${NOW}
  FROM ledger.lock_purses($1, $2)`;
const SAVE = `UPDATE ledger.purses SET seen_at = $2, grant_ids = $3::bigint[], remaining = $4::bigint[] WHERE account_id = $1`;
const CREATE = 'INSERT INTO ledger.purses (account_id, seen_at) VALUES ($1, $2)';

/** An account's balance, locked until the transaction ends. */
interface LockedBalance {
  /** Ledger time of the account. */
  readonly at: number;
  readonly left: Map<number, number>;
  save(): Promise<void>;
}

/**
 * Locks the balances of these accounts until the transaction ends. `skip`: leaves out those that another transaction has locked
 * instead of waiting for them.
 */
export function lockBalances(
  { rows }: Queries,
  accountIds: readonly string[],
  skip = false,
): Promise<BalanceRow[]> {
  return rows<BalanceRow>(LOCK, [accountIds, skip]);
}

/** Returns `undefined` if there is no such account. */
export async function lockBalance(
  queries: Queries,
  clock: LedgerClock,
  accountId: string,
  callerTime: number,
): Promise<LockedBalance | undefined> {
  const row = await one(lockBalances(queries, [accountId]));
  if (!row) return undefined;
  const at = timeOf(clock, callerTime, row.now, row.seenAt);
  const left = new Map(row.grantIds.map((id, index) => [id, row.remaining[index] ?? 0]));
  const save = async () =>
    void (await queries.change(SAVE, [accountId, at, listOf(left.keys()), listOf(left.values())]));
  return { at, left, save };
}

export async function createBalance({ change }: Queries, accountId: string, at: number): Promise<void> {
  await change(CREATE, [accountId, at]);
}

/** A PostgreSQL array literal. */
export function listOf(values: Iterable<number>): string {
  return `{${[...values].join(',')}}`;
}
