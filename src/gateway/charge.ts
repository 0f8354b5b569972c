import { ApiError } from '../contract/errors.js';
import { sumByItem, sumOf } from '../domain/accounts/credits.js';
import type { Answer, Operation } from '../operations/support/declare.js';
import type { ChargeId, Idempotency, PriceItem } from '../store/store.js';
import type { Caller } from './caller.js';
import type { Log } from './error-log.js';
import { keyReused } from './idempotency.js';
import type { Meter } from './meter.js';
import type { Receipt } from './receipt.js';

/** Called for every charge and refund. */
export interface Counts {
  charged(operation: string, credits: number): void;
  refunded(credits: number): void;
}

export interface Metering {
  readonly meter: Meter;
  readonly counts: Counts;
  readonly log: Pick<Log, 'error'>;
}

export interface Price {
  readonly items: readonly PriceItem[];
  readonly credits: number;
  /** The items by place: of a batch one list for each of its items. */
  readonly parts: readonly (readonly PriceItem[])[];
}

export function priceOf(items: readonly PriceItem[]): Price {
  return { items, credits: sumOf(items), parts: [items] };
}

export function priceWithoutFailed(quote: Price, { charged, unavailable }: Answer): Price {
  if (charged !== undefined) return { ...priceOf(sumByItem(charged.flat())), parts: charged };
  if (unavailable === undefined || unavailable.length === 0) return quote;
  return priceOf(quote.items.filter(({ item }) => !unavailable.includes(item)));
}

/**
 * Credits that were paid before for this request under its idempotency key; 0 if none. A hint: the charge decides. Throws the 422 if
 * the key was used for another request.
 */
export async function paidBefore(
  { at }: Receipt,
  { account }: Caller,
  { key, request }: Idempotency,
  { credits }: Price,
  { meter }: Pick<Metering, 'meter'>,
): Promise<number> {
  const held = await meter.findIdempotency(account.id, key, at);
  if (held === undefined) return 0;
  if (held.request !== request) throw keyReused();
  return held.paid ?? credits;
}

/**
 * Throws the 402 before any work, if the balance was not seen lately and does not cover the price. Earlier payments are looked up
 * only then: a key costs no round trip of its own. To pass is no promise: the charge decides.
 */
export async function requireCredits(
  receipt: Receipt,
  price: Price,
  caller: Caller,
  idempotency: Idempotency | undefined,
  { meter }: Pick<Metering, 'meter'>,
): Promise<void> {
  const { credits } = price;
  if (credits <= 0 || meter.likelyCovers(caller.account.id, credits, receipt.at)) return;
  const { available, resetsAt } = await meter.balance(caller.account.id, receipt.at);
  if (available >= credits) return;
  const paid = idempotency ? await paidBefore(receipt, caller, idempotency, price, { meter }) : 0;
  if (available < credits - paid) throw insufficientCredits(receipt, credits - paid, available, resetsAt);
}

export interface Paid {
  /** null: nothing was due. */
  readonly chargeId: ChargeId | null;
  /** Answered before: only what was not paid for then was taken now. */
  readonly replayed: boolean;
}

/** Throws the 402 if others spent the credits in the meantime, and the 422 if another process used the key. */
export async function charge(
  receipt: Receipt,
  operation: Operation,
  { items, credits, parts }: Price,
  caller: Caller,
  idempotency: Idempotency | undefined,
  { meter, counts }: Metering,
): Promise<Paid> {
  const result = await meter.charge({
    accountId: caller.account.id,
    keyId: caller.keyId,
    requestId: receipt.requestId,
    operation: operation.id,
    credits,
    breakdown: items,
    at: receipt.at,
    ...(idempotency && { idempotency: { ...idempotency, parts } }),
  });
  if (!result.charged) {
    if (result.keyReused) throw keyReused();
    throw insufficientCredits(receipt, credits, result.available, result.resetsAt);
  }
  receipt.cost = result.replayed?.credits ?? credits;
  receipt.remaining = result.remaining;
  if (receipt.cost > 0) counts.charged(operation.id, receipt.cost);
  return { chargeId: result.chargeId, replayed: result.replayed !== undefined };
}

/** The client hung up before the first byte: it paid for nothing. */
export async function giveBack(
  receipt: Receipt,
  chargeId: ChargeId | null,
  { meter, counts, log }: Metering,
): Promise<void> {
  if (chargeId === null) return;
  try {
    await meter.refund(chargeId, 'client_gone', receipt.at);
    counts.refunded(receipt.cost);
  } catch (error) {
    log.error({ err: error, chargeId, requestId: receipt.requestId }, 'A refund could not be written.');
  }
}

/** For a header only: where the ledger cannot be read the header is left out. */
export async function remainingOf(
  { at }: Receipt,
  { account }: Caller,
  { meter }: Pick<Metering, 'meter'>,
): Promise<number | undefined> {
  const remembered = meter.remembered(account.id, at);
  if (remembered !== undefined) return remembered;
  const balance = await meter.balance(account.id, at).catch(() => undefined);
  return balance?.available;
}

function insufficientCredits(
  receipt: Receipt,
  required: number,
  available: number,
  resetsAt: number,
): ApiError {
  receipt.remaining = available;
  return new ApiError(
    'insufficient_credits',
    `This request costs ${required}; the balance is ${available}.`,
    {
      members: { required, available, resetsAt: new Date(resetsAt).toISOString() },
    },
  );
}
