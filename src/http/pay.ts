import { ApiError } from '../contract/errors.js';
import type { Answer, Operation } from '../operations/declare.js';
import type { Idempotency, PriceItem } from '../store/store.js';
import type { Caller } from './authenticate.js';
import type { Exchange } from './exchange.js';
import { keyReused } from './idempotency.js';
import type { Services } from './services.js';

export interface Price {
  readonly items: readonly PriceItem[];
  readonly credits: number;
}

export function priceOf(items: readonly PriceItem[]): Price {
  let credits = 0;
  for (const item of items) credits += item.credits;
  return { items, credits };
}

export function priceWithoutFailed(quote: Price, { charged, unavailable }: Answer): Price {
  if (charged !== undefined) return priceOf(charged);
  if (unavailable === undefined || unavailable.length === 0) return quote;
  return priceOf(quote.items.filter(({ item }) => !unavailable.includes(item)));
}

/** Whether the very request was paid for under its idempotency key. A hint: the charge decides. Throws the 422. */
export async function isPaid(
  { at }: Exchange,
  { account }: Caller,
  { key, request }: Idempotency,
  { meter }: Services,
): Promise<boolean> {
  const held = await meter.findIdempotency(account.id, key, at);
  if (held !== undefined && held !== request) throw keyReused();
  return held !== undefined;
}

/** Throws the 402 before any work; for a balance that was not seen lately. To pass is no promise: the charge decides. */
export async function requireCredits(
  exchange: Exchange,
  { credits }: Price,
  { account }: Caller,
  { meter }: Services,
): Promise<void> {
  const { available, resetsAt } = await meter.balance(account.id, exchange.at);
  if (available < credits) throw insufficientCredits(exchange, credits, available, resetsAt);
}

export interface Paid {
  /** 0 where nothing was due. */
  readonly chargeId: number;
  /** Paid for before: nothing was taken now. */
  readonly replayed: boolean;
}

/** Throws the 402 where others spent the credits meanwhile, and the 422 where another process used the key. */
export async function charge(
  exchange: Exchange,
  operation: Operation,
  { items, credits }: Price,
  caller: Caller,
  idempotency: Idempotency | undefined,
  { meter, metrics }: Services,
): Promise<Paid> {
  const result = await meter.charge({
    accountId: caller.account.id,
    keyId: caller.keyId,
    requestId: exchange.requestId,
    operation: operation.id,
    credits,
    breakdown: items,
    at: exchange.at,
    ...(idempotency && { idempotency }),
  });
  if (!result.charged) {
    if (result.keyReused) throw keyReused();
    throw insufficientCredits(exchange, credits, result.available, result.resetsAt);
  }
  const replayed = result.replayed === true;
  exchange.cost = replayed ? 0 : credits;
  exchange.remaining = result.remaining;
  if (!replayed) metrics.charged(operation.id, credits);
  return { chargeId: result.chargeId, replayed };
}

/** The client hung up before the first byte: it paid for nothing. */
export async function giveBack(
  exchange: Exchange,
  chargeId: number,
  { meter, metrics, log }: Services,
): Promise<void> {
  if (chargeId === 0) return;
  try {
    await meter.refund(chargeId, 'client_gone', exchange.at);
    metrics.refunded(exchange.cost);
  } catch (error) {
    log.error({ err: error, chargeId, requestId: exchange.requestId }, 'A refund could not be written.');
  }
}

/** For a header only: where the ledger cannot be read the header is left out. */
export async function remainingOf(
  { at }: Exchange,
  { account }: Caller,
  { meter }: Services,
): Promise<number | undefined> {
  const remembered = meter.remembered(account.id, at);
  if (remembered !== undefined) return remembered;
  const balance = await meter.balance(account.id, at).catch(() => undefined);
  return balance?.available;
}

function insufficientCredits(
  exchange: Exchange,
  required: number,
  available: number,
  resetsAt: number,
): ApiError {
  exchange.remaining = available;
  return new ApiError(
    'insufficient_credits',
    `This request costs ${required}; the balance is ${available}.`,
    {
      members: { required, available, resetsAt: new Date(resetsAt).toISOString() },
    },
  );
}
