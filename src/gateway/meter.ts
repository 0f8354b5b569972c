import {
  type Balance,
  type ChargeId,
  type ChargeRequest,
  type ChargeResult,
  type HeldIdempotency,
  type Ledger,
  LedgerUnavailableError,
} from '../store/store.js';

interface Hint {
  readonly available: number;
  readonly at: number;
}

const HINT_LIFE_MS = 1_000;
/** For so long a charge that failed says that the next would fail too. */
const FAILING_MS = 10_000;

/**
 * Charges, balances and refunds of calls. The remembered balance decides only whether the ledger is asked *before* the
 * work; whether a request is paid for is decided by the charge alone.
 */
export class Meter {
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

  findIdempotency(accountId: string, key: string, at: number): Promise<HeldIdempotency | undefined> {
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
