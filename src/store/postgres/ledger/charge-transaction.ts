import type { ChargeRequest, ChargeResult } from '../../store.js';
import { type Connection, drop, messageOf } from '../connection/connect.js';
import { CommitUnknownError } from '../connection/failures.js';
import { commit, type Queries, queriesOf } from '../connection/pool.js';
import { type Decided, decide, type Locked, lockBatch, rewrite, type Submission } from './batch.js';
import type { LedgerClock } from './clock.js';
import type { KnownRows } from './known-rows.js';

/** Requests of one caller, charged in one transaction. */
export interface Call {
  readonly requests: readonly ChargeRequest[];
  /** In the time of `performance.now()`. */
  readonly deadline: number;
  readonly resolve: (results: ChargeResult[]) => void;
  readonly reject: (error: unknown) => void;
}

/** A batch of calls, with the data that is sent for it. */
export interface Batch {
  readonly calls: readonly Call[];
  readonly submission: Submission;
}

interface ChargeTransactionOptions {
  readonly clock: LedgerClock;
  readonly onLocked?: (calls: readonly Call[]) => void;
}

/** After this time, the batch is sent again over another connection. */
export const ANSWER_WITHIN_MS = 1_000;
/** For a transaction that waits for locks: the server ends the wait after two seconds. */
const LOCK_WITHIN_MS = 2_500;

/** One attempt to charge a batch. */
export class ChargeTransaction {
  /** Without the calls whose accounts other transactions have locked. */
  batch: Batch;
  /** Set if its commit was sent: it may be committed. */
  sent: Decided | undefined;
  results: readonly ChargeResult[] = [];

  constructor(
    private readonly known: KnownRows,
    private readonly options: ChargeTransactionOptions,
    batch: Batch,
    sent: Decided | undefined,
  ) {
    this.batch = batch;
    this.sent = sent;
  }

  async run(connection: Connection): Promise<void> {
    const queries = queriesOf(connection);
    const skips = this.options.onLocked !== undefined && this.batch.submission.sent === undefined;
    const locked = await within(connection, skips ? ANSWER_WITHIN_MS : LOCK_WITHIN_MS, () => {
      connection.query('BEGIN').catch(() => undefined);
      return lockBatch(queries, this.batch.submission, skips);
    });
    if (locked.committed.size > 0) return await this.#confirm(connection, queries, locked);
    // The locks prove that the previous attempt has ended without a commit.
    this.sent = undefined;
    this.#leaveOut(locked, skips);
    const { clock } = this.options;
    const decided = await within(connection, ANSWER_WITHIN_MS, () =>
      decide(queries, clock, this.known, this.batch.submission, locked),
    );
    const failures: unknown[] = [];
    await within(connection, ANSWER_WITHIN_MS, () => {
      decided.write(heeding(queries, failures));
      this.sent = decided;
      return commit(connection);
    }).catch((error) => {
      // The server reported the error and rolled back.
      if (error instanceof CommitUnknownError) throw error;
      this.sent = undefined;
      throw failures[0] ?? error;
    });
    this.results = decided.results;
  }

  /** The previous attempt was committed. Its rows may only be on this server, so a commit that writes the balances is waited for. */
  async #confirm(connection: Connection, queries: Queries, { committed, balances }: Locked): Promise<void> {
    const { sent } = this;
    if (!sent || sent.ids.length !== committed.size || !sent.ids.every((id) => committed.has(id)))
      throw new Error('The ledger contains a batch that differs from the one sent.');
    await within(connection, ANSWER_WITHIN_MS, () => {
      rewrite(queries, balances.values());
      return commit(connection);
    }).catch((error) => {
      // The charges are committed, or were lost with their server.
      throw error instanceof CommitUnknownError ? error : new CommitUnknownError(messageOf(error));
    });
    this.results = sent.results;
  }

  /** Removes calls without a locked balance: another transaction has locked it, or there is no such account. */
  #leaveOut({ balances }: Locked, skips: boolean): void {
    const { calls, submission } = this.batch;
    const isThere = ({ requests }: Call) => requests.every(({ accountId }) => balances.has(accountId));
    const left = calls.filter((call) => !isThere(call));
    if (left.length === 0) return;
    const accepted: Call[] = [];
    const ids: number[] = [];
    let at = 0;
    for (const call of calls) {
      if (isThere(call)) {
        accepted.push(call);
        ids.push(...submission.ids.slice(at, at + call.requests.length));
      }
      at += call.requests.length;
    }
    this.batch = {
      calls: accepted,
      submission: { ...submission, requests: accepted.flatMap(({ requests }) => requests), ids },
    };
    if (skips) {
      this.options.onLocked?.(left);
      return;
    }
    for (const { requests, reject } of left) {
      const missing = requests.find(({ accountId }) => !balances.has(accountId))?.accountId ?? '';
      reject(new RangeError(`There is no account ${missing}.`));
    }
  }
}

/** Drops the connection after this time. */
async function within<Value>(connection: Connection, ms: number, work: () => Promise<Value>): Promise<Value> {
  const timer = setTimeout(() => drop(connection), ms);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}

/** Collects the errors, because a failed commit does not include them. */
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
