import {
  type Balance,
  type ChargeRequest,
  type ChargeResult,
  type HeldIdempotency,
  type Ledger,
  LedgerUnavailableError,
} from '../../store/store.js';

interface Waiting {
  readonly request: ChargeRequest;
  readonly resolve: (result: ChargeResult) => void;
  readonly reject: (error: unknown) => void;
}

interface Hint {
  readonly available: number;
  readonly at: number;
}

/** One transaction blocks the ledger for some 4 µs a charge; beyond this many the rest waits for the next. */
const LARGEST_BATCH = 1_000;
/** So few that they are done before the answers of the batch before are written. */
const SHORT_BATCH = 24;
const HINT_LIFE_MS = 1_000;
/** For so long a charge that failed says that the next would fail too. */
const FAILING_MS = 10_000;

/**
 * Group commit: half of the charges that wait share one transaction, and each is answered after it. One at a time, and
 * the next is on its way before the answers of the last are written: neither the ledger nor this thread waits.
 *
 * The remembered balance decides only whether the ledger is asked *before* the work; whether a request is paid for is
 * decided by the charge alone.
 */
export class Meter {
  #waiting: Waiting[] = [];
  #committing = false;
  #failedAt: number | undefined;
  readonly #hints = new Map<string, Hint>();

  constructor(private readonly ledger: Ledger) {}

  /** True where the balance lately covered the credits. False says nothing: ask `balance`. */
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
  charge(request: ChargeRequest): Promise<ChargeResult> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      if (this.#waiting.length === 1 && !this.#committing) setImmediate(this.#commit);
    });
  }

  /** Whether the last charges could not be written, and none was since. */
  failsLately(): boolean {
    return this.#failedAt !== undefined && performance.now() - this.#failedAt < FAILING_MS;
  }

  findIdempotency(accountId: string, key: string, at: number): Promise<HeldIdempotency | undefined> {
    return this.ledger.findIdempotency(accountId, key, at);
  }

  async refund(chargeId: number, reason: string, at: number): Promise<void> {
    await this.ledger.refund(chargeId, reason, at);
  }

  readonly #commit = async (): Promise<void> => {
    const half = Math.ceil(this.#waiting.length / 2);
    const batch = this.#waiting.splice(0, Math.min(Math.max(half, SHORT_BATCH), LARGEST_BATCH));
    // Pushed one by one: what `map` makes may have holes to the engine, and goes to the ledger's thread as a sparse list.
    const requests: ChargeRequest[] = [];
    for (const { request } of batch) requests.push(request);
    this.#committing = true;
    const [outcome] = await Promise.allSettled([this.ledger.charge(requests)]);
    this.#committing = false;
    if (this.#waiting.length > 0) void this.#commit();
    this.#settle(batch, outcome);
  };

  #settle(batch: readonly Waiting[], outcome: PromiseSettledResult<readonly ChargeResult[]>): void {
    if (outcome.status === 'rejected') {
      if (outcome.reason instanceof LedgerUnavailableError) this.#failedAt = performance.now();
      for (const { reject } of batch) reject(outcome.reason);
      return;
    }
    this.#failedAt = undefined;
    for (const [index, { request, resolve, reject }] of batch.entries()) {
      const result = outcome.value[index];
      if (!result) reject(new Error('The ledger left a charge unanswered.'));
      else {
        this.#remember(request, result);
        resolve(result);
      }
    }
  }

  #remember(request: ChargeRequest, result: ChargeResult): void {
    const available = result.charged ? result.remaining : result.available;
    this.#hints.set(request.accountId, { available, at: request.at });
  }
}
