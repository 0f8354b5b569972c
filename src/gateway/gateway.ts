import { memoizeFor } from '../domain/memoize-for.js';
import type { Answer, Once, Operation } from '../operations/support/declare.js';
import type { Idempotency, Ledger } from '../store/store.js';
import {
  contentTag,
  finish,
  type SerializedAnswer,
  serializedAnswer,
  type Tagger,
  textOf,
} from './answer-text.js';
import { type Apart, Authenticator, admit, authorize, type Client, unauthorized } from './authenticate.js';
import { BadKeyLimiter } from './bad-keys.js';
import type { Caller } from './caller.js';
import {
  type Counts,
  charge,
  giveBack,
  InFlight,
  idempotencyOf,
  Meter,
  type Metering,
  onceOf,
  type Price,
  paidBefore,
  priceOf,
  priceWithoutFailed,
  remainingOf,
  requireCredits,
} from './charge.js';
import { Chargeable } from './chargeable.js';
import { type CompiledOperation, compileOperation, type ParsedParameters } from './compile.js';
import { type Delivery, DIRECTLY, type Outcome } from './delivery.js';
import type { Log } from './error-log.js';
import { unavailable } from './errors.js';
import { LastUse } from './last-use.js';
import type { Parameters, ReadParameters } from './parameters.js';
import type { Readiness } from './readiness.js';
import type { Receipt } from './receipt.js';
import type { SharedState } from './shared-state.js';
import { admitVisit, type VisitLimit } from './visits.js';

interface GatewayParts {
  readonly ledger: Ledger;
  readonly shared: SharedState;
  readonly counts: Counts;
  readonly log: Log;
  /** Called for every request; must be cheap. */
  readonly readiness: () => Readiness;
  /** Tags responses that are generated per request. */
  readonly tagOf: Tagger;
  /** Max. time for which a revoked key is still served. */
  readonly keyCacheMs: number;
  /** Invalid keys per address and minute. */
  readonly badKeysPerMinute: number;
  readonly lastUseEveryMs: number;
  /** See `Chargeable`; default: 0. */
  readonly ledgerGraceMs?: number | undefined;
}

/** Interval in ms at which the ledger's time is read. */
const LATEST_TIME_MS = 1_000;
/**
 * Executes operations on behalf of callers, independent of transport.
 *
 * Checks run in a fixed order: authentication (401), scope (403), rate limit (429), parameters (400), balance
 * (402). The operation then runs, and the charge is committed last. The response is sent only after the
 * charge is durable.
 */
export class Gateway {
  /** Whether a call that costs credits could be served now. */
  readonly chargeable: Chargeable;
  readonly #parts: GatewayParts;
  readonly #authenticator: Authenticator;
  readonly #metering: Metering;
  readonly #inFlight: InFlight;
  readonly #lastUse: LastUse;
  readonly #latestTime: () => Promise<number>;

  constructor(parts: GatewayParts) {
    const { ledger, shared, counts, log } = parts;
    const badKeys = new BadKeyLimiter(parts.badKeysPerMinute, shared);
    const meter = new Meter(ledger);
    this.#parts = parts;
    this.#authenticator = new Authenticator(ledger, parts.keyCacheMs, badKeys, shared);
    this.#metering = { meter, counts, log };
    this.#inFlight = new InFlight(shared);
    this.#lastUse = new LastUse(ledger, this.#authenticator, log, parts.lastUseEveryMs);
    this.#latestTime = memoizeFor(LATEST_TIME_MS, () => ledger.latestTime());
    this.chargeable = new Chargeable(ledger, meter, parts.ledgerGraceMs);
  }

