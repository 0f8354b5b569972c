import type { ChargeRequest, ChargeResult } from '../../store.js';
import { type Connection, drop, messageOf } from '../connection/connect.js';
import { CommitUnknownError } from '../connection/failures.js';
import { commit, type Queries, queriesOf } from '../connection/pool.js';
import { type Decided, decide, type Flight, type Locked, lockBatch, rewrite } from './batch.js';
import type { LedgerClock } from './clock.js';
import type { KnownRows } from './known-rows.js';

/** Requests of one caller: they are charged by one transaction. */
export interface Call {
  readonly requests: readonly ChargeRequest[];
  /** By `performance.now()`. */
  readonly deadline: number;
  readonly resolve: (results: ChargeResult[]) => void;
  readonly reject: (error: unknown) => void;
}

/** A batch as it is sent. */
export interface Batch {
  readonly calls: readonly Call[];
  readonly flight: Flight;
}

interface TripOptions {
  readonly clock: LedgerClock;
  readonly onHeld?: (calls: readonly Call[]) => void;
}

/** An answer that takes longer is asked for again over another connection. */
export const ANSWER_WITHIN_MS = 1_000;
/** A lane that waits for locks: the server ends a wait after two seconds. */
const LOCK_WITHIN_MS = 2_500;

/** A batch, sent once. */
export class Trip {
  /** Without the calls whose accounts others hold. */
  batch: Batch;
  /** Decided, and its commit sent: it may stand. */
  sent: Decided | undefined;
  results: readonly ChargeResult[] = [];

  constructor(
    private readonly known: KnownRows,
    private readonly options: TripOptions,
    batch: Batch,
    sent: Decided | undefined,
  ) {
    this.batch = batch;
    this.sent = sent;
  }

  async run(connection: Connection): Promise<void> {
    const queries = queriesOf(connection);
    const skips = this.options.onHeld !== undefined && this.batch.flight.sent === undefined;
    const locked = await within(connection, skips ? ANSWER_WITHIN_MS : LOCK_WITHIN_MS, () => {
      connection.query('BEGIN').catch(() => undefined);
      return lockBatch(queries, this.batch.flight, skips);
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
      // The charges stand, or were lost with their server.
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
  const heed = <Value>(query: Promise<Value>): Promise<Value> => {
    query.catch((error) => failures.push(error));
    return query;
  };
  return {
    rows: (text, values) => heed(queries.rows(text, values)),
    change: (text, values) => heed(queries.change(text, values)),
  };
}
