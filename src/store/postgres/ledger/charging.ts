import { setTimeout as wait } from 'node:timers/promises';
import { refuseBadRequest } from '../../ledger-rules/charge.js';
import {
  type ChargeRequest,
  type ChargeResult,
  LedgerAnswerLostError,
  LedgerUnavailableError,
} from '../../store.js';
import { type Connection, drop, end, messageOf, type Primary } from '../connection/connect.js';
import { CommitUnknownError, isRefusal } from '../connection/failures.js';
import type { Listener } from '../connection/pool.js';
import type { Accounts } from './accounts.js';
import type { Decided } from './batch.js';
import type { ChargeIds } from './charge-ids.js';
import { ANSWER_WITHIN_MS, type Batch, type Call, ChargeTransaction } from './charge-transaction.js';
import type { LedgerClock } from './clock.js';
import { KnownRows } from './known-rows.js';
import type { LostAnswers } from './lost-answers.js';

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

interface ChargeQueueOptions {
  readonly primary: Primary;
  readonly clock: LedgerClock;
  readonly accounts: Accounts;
  readonly ids: ChargeIds;
  readonly lost: LostAnswers;
  readonly counts: ChargeCounts;
  readonly listener: Listener | undefined;
  /** Receives calls whose accounts another transaction has locked; if omitted, the queue waits for the locks itself. */
  readonly onLocked?: (calls: readonly Call[]) => void;
}

interface ChargeCounts {
  /** Batches that were sent again. */
  resends: number;
  /** Connections that were opened after one was lost. */
  reconnections: number;
  /** Batches whose callers got the error that the result is unknown. */
  lostAnswers: number;
}

const LARGEST_BATCH = 1_000;
const PAUSE_MS = 50;
const SWEEP_MS = 250;

/**
 * A queue of charges on one connection. Each batch is one transaction of two round trips: lock and read, then write and commit.
 * A batch with an unknown outcome is sent again with the same ids. At most one of the two transactions is committed, because the
 * second one reads after it got the lock of the first. Callers get their results after the commit.
 */
class ChargeQueue {
  readonly #options: ChargeQueueOptions;
  readonly #known: KnownRows;
  #waiting: Call[] = [];
  #works: Promise<void> | undefined;
  #connection: Connection | undefined;
  #wasConnected = false;
  #closed = false;

  constructor(options: ChargeQueueOptions) {
    this.#options = options;
    this.#known = new KnownRows(options.accounts);
  }

  add(calls: readonly Call[]): void {
    this.#waiting.push(...calls);
    this.#works ??= this.#work();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#works;
    if (this.#connection) await end(this.#connection);
  }

  async #work(): Promise<void> {
    // Calls of the same turn of the event loop share a batch.
    await new Promise((resolve) => setImmediate(resolve));
    const sweeper = setInterval(() => this.#refuseLate(), SWEEP_MS);
    while (this.#waiting.length > 0) {
      this.#refuseLate();
      const calls = this.#take();
      try {
        if (calls.length > 0) await this.#charge(calls);
      } catch (error) {
        for (const { reject } of calls) reject(error);
      }
    }
    clearInterval(sweeper);
    this.#works = undefined;
  }

  #take(): readonly Call[] {
    let count = 0;
    let taken = 0;
    for (const { requests } of this.#waiting) {
      if (taken > 0 && count + requests.length > LARGEST_BATCH) break;
      count += requests.length;
      taken += 1;
    }
    return this.#waiting.splice(0, taken);
  }

