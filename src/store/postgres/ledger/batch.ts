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
import { listOf, lockPurses, type PurseRow } from './purse.js';

/** Days before the charges that were sent are not looked into. The server's clock says nothing here: another server's may differ. */
const STANDING = 'SELECT id FROM ledger.charges WHERE id = ANY ($1::bigint[]) AND at >= $2';
const SAVE = `UPDATE ledger.purses p SET seen_at = t.at, grant_ids = string_to_array(t.ids, ',')::bigint[],
    remaining = string_to_array(t.remaining, ',')::bigint[]
  FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[]) AS t(account_id, at, ids, remaining)
  WHERE p.account_id = t.account_id`;
/** Purses and charges in one statement: the driver and the server do a fixed part of their work for each. */
const SAVE_AND_INSERT = `WITH charged AS (
    INSERT INTO ledger.charges SELECT * FROM unnest($5::bigint[], $6::bigint[], $7::text[], $8::text[],
    $9::text[], $10::bigint[], $11::text[], $12::text[], $13::text[])
  ) ${SAVE}`;
const END_GRANTS = `INSERT INTO ledger.grant_ends (grant_id, account_id, remaining)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[])`;

/** An account's balance with the grants that have ended since its purse was written. */
interface Purse extends AccountBalance {
  readonly accountId: string;
  readonly ended: readonly BurnableGrant[];
}

/** A charge with the id that it gets. */
type ChargeRow = NewCharge & { readonly id: number };

export interface Decided {
  readonly results: readonly ChargeResult[];
  /** Ids of the charges that the transaction writes. */
  readonly ids: readonly number[];
  /** The time of the earliest of them. */
  readonly from: number;
  /** Sends what it writes; errors come with the commit. */
  write(queries: Queries): void;
}

export interface Flight {
  readonly requests: readonly ChargeRequest[];
  /** The id that each request gets if it is charged; the same each time the batch is sent. */
  readonly ids: readonly number[];
  /** A transaction that was sent before may have written this: look whether it stands. */
  readonly sent: Pick<Decided, 'from'> | undefined;
}

/** The purses of the batch, locked, and what else decides: all of it was read behind the locks. */
export interface Locked {
  readonly purses: ReadonlyMap<string, PurseRow>;
  readonly keys: BatchKeys;
  /** Those of the ids that stand. */
  readonly standing: ReadonlySet<number>;
}

/** First flight. With `skip` accounts that somebody else holds are left out; else they are waited for. */
export async function lockBatch(
  queries: Queries,
  { requests, ids, sent }: Flight,
  skip: boolean,
): Promise<Locked> {
  const accounts = [...new Set(requests.map(({ accountId }) => accountId))];
  const locked = lockPurses(queries, accounts, skip);
  const keys = BatchKeys.read(queries, requests);
  // If the locks fail they fail too, and nobody waits for them.
  if (keys instanceof Promise) keys.catch(() => undefined);
  const standing = sent ? queries.rows<{ id: number }>(STANDING, [ids, sent.from]) : [];
  const purses = new Map((await locked).map((row) => [row.accountId, row]));
  return { purses, keys: await keys, standing: new Set((await standing).map(({ id }) => id)) };
}

/** Writes the purses as they are, so that the commit waits for the standbys: rows that stand may not be there. */
export function rewrite(queries: Queries, purses: Iterable<PurseRow>): void {
  const all = [...purses];
  void queries.change(SAVE, [
    all.map(({ accountId }) => accountId),
    all.map(({ seenAt }) => seenAt),
    all.map(({ grantIds }) => grantIds.join()),
    all.map(({ remaining }) => remaining.join()),
  ]);
}

/**
 * Decides as the embedded ledger does: in the order of the requests, each all or nothing, what ends first burns first. One
 * moment of an account's time holds for all of its requests.
 */
export async function decide(
  queries: Queries,
  clock: LedgerClock,
  known: KnownRows,
  { requests, ids }: Flight,
  { purses: rows, keys }: Locked,
): Promise<Decided> {
  const callerTime = latest(requests);
  const purses = new Map<string, Purse>();
  for (const { accountId } of requests) {
    const row = rows.get(accountId);
    if (row && !purses.has(accountId))
      purses.set(accountId, await openPurse(queries, known, clock, row, callerTime));
  }
  const results: ChargeResult[] = [];
  const written: ChargeRow[] = [];
  for (const [index, request] of requests.entries()) {
    const purse = purses.get(request.accountId);
    if (!purse) throw new Error(`The purse of ${request.accountId} is not locked.`);
    const id = ids[index] ?? Number.NaN;
    results.push(
      charge(request, purse, keys, (row) => {
        written.push({ ...row, id });
        return id;
      }),
    );
  }
  const changed = [...purses.values()].filter((purse) => purse.changed);
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

async function openPurse(
  queries: Queries,
  known: KnownRows,
  clock: LedgerClock,
  row: PurseRow,
  callerTime: number,
): Promise<Purse> {
  const { accountId } = row;
  const at = timeOf(clock, callerTime, row.now, row.seenAt);
  const account = await known.account(queries, accountId);
  const grants = await known.grants(queries, accountId, row.grantIds);
  const held = grants.map((grant, index) => ({ ...grant, remaining: row.remaining[index] ?? 0 }));
  const period = periodAt(account.createdAt, at);
  const hasMonthly = held.some(({ periodStart }) => periodStart === period.start);
  const monthly = hasMonthly ? undefined : await known.addMonthly(queries, accountId, period, at);
  if (monthly) held.push(monthly);
  const live = held.filter((grant) => isLive(grant, at)).sort(compareBurnOrder);
  const ended = held.filter((grant) => !isLive(grant, at));
  return {
    ...{ accountId, at, resetsAt: period.end, live, ended },
    available: sumRemaining(live),
    changed: monthly !== undefined,
  };
}

/** The charges and the purses they changed. Grants that have ended leave their purse with what is left of them. */
function save(queries: Queries, purses: readonly Purse[], charges: readonly ChargeRow[]): void {
  const ended = purses.flatMap((purse) =>
    purse.ended.map((grant) => ({ ...grant, accountId: purse.accountId })),
  );
  if (ended.length > 0) {
    void queries.change(END_GRANTS, [
      ended.map(({ id }) => id),
      ended.map(({ accountId }) => accountId),
      ended.map(({ remaining }) => remaining),
    ]);
  }
  const saved = [
    purses.map(({ accountId }) => accountId),
    listOf(purses.map(({ at }) => at)),
    purses.map(({ live }) => live.map(({ id }) => id).join()),
    purses.map(({ live }) => live.map(({ remaining }) => remaining).join()),
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
