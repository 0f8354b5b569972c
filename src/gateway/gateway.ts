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
  /** Asked on every call; must be cheap. */
  readonly readiness: () => Readiness;
  /** Tags the answers that are made per call. */
  readonly tagOf: Tagger;
  /** How long a revoked key may still be served. */
  readonly keyCacheMs: number;
  /** Bad keys that an address may send in a minute before it is refused unread. */
  readonly badKeysPerMinute: number;
  readonly lastUseEveryMs: number;
  /** See `Chargeable`; 0 where omitted. */
  readonly ledgerGraceMs?: number | undefined;
}

/** The ledger is asked for its time once in so many milliseconds. */
const LATEST_TIME_MS = 1_000;
/**
 * Runs operations for callers: who asks, may they, how often, what does it cost, run, check the output, charge. It knows
 * no transport. The order is 401, 403, 429, then 400, 402, the work, and last the charge: only an answer that is about
 * to be delivered is paid for, and nothing is delivered before it is.
 */
export class Gateway {
  /** Whether a call that costs credits could be answered now. */
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

  /** `authorization` is `Bearer <key>`. Rejects with the 503, the 401, and the 429 of too many bad keys. */
  async identify(authorization: string | undefined, receipt: Receipt, client: Client): Promise<Caller> {
    this.#requireReady();
    receipt.metered = true;
    return this.#authenticator.authenticate(authorization, receipt.at, client);
  }

  /** The caller whose key has this hash, shown before; undefined if the key is good no more. Rejects with the 503. */
  async recognise(keyHash: string, { at }: Pick<Receipt, 'at'>): Promise<Caller | undefined> {
    this.#requireReady();
    return this.#authenticator.recognise(keyHash, at);
  }

  /** Returns the latest time that the ledger has seen, or `at` if it is later: a clock that never steps back. */
  async ledgerTime(at: number): Promise<number> {
    return Math.max(at, await this.#latestTime());
  }

  /** See `admitVisit`. */
  admitVisit(from: string, at: number, limit?: VisitLimit): Promise<void> {
    return admitVisit(this.#parts.shared, from, at, limit);
  }

  /** See `admit`; with `apart`, counted with the requests of that operation, key by key. */
  async admit(caller: Caller, receipt: Receipt, apart?: Apart): Promise<Caller> {
    if (apart === undefined) return admit(caller, receipt);
    await this.#authenticator.authorizeApart(apart, caller, receipt);
    return caller;
  }

  /** Runs an operation that reads, for somebody without a key whom the transport admits: nobody pays. */
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

  /** As `deliver`, to a caller within the process. */
  call(
    compiled: CompiledOperation,
    parameters: Parameters,
    caller: Caller | null,
    receipt: Receipt,
  ): Promise<Outcome<string>> {
    return this.deliver(compiled, () => parameters, caller, receipt, DIRECTLY);
  }

  /** The receipt tells the cost and the balance, also of a call that fails. `null` is an anonymous caller. */
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

  /** Writes what is left to write. */
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

  /** A call that the gateway does not charge; a POST runs once under its idempotency key. */
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
   * Calls under one idempotency key. It releases the key before it delivers the answer, so a client that has the whole answer may
   * repeat the call at once. A client that disconnects at that moment has paid, and its repetition is free.
   */
  async #oneAtATime<Result>(
    idempotency: Idempotency,
    { account }: Caller,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const leave = await this.#inFlight.enter(account.id, idempotency);
    return work().finally(leave);
  }

  /** 402, the work, the charge. */
  async #pay<Body>(
    { compiled, parameters, request: { request, ignored }, quote, caller, idempotency }: PricedCall,
    receipt: Receipt,
    delivery: Delivery<Body>,
  ): Promise<Outcome<Body>> {
    const { operation } = compiled;
    await requireCredits(receipt, quote, caller, idempotency, this.#metering);
    /** A response that is not charged is refused too if its key was used for another request. */
    const refuseReusedKey = async () => {
      if (idempotency) await paidBefore(receipt, caller, idempotency, quote, this.#metering);
    };
    let answer: Answer;
    try {
      answer = await operation.run(request, contextOf(receipt));
    } catch (error) {
      await refuseReusedKey();
      throw error;
    }
    const { form = 'json' } = parameters;
    const written = compiled.write(answer, ignored, form);
    const { tag } = written;
    receipt.lastModified = answer.lastModified;
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
      await giveBack(receipt, chargeId, this.#metering);
      return { kind: 'gone' };
    }
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
