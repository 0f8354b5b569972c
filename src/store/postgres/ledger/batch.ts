import {
  type BurnableGrant,
  compareBurnOrder,
  isLive,
  periodAt,
  sumRemaining,
} from '../../../domain/accounts/credits.js';
import { type AccountBalance, charge, latest, type NewCharge } from '../../ledger-rules/charge.js';
import type { ChargeRequest, ChargeResult } from '../../store.js';
import type { Queries } from '../connection/pool.js';
import { type LedgerClock, timeOf } from './clock.js';
import { BatchKeys } from './idempotency.js';
import type { KnownRows } from './known-rows.js';
import { type BalanceRow, listOf, lockBalances } from './locked-balance.js';

/** Skips days before the charges that were sent. Uses their time, not the server's: another server's clock may differ. */
const COMMITTED = 'SELECT id FROM ledger.charges WHERE id = ANY ($1::bigint[]) AND at >= $2';
const SAVE = `UPDATE ledger.purses p SET seen_at = t.at, grant_ids = string_to_array(t.ids, ',')::bigint[],
    remaining = string_to_array(t.remaining, ',')::bigint[]
  FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[]) AS t(account_id, at, ids, remaining)
  WHERE p.account_id = t.account_id`;
/** Balances and charges in one statement, because each statement has a fixed cost for driver and server. */
const SAVE_AND_INSERT = `WITH charged AS (
    INSERT INTO ledger.charges SELECT * FROM unnest($5::bigint[], $6::bigint[], $7::text[], $8::text[],
    $9::text[], $10::bigint[], $11::text[], $12::text[], $13::text[])
  ) ${SAVE}`;
const END_GRANTS = `INSERT INTO ledger.grant_ends (grant_id, account_id, remaining)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[])`;

/** An account's balance, with the grants that have ended since it was written. */
interface Balance extends AccountBalance {
  readonly accountId: string;
  readonly ended: readonly BurnableGrant[];
}

/** A charge with its id. */
type ChargeRow = NewCharge & { readonly id: number };

export interface Decided {
  readonly results: readonly ChargeResult[];
  /** Ids of the charges that the transaction writes. */
  readonly ids: readonly number[];
  /** Time of the earliest charge. */
  readonly from: number;
  /** Sends the writes; errors are reported by the commit. */
  write(queries: Queries): void;
}

export interface Submission {
  readonly requests: readonly ChargeRequest[];
  /** The id of each request's charge; the same each time the batch is sent. */
  readonly ids: readonly number[];
  /** Set if an earlier transaction may have written these charges: they are looked up first. */
  readonly sent: Pick<Decided, 'from'> | undefined;
}

/** The locked balances of the batch and the other inputs of the decision, all read under the locks. */
export interface Locked {
  readonly balances: ReadonlyMap<string, BalanceRow>;
  readonly keys: BatchKeys;
  /** Ids that are already committed. */
  readonly committed: ReadonlySet<number>;
}

/** First submission. `skip`: leaves out accounts that another transaction has locked instead of waiting for them. */
export async function lockBatch(
  queries: Queries,
  { requests, ids, sent }: Submission,
  skip: boolean,
): Promise<Locked> {
  const accounts = [...new Set(requests.map(({ accountId }) => accountId))];
  const locked = lockBalances(queries, accounts, skip);
  const keys = BatchKeys.read(queries, requests);
  // If the locks fail these fail too, and nobody awaits them.
  if (keys instanceof Promise) keys.catch(() => undefined);
  const committed = sent ? queries.rows<{ id: number }>(COMMITTED, [ids, sent.from]) : [];
  const balances = new Map((await locked).map((row) => [row.accountId, row]));
  return { balances, keys: await keys, committed: new Set((await committed).map(({ id }) => id)) };
}

/** Writes the balances unchanged, so that the commit waits for the standbys, which may lack the rows. */
export function rewrite(queries: Queries, balances: Iterable<BalanceRow>): void {
  const all = [...balances];
  void queries.change(SAVE, [
    all.map(({ accountId }) => accountId),
    all.map(({ seenAt }) => seenAt),
    all.map(({ grantIds }) => grantIds.join()),
    all.map(({ remaining }) => remaining.join()),
  ]);
}

