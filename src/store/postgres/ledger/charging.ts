import { refuseBadRequest } from '../../ledger-rules/charge.js';
import { type ChargeRequest, type ChargeResult, LedgerUnavailableError } from '../../store.js';
import { Lane, type LaneCounts, type LaneOptions } from './lane.js';
import type { Call } from './trip.js';

/** After this time, a caller gets the error that the ledger is unavailable, or that its answer was lost. */
const DEADLINE_MS = 3_000;
const REFUNDS_WITHIN_MS = 10_000;

/**
 * Two lanes. The first answers at once what nobody else holds; accounts that another node is charging go to the second,
 * which waits for them, so that no other account waits with them.
 */
export class Charging {
  readonly counts: LaneCounts = { resends: 0, reconnections: 0, lostAnswers: 0 };
  readonly #free: Lane;
  readonly #held: Lane;
  readonly #lost: LaneOptions['lost'];
  #closed = false;

  constructor(options: Omit<LaneOptions, 'counts' | 'onHeld'>) {
    const shared = { ...options, counts: this.counts };
    this.#lost = options.lost;
    this.#held = new Lane(shared);
    this.#free = new Lane({ ...shared, onHeld: (calls: readonly Call[]) => this.#held.add(calls) });
  }

  charge(requests: readonly ChargeRequest[]): Promise<ChargeResult[]> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw new LedgerUnavailableError('The ledger is closed.');
      for (const request of requests) refuseBadRequest(request);
      if (requests.length === 0) return resolve([]);
      this.#free.add([{ requests, deadline: performance.now() + DEADLINE_MS, resolve, reject }]);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#free.close();
    await this.#held.close();
    await this.#lost.close(REFUNDS_WITHIN_MS);
  }
}
