import { hash, hkdfSync } from 'node:crypto';
import { ApiError, invalidParams } from '../contract/errors.js';
import { creditsText, sumByItem, sumOf } from '../domain/accounts/credits.js';
import type { Answer, Once, Operation } from '../operations/support/declare.js';
import {
  type Balance,
  type ChargeId,
  type ChargeRequest,
  type ChargeResult,
  type Idempotency,
  type Ledger,
  LedgerUnavailableError,
  type PriceItem,
  type StoredIdempotency,
} from '../store/store.js';
import type { Caller } from './caller.js';
import type { Log } from './error-log.js';
import type { Parameters } from './parameters.js';
import type { Receipt } from './receipt.js';
import type { SharedState, WhoRuns } from './shared-state.js';

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
  /** Items by position; in a batch, one list per item. */
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
 * Credits paid before for this request under its idempotency key; 0 if none. A hint: the charge decides.
 * Throws the 422 if the key was used for another request.
 */
export async function paidBefore(
  { at }: Receipt,
  { account }: Caller,
  { key, request }: Idempotency,
  { credits }: Price,
  { meter }: Pick<Metering, 'meter'>,
): Promise<number> {
  const stored = await meter.findIdempotency(account.id, key, at);
  if (stored === undefined) return 0;
  if (stored.request !== request) throw keyReused();
  return stored.paid ?? credits;
}

/**
 * Throws the 402 before any work if the balance was not seen recently and does not cover the price. Earlier
 * payments are read only then, so a key costs no extra round trip. Passing guarantees nothing: the charge
 * decides.
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

interface Paid {
  /** null: nothing was due. */
  readonly chargeId: ChargeId | null;
  /** Repeated request: only the unpaid part was charged. */
  readonly replayed: boolean;
}

/** Throws the 402 if the credits were spent meanwhile, and the 422 if another process used the key. */
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

/** Refunds a charge: the client disconnected before the first byte, or what it paid for could not be stored. */
export async function giveBack(
  receipt: Receipt,
  chargeId: ChargeId | null,
  reason: 'client_gone' | 'not_stored',
  { meter, counts, log }: Metering,
): Promise<void> {
  if (chargeId === null) return;
  try {
    await meter.refund(chargeId, reason, receipt.at);
    counts.refunded(receipt.cost);
  } catch (error) {
    log.error({ err: error, chargeId, requestId: receipt.requestId }, 'A refund could not be written.');
  }
}

/** Only for a header, which is omitted if the ledger cannot be read. */
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
    `This request costs ${creditsText(required)}; the balance is ${available}.`,
    {
      members: { required, available, resetsAt: new Date(resetsAt).toISOString() },
    },
  );
}

const SANE_KEY = /^[!-~]{1,255}$/;

/**
 * Returns the request's `Idempotency-Key` with a digest of the request, or `undefined` without one. Throws
 * the 400.
 */
export function idempotencyOf({ id }: Operation, parameters: Parameters): Idempotency | undefined {
  const { params, query, body, idempotencyKey: key } = parameters;
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !SANE_KEY.test(key)) {
    throw invalidParams({
      parameter: 'Idempotency-Key',
      message: 'must be 1 to 255 printable ASCII characters without spaces, once.',
    });
  }
  const content = JSON.stringify([id, sorted(params), sorted(query), body]);
  return { key, request: hash('sha256', content, 'base64url') };
}

/** Like `idempotencyOf`, for free changes. */
export function onceOf(operation: Operation, parameters: Parameters): Once | undefined {
  const idempotency = idempotencyOf(operation, parameters);
  if (!idempotency) return undefined;
  const { key, request } = idempotency;
  const secret = parameters.secret ?? '';
  let count = 0;
  const random = (size: number) => {
    count += 1;
    return new Uint8Array(hkdfSync('sha256', secret, request, `${key} ${count}`, size));
  };
  return { key, request, random };
}

/** Idempotency keys of running requests, and their request digests. */
export class RunningKeys {
  readonly #running = new Map<string, string>();

