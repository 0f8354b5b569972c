import { refuseBadRequest } from '../../ledger-rules/charge.js';
import { type ChargeRequest, type ChargeResult, LedgerUnavailableError } from '../../store.js';
import { type ChargeCounts, ChargeQueue, type ChargeQueueOptions } from './charge-queue.js';
import type { Call } from './charge-transaction.js';

/** After this time, a caller gets the error that the ledger is unavailable, or that the result is unknown. */
const DEADLINE_MS = 3_000;
const REFUNDS_WITHIN_MS = 10_000;

/**
 * Two queues. The first charges accounts that no other node has locked; calls for locked accounts go to the second, which waits for
 * the locks, so other accounts do not wait.
 */
export class Charging {
  readonly counts: ChargeCounts = { resends: 0, reconnections: 0, lostAnswers: 0 };
  readonly #queue: ChargeQueue;
  readonly #waiting: ChargeQueue;
  readonly #lost: ChargeQueueOptions['lost'];
  #closed = false;

  constructor(options: Omit<ChargeQueueOptions, 'counts' | 'onLocked'>) {
    const shared = { ...options, counts: this.counts };
    this.#lost = options.lost;
    this.#waiting = new ChargeQueue(shared);
    this.#queue = new ChargeQueue({
      ...shared,
      onLocked: (calls: readonly Call[]) => this.#waiting.add(calls),
    });
  }

  charge(requests: readonly ChargeRequest[]): Promise<ChargeResult[]> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new LedgerUnavailableError('The ledger is closed.');
      for (const request of requests) refuseBadRequest(request);
      if (requests.length === 0) return resolve([]);
      this.#queue.add([{ requests, deadline: performance.now() + DEADLINE_MS, resolve, reject }]);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#queue.close();
    await this.#waiting.close();
    await this.#lost.close(REFUNDS_WITHIN_MS);
  }
}
