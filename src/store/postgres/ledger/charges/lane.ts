import { setTimeout as wait } from 'node:timers/promises';
import {
  type ChargeRequest,
  type ChargeResult,
  LedgerAnswerLostError,
  LedgerUnavailableError,
} from '../../../store.js';
import { type Connection, drop, messageOf, type Primary } from '../../connect.js';
import { CommitUnknownError, isRefusal } from '../../failures.js';
import { commit, type Listener, type Queries, queriesOf } from '../../pool.js';
import type { Accounts } from '../accounts/accounts.js';
import type { LedgerClock } from '../clock.js';
import { type Decided, decide, type Flight, type Locked, lockBatch, rewrite } from './batch.js';
import type { ChargeIds } from './charge-ids.js';
import { KnownRows } from './known-rows.js';
import type { LostAnswers } from './lost-answers.js';

/** Requests of one caller: they are charged by one transaction. */
export interface Call {
  readonly requests: readonly ChargeRequest[];
  /** By `performance.now()`. */
  readonly deadline: number;
  readonly resolve: (results: ChargeResult[]) => void;
  readonly reject: (error: unknown) => void;
}

export interface LaneOptions {
  readonly primary: Primary;
  readonly clock: LedgerClock;
  readonly accounts: Accounts;
  readonly ids: ChargeIds;
  readonly lost: LostAnswers;
  readonly counts: LaneCounts;
  readonly listener: Listener | undefined;
  /** Takes calls whose accounts somebody else holds; where omitted the lane waits for them itself. */
  readonly onHeld?: (calls: readonly Call[]) => void;
}

export interface LaneCounts {
  /** Batches that were sent again. */
  resends: number;
  /** Connections that were opened after one was lost. */
  reconnections: number;
  /** Batches whose callers were told that nobody knows. */
  lostAnswers: number;
}

const LARGEST_BATCH = 1_000;
/** An answer that takes longer is asked for anew over another connection. */
const ANSWER_WITHIN_MS = 1_000;
/** A lane that waits for locks: the server ends a wait after two seconds. */
const LOCK_WITHIN_MS = 2_500;
const PAUSE_MS = 50;
const SWEEP_MS = 250;

/** A batch as it is sent. */
interface Batch {
  readonly calls: readonly Call[];
  readonly flight: Flight;
}

/**
 * One connection that charges a batch after the other, each in one transaction of two flights: lock and read, then write
 * and commit. A batch whose outcome is not known is sent again with the ids of before: of two transactions that charge it
 * one stands at most, for the second looks behind the lock of the first. An answer leaves after its commit alone.
 */
export class Lane {
  readonly #options: LaneOptions;
  readonly #known: KnownRows;
  #waiting: Call[] = [];
  #works: Promise<void> | undefined;
  #connection: Connection | undefined;
  #wasConnected = false;
  #closed = false;

  constructor(options: LaneOptions) {
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
    await this.#connection?.end().catch(() => undefined);
  }

  async #work(): Promise<void> {
    // All that is asked in this turn of the event loop shares a batch.
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

