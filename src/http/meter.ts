import type { Balance, ChargeRequest, ChargeResult, Ledger } from '../store/store.js';

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
/** Done before the answers of the batch before are written, so that neither side waits for the other. */
const SHORT_BATCH = 24;
/** Of a long queue: where the disk is what is waited for, many share a commit. */
const SHARE_OF_QUEUE = 1 / 2;
const HINT_LIFE_MS = 1_000;

/**
 * Group commit: the charges of requests that wait at the same time share one transaction, and each is answered after
 * it. One at a time: what arrives during a commit joins the next.
 *
 * The remembered balance decides only whether the ledger is asked *before* the work; whether a request is paid for is
 * decided by the charge alone.
 */
export class Meter {
  #waiting: Waiting[] = [];
  #committing = false;
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

  findIdempotency(accountId: string, key: string, at: number): Promise<string | undefined> {
    return this.ledger.findIdempotency(accountId, key, at);
  }

  async refund(chargeId: number, reason: string, at: number): Promise<void> {
    await this.ledger.refund(chargeId, reason, at);
  }

  /** The next charges are on their way before these are answered: the ledger works while answers are written. */
  readonly #commit = async (): Promise<void> => {
    const share = Math.ceil(this.#waiting.length * SHARE_OF_QUEUE);
    const batch = this.#waiting.splice(0, Math.min(Math.max(share, SHORT_BATCH), LARGEST_BATCH));
    this.#committing = true;
    const settle = await this.#ask(batch);
    this.#committing = false;
    if (this.#waiting.length > 0) void this.#commit();
    settle();
  };

  /** What is left to do with the ledger's answer. */
  async #ask(batch: readonly Waiting[]): Promise<() => void> {
    try {
      const results = await this.ledger.charge(batch.map(({ request }) => request));
      return () => this.#settle(batch, results);
    } catch (error) {
      return () => {
        for (const { reject } of batch) reject(error);
      };
    }
  }

  #settle(batch: readonly Waiting[], results: readonly ChargeResult[]): void {
    for (const [index, { request, resolve, reject }] of batch.entries()) {
      const result = results[index];
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
