import {
  type Burn,
  type BurnableGrant,
  burn,
  isLive,
  sumBurns,
  sumByItem,
  sumOf,
} from '../../domain/accounts/credits.js';
import { memoizeLast } from '../../domain/memoize-last.js';
import type { ChargeRequest, ChargeResult, PriceItem, StoredIdempotency } from '../state/ledger.js';

/** Items by place. */
type Parts = readonly (readonly PriceItem[])[];

/** A part as it is stored: place, item, credits. */
type StoredPart = readonly [place: number, item: PriceItem['item'], credits: number];

/** An account's credits inside one transaction. */
export interface AccountBalance {
  /** Ledger time. */
  readonly at: number;
  /** Live grants, the first to expire first. A charge lowers what they have left. */
  readonly live: readonly BurnableGrant[];
  readonly resetsAt: number;
  available: number;
  /** A result depends on rows of the account, so the transaction must write them. */
  changed: boolean;
}

/** An idempotency key with the parts that each of its charges paid for; null: a row of an older version, which paid for the whole request. */
export interface PaidKey {
  readonly request: string;
  readonly parts: readonly (string | null)[];
}

/** The idempotency keys inside one transaction. */
export interface PaidKeys {
  /** The key, if it has not expired. */
  find(accountId: string, key: string, at: number): PaidKey | undefined;
  /** Marks the charges under the request's key: an answer relies on them, so they are not refunded. */
  rely(request: ChargeRequest): void;
  /** `parts`: what the charge paid for, as it is stored. */
  remember(request: ChargeRequest, parts: string, chargeId: number, at: number): void;
}

/** A charge as it is stored. */
export interface NewCharge {
  readonly request: ChargeRequest;
  readonly at: number;
  readonly credits: number;
  readonly breakdown: string;
  readonly burned: string;
}

/** Throws `RangeError`. */
export function refuseBadRequest({ credits, breakdown, idempotency }: ChargeRequest): void {
  if (!Number.isSafeInteger(credits) || credits < 0 || sumOf(breakdown) !== credits) {
    throw new RangeError(
      'The credits of a charge must be an integer of 0 or more and equal the sum of its breakdown.',
    );
  }
  if (idempotency?.parts && sumOf(idempotency.parts.flat()) !== credits) {
    throw new RangeError('The parts of a charge must equal its breakdown by place.');
  }
}

/** The latest time of a batch. */
export function latest(requests: readonly ChargeRequest[]): number {
  let at = 0;
  for (const request of requests) at = Math.max(at, request.at);
  return at;
}

/**
 * Charges a request, all or nothing. Under an idempotency key, only the parts that no earlier charge paid for are due.
 * `insert` stores the charge and returns its id.
 */
export function charge(
  request: ChargeRequest,
  balance: AccountBalance,
  keys: PaidKeys,
  insert: (charge: NewCharge) => number,
): ChargeResult {
  const { available, resetsAt, at } = balance;
  if (request.credits === 0) return { charged: true, chargeId: null, remaining: available };
  const { idempotency } = request;
  const parts = idempotency?.parts ?? [request.breakdown];
  const paid = idempotency && keys.find(request.accountId, idempotency.key, at);
  if (paid && paid.request !== idempotency.request)
    return { charged: false, available, resetsAt, keyReused: true };
  const due = paid ? unpaidOf(parts, paid.parts) : parts;
  const breakdown = paid ? sumByItem(due.flat()) : request.breakdown;
  const credits = paid ? sumOf(breakdown) : request.credits;
  const burned = burn(balance.live, credits);
  if (!burned) return { charged: false, available, resetsAt };
  balance.changed = true;
  if (paid) keys.rely(request);
  const replayed = paid ? { replayed: { credits } } : {};
  if (credits === 0) return { charged: true, chargeId: null, remaining: available, ...replayed };
  balance.available -= credits;
  const row = { request, at, credits, breakdown: breakdownText(breakdown), burned: JSON.stringify(burned) };
  const chargeId = insert(row);
  if (idempotency) keys.remember(request, JSON.stringify(toStored(due)), chargeId, at);
  return { charged: true, chargeId, remaining: balance.available, ...replayed };
}

/** One list for all lookups without includes. */
const breakdownText = memoizeLast((breakdown: ChargeRequest['breakdown']) => JSON.stringify(breakdown));

/** The request and the credits that were paid for it under a key; null: the whole request. */
export function storedIdempotency({ request, parts }: PaidKey): StoredIdempotency {
  let paid = 0;
  for (const row of parts) {
    if (row === null) return { request, paid: null };
    for (const [, , credits] of JSON.parse(row) as StoredPart[]) paid += credits;
  }
  return { request, paid };
}

/**
 * The part of a refund that goes back to each grant. A grant that expired gets nothing: a refund never revives expired
 * credits.
 */
export function refundOf(
  burned: string,
  grants: readonly { readonly id: number; readonly expiresAt: number | null }[],
  at: number,
): { readonly returned: readonly Burn[]; readonly credits: number } {
  const live = new Set(grants.filter((grant) => isLive(grant, at)).map(({ id }) => id));
  const returned = (JSON.parse(burned) as Burn[]).filter(([grantId]) => live.has(grantId));
  return { returned, credits: sumBurns(returned) };
}

function toStored(parts: Parts): StoredPart[] {
  return parts.flatMap((items, place) =>
    items.map(({ item, credits }): StoredPart => [place, item, credits]),
  );
}

/** The parts that none of the rows paid for. */
function unpaidOf(parts: Parts, rows: readonly (string | null)[]): Parts {
  const paid = new Set<string>();
  for (const row of rows) {
    if (row === null) return [];
    for (const [place, item] of JSON.parse(row) as StoredPart[]) paid.add(`${place} ${item}`);
  }
  return parts.map((items, place) => items.filter(({ item }) => !paid.has(`${place} ${item}`)));
}