  /** They wait in vain and were never sent: nobody is charged. */
  #refuseLate(): void {
    const now = performance.now();
    const late = this.#waiting.filter(({ deadline }) => deadline <= now);
    if (late.length === 0) return;
    this.#waiting = this.#waiting.filter(({ deadline }) => deadline > now);
    for (const { reject } of late) reject(new LedgerUnavailableError('The ledger did not answer in time.'));
  }

  /** Until all of its callers have an answer or a refusal. */
  async #charge(calls: readonly Call[]): Promise<void> {
    const requests = calls.flatMap((call) => call.requests);
    let batch: Batch = {
      calls,
      flight: { requests, ids: await this.#takeIds(requests.length), sentBefore: false },
    };
    let sent: Decided | undefined;
    for (;;) {
      const trip = new Trip(this.#known, this.#options, batch, sent);
      try {
        await trip.run(await this.#connect(batch));
        answer(trip.batch, trip.results);
        this.#options.listener?.answered();
        return;
      } catch (error) {
        ({ batch, sent } = trip);
        await this.#clear(error);
        if (batch.calls.length === 0) return;
        const late = performance.now() >= deadlineOf(batch) || this.#closed;
        if (isBug(error) || late) return this.#giveUp(batch, sent, error);
        this.#options.listener?.away(messageOf(error));
        batch = { ...batch, flight: { ...batch.flight, sentBefore: sent !== undefined } };
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

  #giveUp({ calls, flight }: Batch, sent: Decided | undefined, error: unknown): void {
    const cause = { cause: error };
    if (sent) {
      this.#options.counts.lostAnswers += 1;
      const accountIds = [...new Set(flight.requests.map(({ accountId }) => accountId))];
      this.#options.lost.add({ ids: flight.ids, accountIds });
    }
    const why = sent
      ? new LedgerAnswerLostError('The ledger did not answer a commit in time.', cause)
      : isBug(error)
        ? error
        : new LedgerUnavailableError('The ledger cannot be reached.', cause);
    for (const { reject } of calls) reject(why);
  }

  /** After a failure: a connection whose transaction was rolled back is used again, every other is dropped. */
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
      throw new Error('PostgreSQL did not answer in time');
    });
    late.catch(() => undefined);
    try {
      const connection = await Promise.race([opening, late]);
      if (this.#wasConnected) this.#options.counts.reconnections += 1;
      this.#wasConnected = true;
      // Another server may have given the ids that are known to other rows.
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

/** A batch, sent once. */
class Trip {
  /** Without the calls whose accounts others hold. */
  batch: Batch;
  /** Decided, and its commit sent: it may stand. */
  sent: Decided | undefined;
  results: readonly ChargeResult[] = [];

  constructor(
    private readonly known: KnownRows,
    private readonly options: LaneOptions,
    batch: Batch,
    sent: Decided | undefined,
  ) {
    this.batch = batch;
    this.sent = sent;
  }

  async run(connection: Connection): Promise<void> {
    const queries = queriesOf(connection);
    const skips = this.options.onHeld !== undefined && !this.batch.flight.sentBefore;
    const locked = await within(connection, skips ? ANSWER_WITHIN_MS : LOCK_WITHIN_MS, () => {
      connection.query('BEGIN').catch(() => undefined);
      return lockBatch(queries, this.options.clock, this.batch.flight, skips);
    });
    if (locked.standing.size > 0) return await this.#confirm(connection, queries, locked);
    // The locks prove that what was sent before has ended, and it does not stand.
    this.sent = undefined;
    this.#leaveOut(locked, skips);
    const { clock } = this.options;
    const decided = await within(connection, ANSWER_WITHIN_MS, () =>
      decide(queries, clock, this.known, this.batch.flight, locked),
    );
    const failures: unknown[] = [];
    await within(connection, ANSWER_WITHIN_MS, () => {
      decided.write(heeding(queries, failures));
      this.sent = decided;
      return commit(connection);
    }).catch((error) => {
      // The server said what failed, and that it rolled back.
      if (error instanceof CommitUnknownError) throw error;
      this.sent = undefined;
      throw failures[0] ?? error;
    });
    this.results = decided.results;
  }

  /** It stands. Its rows may be on this server alone, so the purses are written and that commit is waited for. */
  async #confirm(connection: Connection, queries: Queries, { standing, purses }: Locked): Promise<void> {
    const { sent } = this;
    if (!sent || sent.ids.length !== standing.size || !sent.ids.every((id) => standing.has(id)))
      throw new Error('A batch stands in the ledger that was not sent as it stands.');
    await within(connection, ANSWER_WITHIN_MS, () => {
      rewrite(queries, purses.values());
      return commit(connection);
    }).catch((error) => {
      // Whichever way this ends, the charges stand or were lost with their server.
      throw error instanceof CommitUnknownError ? error : new CommitUnknownError(messageOf(error));
    });
    this.results = sent.results;
  }

  /** Calls whose purses are not there: others hold them, or there is no such account. */
  #leaveOut({ purses }: Locked, skips: boolean): void {
    const { calls, flight } = this.batch;
    const isThere = ({ requests }: Call) => requests.every(({ accountId }) => purses.has(accountId));
    const left = calls.filter((call) => !isThere(call));
    if (left.length === 0) return;
    const kept: Call[] = [];
    const ids: number[] = [];
    let at = 0;
    for (const call of calls) {
      if (isThere(call)) {
        kept.push(call);
        ids.push(...flight.ids.slice(at, at + call.requests.length));
      }
      at += call.requests.length;
    }
    this.batch = {
      calls: kept,
      flight: { ...flight, requests: kept.flatMap(({ requests }) => requests), ids },
    };
    if (skips) {
      this.options.onHeld?.(left);
      return;
    }
    for (const { requests, reject } of left) {
      const missing = requests.find(({ accountId }) => !purses.has(accountId))?.accountId ?? '';
      reject(new RangeError(`There is no account ${missing}.`));
    }
  }
}

/** Drops the connection if the answer does not come in time. */
async function within<Value>(connection: Connection, ms: number, work: () => Promise<Value>): Promise<Value> {
  const timer = setTimeout(() => drop(connection), ms);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}

/** Its errors are kept, for the commit tells only that there was one. */
function heeding(queries: Queries, failures: unknown[]): Queries {
  const heed = <Value>(asked: Promise<Value>): Promise<Value> => {
    asked.catch((error) => failures.push(error));
    return asked;
  };
  return {
    rows: (text, values) => heed(queries.rows(text, values)),
    change: (text, values) => heed(queries.change(text, values)),
  };
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

/** The rows or the program are wrong: to send it again changes nothing. */
function isBug(error: unknown): boolean {
  const isOfProgram = error instanceof TypeError || error instanceof RangeError;
  return isRefusal(error) || isOfProgram;
}