  enter(name: string, request: string): WhoRuns {
    const running = this.#running.get(name);
    if (running !== undefined) return running === request ? 'same request' : 'another request';
    this.#running.set(name, request);
    return 'new';
  }

  leave(name: string): void {
    this.#running.delete(name);
  }
}

/**
 * Rejects a request while another one runs with the same idempotency key. Several services on one ledger do
 * not know of each other's requests: there, the second one is executed too, but charged once.
 */
export class InFlight {
  constructor(private readonly shared: Pick<SharedState, 'enter' | 'leave'>) {}

  /** Rejects with the 409 and the 422. Call the returned function when the request is paid or has failed. */
  async enter(accountId: string, { key, request }: Idempotency): Promise<() => Promise<void>> {
    const name = `${accountId} ${key}`;
    const running = await this.shared.enter(name, request);
    if (running === 'same request') {
      throw new ApiError('idempotency_in_flight', 'A request with this Idempotency-Key is still running.');
    }
    if (running === 'another request') throw keyReused();
    // A thread that cannot be reached is ending, and its keys are free.
    return () => this.shared.leave(name).catch(() => undefined);
  }
}

function keyReused(): ApiError {
  return new ApiError('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
}

/** Sorted by name, because the order of parameters does not matter. */
function sorted(values: unknown): [string, unknown][] {
  return Object.entries(values ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
}

interface Hint {
  readonly available: number;
  readonly at: number;
}

const HINT_LIFE_MS = 1_000;
/** How long after a failed charge the next one is expected to fail too, in ms. */
const FAILING_MS = 10_000;

/**
 * Charges, balances and refunds of calls. The remembered balance decides only whether the ledger is asked *before* the
 * work; whether a request is paid for is decided by the charge alone.
 */
export class Meter {
  #failedAt: number | undefined;
  readonly #hints = new Map<string, Hint>();

  constructor(private readonly ledger: Ledger) {}

  /** Returns true if the balance recently covered the credits. False is inconclusive: call `balance`. */
  likelyCovers(accountId: string, credits: number, at: number): boolean {
    const hint = this.#hints.get(accountId);
    return hint !== undefined && hint.available >= credits && Math.abs(at - hint.at) < HINT_LIFE_MS;
  }

  /** The balance last seen, at most a second old; for headers. */
  remembered(accountId: string, at: number): number | undefined {
    const hint = this.#hints.get(accountId);
    return hint && Math.abs(at - hint.at) < HINT_LIFE_MS ? hint.available : undefined;
  }

  async balance(accountId: string, at: number): Promise<Balance> {
    const balance = await this.ledger.balance(accountId, at);
    this.#hints.set(accountId, { available: balance.available, at });
    return balance;
  }

  /**
   * Answered once the charge is durable. Rejects with `LedgerUnavailableError`, and then nothing was charged, or with
   * `LedgerAnswerLostError`, and then it may have been.
   */
  async charge(request: ChargeRequest): Promise<ChargeResult> {
    try {
      const [result] = await this.ledger.charge([request]);
      if (!result) throw new Error('The ledger left a charge unanswered.');
      this.#failedAt = undefined;
      this.#remember(request, result);
      return result;
    } catch (error) {
      if (error instanceof LedgerUnavailableError) this.#failedAt = performance.now();
      throw error;
    }
  }

  /** Whether the last charges could not be written, and none was since. */
  failsLately(): boolean {
    return this.#failedAt !== undefined && performance.now() - this.#failedAt < FAILING_MS;
  }

  findIdempotency(accountId: string, key: string, at: number): Promise<StoredIdempotency | undefined> {
    return this.ledger.findIdempotency(accountId, key, at);
  }

  async refund(chargeId: ChargeId, reason: string, at: number): Promise<void> {
    await this.ledger.refund(chargeId, reason, at);
  }

  #remember(request: ChargeRequest, result: ChargeResult): void {
    const available = result.charged ? result.remaining : result.available;
    this.#hints.set(request.accountId, { available, at: request.at });
  }
}
