import type { ChargeRequest, ChargeResult } from '../store.js';

interface Waiting {
  readonly requests: readonly ChargeRequest[];
  readonly resolve: (results: ChargeResult[]) => void;
  readonly reject: (error: unknown) => void;
}

type Charge = (requests: readonly ChargeRequest[]) => Promise<readonly ChargeResult[]>;

/** One transaction blocks the ledger for some 4 µs a charge; beyond this many the rest waits for the next. */
const LARGEST_BATCH = 1_000;
/** So few that they are done before the answers of the batch before are written. */
const SHORT_BATCH = 24;

/**
 * Group commit: half of the calls that wait share one transaction, and each is answered after it. One at a time, and the
 * next is on its way before the answers of the last are written: neither the ledger nor the calling thread waits.
 */
export class ChargeBatches {
  #waiting: Waiting[] = [];
  #committing = false;

  /**
   * `sendsAll`: the ledger gathers batches itself, over a network. All that was asked in one turn of the event loop is sent,
   * and nothing waits for an answer.
   */
  constructor(
    private readonly send: Charge,
    private readonly sendsAll = false,
  ) {}

  charge(requests: readonly ChargeRequest[]): Promise<ChargeResult[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ requests, resolve, reject });
      if (this.#waiting.length === 1 && !this.#committing) setImmediate(this.#commit);
    });
  }

  readonly #commit = async (): Promise<void> => {
    const half = Math.ceil(this.#waiting.length / 2);
    const most = this.sendsAll ? LARGEST_BATCH : Math.min(Math.max(half, SHORT_BATCH), LARGEST_BATCH);
    const batch = this.#waiting.splice(0, most);
    // Pushed one by one: what `map` makes may have holes to the engine, and goes to the ledger's thread as a sparse list.
    const requests: ChargeRequest[] = [];
    for (const one of batch) for (const request of one.requests) requests.push(request);
    if (this.sendsAll && this.#waiting.length > 0) setImmediate(this.#commit);
    this.#committing = !this.sendsAll;
    const [outcome] = await Promise.allSettled([this.send(requests)]);
    this.#committing = false;
    if (!this.sendsAll && this.#waiting.length > 0) void this.#commit();
    if (outcome.status === 'rejected') for (const { reject } of batch) reject(outcome.reason);
    else answer(batch, outcome.value);
  };
}

function answer(batch: readonly Waiting[], results: readonly ChargeResult[]): void {
  let at = 0;
  for (const { requests, resolve } of batch) {
    resolve(results.slice(at, at + requests.length));
    at += requests.length;
  }
}