/**
 * Decides like the embedded ledger: in the order of the requests, each all or nothing; grants that end first burn first. All
 * requests of an account have the same time.
 */
export async function decide(
  queries: Queries,
  clock: LedgerClock,
  known: KnownRows,
  { requests, ids }: Submission,
  { balances: rows, keys }: Locked,
): Promise<Decided> {
  const callerTime = latest(requests);
  const balances = new Map<string, Balance>();
  for (const { accountId } of requests) {
    const row = rows.get(accountId);
    if (row && !balances.has(accountId))
      balances.set(accountId, await openBalance(queries, known, clock, row, callerTime));
  }
  const results: ChargeResult[] = [];
  const written: ChargeRow[] = [];
  for (const [index, request] of requests.entries()) {
    const balance = balances.get(request.accountId);
    if (!balance) throw new Error(`The balance of ${request.accountId} is not locked.`);
    const id = ids[index] ?? Number.NaN;
    results.push(
      charge(request, balance, keys, (row) => {
        written.push({ ...row, id });
        return id;
      }),
    );
  }
  const changed = [...balances.values()].filter((balance) => balance.changed);
  return {
    results,
    ids: written.map(({ id }) => id),
    from: Math.min(...written.map(({ at }) => at), Number.MAX_SAFE_INTEGER),
    write: (to) => {
      if (changed.length > 0) save(to, changed, written);
      keys.write(to);
    },
  };
}

async function openBalance(
  queries: Queries,
  known: KnownRows,
  clock: LedgerClock,
  row: BalanceRow,
  callerTime: number,
): Promise<Balance> {
  const { accountId } = row;
  const at = timeOf(clock, callerTime, row.now, row.seenAt);
  const account = await known.account(queries, accountId);
  const grants = await known.grants(queries, accountId, row.grantIds);
  const current = grants.map((grant, index) => ({ ...grant, remaining: row.remaining[index] ?? 0 }));
  const period = periodAt(account.createdAt, at);
  const hasMonthly = current.some(({ periodStart }) => periodStart === period.start);
  const monthly = hasMonthly ? undefined : await known.addMonthly(queries, accountId, period, at);
  if (monthly) current.push(monthly);
  const live = current.filter((grant) => isLive(grant, at)).sort(compareBurnOrder);
  const ended = current.filter((grant) => !isLive(grant, at));
  return {
    ...{ accountId, at, resetsAt: period.end, live, ended },
    available: sumRemaining(live),
    changed: monthly !== undefined,
  };
}

/** Writes the charges and the changed balances. Ended grants are removed from their balance with their remaining credits. */
function save(queries: Queries, balances: readonly Balance[], charges: readonly ChargeRow[]): void {
  const ended = balances.flatMap((balance) =>
    balance.ended.map((grant) => ({ ...grant, accountId: balance.accountId })),
  );
  if (ended.length > 0) {
    void queries.change(END_GRANTS, [
      ended.map(({ id }) => id),
      ended.map(({ accountId }) => accountId),
      ended.map(({ remaining }) => remaining),
    ]);
  }
  const saved = [
    balances.map(({ accountId }) => accountId),
    listOf(balances.map(({ at }) => at)),
    balances.map(({ live }) => live.map(({ id }) => id).join()),
    balances.map(({ live }) => live.map(({ remaining }) => remaining).join()),
  ];
  if (charges.length > 0) void queries.change(SAVE_AND_INSERT, [...saved, ...columnsOf(charges)]);
  else void queries.change(SAVE, saved);
}

function columnsOf(charges: readonly ChargeRow[]): unknown[] {
  return [
    listOf(charges.map(({ id }) => id)),
    listOf(charges.map(({ at }) => at)),
    charges.map(({ request }) => request.accountId),
    charges.map(({ request }) => request.keyId),
    charges.map(({ request }) => request.operation),
    listOf(charges.map(({ credits }) => credits)),
    charges.map(({ breakdown }) => breakdown),
    charges.map(({ request }) => request.requestId),
    charges.map(({ burned }) => burned),
  ];
}
