import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from '../connection/pool.js';
import { rewrite } from './batch.js';
import type { LedgerClock } from './clock.js';
import { lockBalances } from './locked-balance.js';
import { refundCharge } from './refund.js';

/** A batch whose commit was sent, and whose callers got the error that the result is unknown. */
interface LostBatch {
  readonly ids: readonly number[];
  readonly accountIds: readonly string[];
}

const COMMITTED = `SELECT id FROM ledger.charges c WHERE id = ANY ($1::bigint[])`;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
const TRY_WITHIN_MS = 5_000;

/**
 * Refunds charges with unknown results, retrying until it succeeds. Locking a balance proves that the transaction that may have
 * charged it has ended, because that held the lock. The balance is written, so that the refund's commit waits for the standbys.
 */
export class LostAnswers {
  readonly #running = new Set<Promise<void>>();
  #closed = false;
  /** Number of refunded charges. */
  refunded = 0;

  constructor(
    private readonly pool: Pool,
    private readonly clock: LedgerClock,
  ) {}

  add(batch: LostBatch): void {
    const run = this.#close(batch).finally(() => this.#running.delete(run));
    this.#running.add(run);
  }

  /** Batches that are not refunded yet. */
  get waiting(): number {
    return this.#running.size;
  }

  /** Waits up to this time for outstanding refunds. */
  async close(withinMs: number): Promise<void> {
    await Promise.race([Promise.all(this.#running), wait(withinMs, undefined, { ref: false })]);
    this.#closed = true;
  }

  async #close(batch: LostBatch): Promise<void> {
    for (let pause = FIRST_PAUSE_MS; !this.#closed; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        this.refunded += await this.#refund(batch);
        return;
      } catch {
        await wait(pause, undefined, { ref: false });
      }
    }
  }

  #refund({ ids, accountIds }: LostBatch): Promise<number> {
    return this.pool.write(async (queries) => {
      const balances = await lockBalances(queries, accountIds);
      rewrite(queries, balances);
      const committed = await queries.rows<{ id: number }>(COMMITTED, [ids]);
      let count = 0;
      for (const { id } of committed) {
        if (await refundCharge(queries, this.clock, id, 'answer_lost', 0)) count += 1;
      }
      return count;
    }, TRY_WITHIN_MS);
  }
}