  compile(operation: Operation): CompiledOperation {
    return compileOperation(operation, this.#parts.tagOf);
  }

  /**
   * `authorization` is `Bearer <key>`. Rejects with the 503, the 401, and the 429 for too many invalid keys.
   */
  async identify(authorization: string | undefined, receipt: Receipt, client: Client): Promise<Caller> {
    this.#requireReady();
    receipt.metered = true;
    return this.#authenticator.authenticate(authorization, receipt.at, client);
  }

  /**
   * Returns the caller whose key has this hash, or `undefined` if the key is no longer valid. Rejects with
   * the 503.
   */
  async recognise(keyHash: string, { at }: Pick<Receipt, 'at'>): Promise<Caller | undefined> {
    this.#requireReady();
    return this.#authenticator.recognise(keyHash, at);
  }

  /** Returns the latest time in the ledger, or `at` if later: a clock that never goes back. */
  async ledgerTime(at: number): Promise<number> {
    return Math.max(at, await this.#latestTime());
  }

  /** See `admitVisit`. */
  admitVisit(from: string, at: number, limit?: VisitLimit): Promise<void> {
    return admitVisit(this.#parts.shared, from, at, limit);
  }

  /** See `admit`. With `apart`, requests of that operation are counted separately per key. */
  async admit(caller: Caller, receipt: Receipt, apart?: Apart): Promise<Caller> {
    if (apart === undefined) return admit(caller, receipt);
    await this.#authenticator.authorizeApart(apart, caller, receipt);
    return caller;
  }

  /** Runs a read operation for an anonymous caller whom the transport admits, free of charge. */
  async callUnmetered(
    compiled: CompiledOperation,
    parameters: Parameters,
    receipt: Receipt,
  ): Promise<Outcome<string>> {
    this.#requireReady();
    const { scope, method } = compiled.operation;
    if (scope !== 'read' || method !== 'GET') throw unauthorized(false);
    return runFree({ compiled, parameters, request: compiled.read(parameters) }, receipt, DIRECTLY);
  }

  /** Like `deliver`, for a caller in the same process. */
  call(
    compiled: CompiledOperation,
    parameters: Parameters,
    caller: Caller | null,
    receipt: Receipt,
  ): Promise<Outcome<string>> {
    return this.deliver(compiled, () => parameters, caller, receipt, DIRECTLY);
  }

  /** The receipt contains cost and balance, even if the call fails. `null` is an anonymous caller. */
  async deliver<Body>(
    compiled: CompiledOperation,
    read: ReadParameters,
    caller: Caller | null,
    receipt: Receipt,
    delivery: Delivery<Body>,
  ): Promise<Outcome<Body>> {
    const { id, scope, ownLimit } = compiled.operation;
    if (scope === null) {
      this.#requireReady();
      const parameters = await read();
      return runFree({ compiled, parameters, request: compiled.read(parameters) }, receipt, delivery);
    }
    if (caller === null) throw unauthorized(false);
    try {
      const admitted =
        ownLimit === undefined
          ? authorize(scope, caller, receipt)
          : this.#authenticator.authorizeApart({ id, scope, ownLimit }, caller, receipt);
      if (admitted) await admitted;
      return await this.#answer(compiled, await read(), caller, receipt, delivery);
    } catch (error) {
      receipt.remaining ??= await remainingOf(receipt, caller, this.#metering);
      throw error;
    }
  }

  /** Flushes pending writes. */
  close(): Promise<void> {
    return this.#lastUse.close();
  }

  async #answer<Body>(
    compiled: CompiledOperation,
    parameters: Parameters,
    caller: Caller,
    receipt: Receipt,
    delivery: Delivery<Body>,
  ): Promise<Outcome<Body>> {
    const { operation } = compiled;
    const parsed = compiled.read(parameters);
    const call = { compiled, parameters, request: parsed };
    if (operation.free) {
      receipt.remaining = await remainingOf(receipt, caller, this.#metering);
      if (parsed.dryRun) {
        receipt.quote = 0;
        return this.#preview({ credits: 0 }, parsed, receipt, delivery);
      }
      return this.#runOnce(call, caller, receipt, delivery);
    }
    const quote = priceOf(operation.price(parsed.request));
    if (parsed.dryRun || parameters.quoteOnly) {
      receipt.quote = quote.credits;
      receipt.remaining = (await this.#metering.meter.balance(caller.account.id, receipt.at)).available;
      return parameters.quoteOnly
        ? { kind: 'quote' }
        : this.#preview(quote, parsed, receipt, delivery, operation.priceRule);
    }
    if (operation.chargesItself) return this.#runOnce(call, caller, receipt, delivery);
    const idempotency = idempotencyOf(operation, parameters);
    const priced = { ...call, quote, caller, idempotency };
    if (!idempotency) return this.#pay(priced, receipt, delivery);
    return this.#oneAtATime(idempotency, caller, () => this.#pay(priced, receipt, delivery));
  }

  /** A call that is not charged. A POST runs once per idempotency key. */
  async #runOnce<Body>(
    call: ReadCall,
    caller: Caller,
    receipt: Receipt,
    delivery: Delivery<Body>,
  ): Promise<Outcome<Body>> {
    const { operation } = call.compiled;
    const once = operation.method === 'POST' ? onceOf(operation, call.parameters) : undefined;
    if (!once) return runFree(call, receipt, delivery);
    return this.#oneAtATime(once, caller, () => runFree(call, receipt, delivery, once));
  }

  /**
   * Calls with one idempotency key. The key is released before the response is sent, so a client with the
   * complete response may repeat the call at once. A client that disconnects at that moment has paid, and its
   * repeated request is free.
   */
  async #oneAtATime<Result>(
    idempotency: Idempotency,
    { account }: Caller,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const leave = await this.#inFlight.enter(account.id, idempotency);
    return work().finally(leave);
  }

  /** 402, execution, charge. */
  async #pay<Body>(
    { compiled, parameters, request: { request, ignored }, quote, caller, idempotency }: PricedCall,
    receipt: Receipt,
    delivery: Delivery<Body>,
  ): Promise<Outcome<Body>> {
    const { operation } = compiled;
    await requireCredits(receipt, quote, caller, idempotency, this.#metering);
    /** Even a free response is rejected if its key was used for another request. */
    const refuseReusedKey = async () => {
      if (idempotency) await paidBefore(receipt, caller, idempotency, quote, this.#metering);
    };
    let answer: Answer;
    try {
      const once = operation.method === 'POST' ? onceOf(operation, parameters) : undefined;
      answer = await operation.run(request, { ...contextOf(receipt), ...(once && { once }) });
    } catch (error) {
      await refuseReusedKey();
      throw error;
    }
    const { form = 'json' } = parameters;
    const written = compiled.write(answer, ignored, form);
    const { tag } = written;
    receipt.lastModified = answer.lastModified;
    receipt.page = pageIn(answer.meta);
    if (delivery.isHeld(tag)) {
      await refuseReusedKey();
      receipt.remaining = await remainingOf(receipt, caller, this.#metering);
      return { kind: 'unchanged', tag };
    }
    const due = priceWithoutFailed(quote, answer);
    if (due.credits === 0) await refuseReusedKey();
    const prepare = (cost: number) => delivery.prepare(finish(written, cost, receipt.requestId, ignored));
    const prepared = await prepare(due.credits);
    if (delivery.isGone) return { kind: 'gone' };
    const { chargeId, replayed } = await charge(receipt, operation, due, caller, idempotency, this.#metering);
    if (delivery.isGone) {
      await giveBack(receipt, chargeId, 'client_gone', this.#metering);
      return { kind: 'gone' };
    }
    await answer.commit?.().catch(async (error: unknown) => {
      await giveBack(receipt, chargeId, 'not_stored', this.#metering);
      receipt.cost = 0;
      throw error;
    });
    receipt.replayed = replayed;
    const body = receipt.cost === due.credits ? prepared : await prepare(receipt.cost);
    return { kind: 'answer', body, tag, form };
  }

  async #preview<Body>(
    { credits }: Pick<Price, 'credits'>,
    { ignored }: ParsedParameters,
    receipt: Receipt,
    delivery: Delivery<Body>,
    rule?: string,
  ): Promise<Outcome<Body>> {
    const data = JSON.stringify({ valid: true, cost: credits, rule });
    const written = serializedAnswer({ data, meta: '' }, ignored, this.#parts.tagOf);
    return { ...(await prepareFree(written, ignored, receipt, delivery)), preview: true };
  }

  #requireReady(): void {
    const state = this.#parts.readiness();
    if (!state.ready) throw unavailable(state.reason, state.progress);
  }
}

interface ReadCall {
  readonly compiled: CompiledOperation;
  readonly parameters: Parameters;
  readonly request: ParsedParameters;
}

interface PricedCall extends ReadCall {
  readonly quote: Price;
  readonly caller: Caller;
  readonly idempotency: Idempotency | undefined;
}

async function runFree<Body>(
  { compiled: { operation, write }, parameters, request: { request, ignored } }: ReadCall,
  receipt: Receipt,
  delivery: Delivery<Body>,
  once?: Once,
): Promise<Outcome<Body>> {
  const answer = await operation.run(request, { ...contextOf(receipt), ...(once && { once }) });
  receipt.cost = answer.paid?.credits ?? receipt.cost;
  receipt.remaining = answer.paid?.remaining ?? receipt.remaining;
  receipt.page = pageIn(answer.meta);
  if ('file' in answer.data) {
    const { file } = answer.data;
    const tag = `"${file.sha256}"`;
    return delivery.isHeld(tag) ? { kind: 'unchanged', tag } : { kind: 'file', file, tag };
  }
  if (parameters.form === 'csv') {
    const table = operation.csv && 'value' in answer.data ? operation.csv.write(answer.data.value) : '';
    const tag = contentTag(table);
    if (delivery.isHeld(tag)) return { kind: 'unchanged', tag };
    return { kind: 'answer', body: await delivery.prepare(textOf(table)), tag, form: 'csv' };
  }
  const written = write(answer, ignored);
  if (delivery.isHeld(written.tag)) return { kind: 'unchanged', tag: written.tag };
  return prepareFree(written, ignored, receipt, delivery);
}

async function prepareFree<Body>(
  written: SerializedAnswer,
  ignored: readonly string[],
  { requestId, cost }: Receipt,
  delivery: Delivery<Body>,
): Promise<Extract<Outcome<Body>, { kind: 'answer' }>> {
  const body = await delivery.prepare(finish(written, cost, requestId, ignored));
  return { kind: 'answer', body, tag: written.tag, form: 'json' };
}

function contextOf({ requestId, caller, at }: Receipt) {
  const accountId = caller?.account.id ?? null;
  return { requestId, accountId, keyId: caller?.keyId ?? null, person: caller?.person, at };
}

/** Reads the page from the meta of a response. */
function pageIn(meta: Readonly<Record<string, unknown>>): Receipt['page'] {
  const { offset, limit, hasMore, cursor } = meta;
  if (typeof offset !== 'number' || typeof limit !== 'number') return undefined;
  return { offset, limit, hasMore: hasMore === true, ...(typeof cursor === 'string' && { cursor }) };
}