  /** They were never sent, so nobody is charged. */
  #refuseLate(): void {
    const now = performance.now();
    const late = this.#waiting.filter(({ deadline }) => deadline <= now);
    if (late.length === 0) return;
    this.#waiting = this.#waiting.filter(({ deadline }) => deadline > now);
    for (const { reject } of late) reject(new LedgerUnavailableError('The ledger did not respond in time.'));
  }

  /** Resolves when all callers of the batch have a result or an error. */
  async #charge(calls: readonly Call[]): Promise<void> {
    const requests = calls.flatMap((call) => call.requests);
    let batch: Batch = {
      calls,
      submission: { requests, ids: await this.#takeIds(requests.length), sent: undefined },
    };
    let sent: Decided | undefined;
    for (;;) {
      const transaction = new ChargeTransaction(this.#known, this.#options, batch, sent);
      try {
        await transaction.run(await this.#connect(batch));
        answer(transaction.batch, transaction.results);
        this.#options.listener?.answered();
        return;
      } catch (error) {
        ({ batch, sent } = transaction);
        await this.#clear(error);
        if (batch.calls.length === 0) return;
        const late = performance.now() >= deadlineOf(batch) || this.#closed;
        if (isBug(error) || late) return this.#giveUp(batch, sent, error);
        this.#options.listener?.away(messageOf(error));
        batch = { ...batch, submission: { ...batch.submission, sent } };
        this.#options.counts.resends += 1;
        await wait(PAUSE_MS);
      }
    }
  }

  async #takeIds(count: number): Promise<readonly number[]> {
    try {
      return await this.#options.ids.take(count);
    } catch (error) {
      throw new LedgerUnavailableError('The ledger cannot be reached.', { cause: error });
    }
  }

  #giveUp({ calls, submission }: Batch, sent: Decided | undefined, error: unknown): void {
    const cause = { cause: error };
    if (sent) {
      this.#options.counts.lostAnswers += 1;
      const accountIds = [...new Set(submission.requests.map(({ accountId }) => accountId))];
      this.#options.lost.add({ ids: submission.ids, accountIds });
    }
    const why = sent
      ? new LedgerAnswerLostError('The ledger did not answer a commit in time.', cause)
      : isBug(error)
        ? error
        : new LedgerUnavailableError('The ledger cannot be reached.', cause);
    for (const { reject } of calls) reject(why);
  }

  /** After an error: keeps a connection whose transaction was rolled back, and drops any other. */
  async #clear(error: unknown): Promise<void> {
    const connection = this.#connection;
    if (!connection) return;
    if (error instanceof CommitUnknownError) this.#options.primary.distrust();
    else if (error instanceof Error && 'severity' in error) {
      const timer = setTimeout(() => drop(connection), ANSWER_WITHIN_MS);
      const [rolledBack] = await Promise.allSettled([connection.query('ROLLBACK')]);
      clearTimeout(timer);
      if (rolledBack.status === 'fulfilled' && connection.getTransactionStatus() === 'I') return;
    }
    this.#connection = undefined;
    drop(connection);
  }

  async #connect(batch: Batch): Promise<Connection> {
    if (this.#connection) return this.#connection;
    const left = Math.max(1, deadlineOf(batch) - performance.now());
    const opening = this.#options.primary.connect();
    const late = wait(left, undefined, { ref: false }).then(() => {
      throw new Error('PostgreSQL did not respond in time');
    });
    late.catch(() => undefined);
    try {
      const connection = await Promise.race([opening, late]);
      if (this.#wasConnected) this.#options.counts.reconnections += 1;
      this.#wasConnected = true;
      // Another server may use the same ids for other rows.
      this.#known.clear();
      connection.once('end', () => {
        if (this.#connection === connection) this.#connection = undefined;
      });
      this.#connection = connection;
      return connection;
    } catch (error) {
      void opening.then(drop, () => undefined);
      throw error;
    }
  }
}

function answer({ calls }: Batch, results: readonly ChargeResult[]): void {
  let at = 0;
  for (const { requests, resolve } of calls) {
    resolve(results.slice(at, at + requests.length));
    at += requests.length;
  }
}

function deadlineOf({ calls }: Batch): number {
  return Math.min(...calls.map(({ deadline }) => deadline));
}

/** A retry would fail as well. */
function isBug(error: unknown): boolean {
  const isOfProgram = error instanceof TypeError || error instanceof RangeError;
  return isRefusal(error) || isOfProgram;
}
