import type { QueryResult } from 'pg';
import { sentence } from '../../../domain/sentence.js';
import { type Connection, drop, end, messageOf, type Primary } from './connect.js';
import { CommitUnknownError, isCollision, isRefusal, PostgresAwayError } from './failures.js';

/** Pipelined statements of one transaction, executed in call order. */
export interface Queries {
  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Returns the number of changed rows. */
  change(text: string, values?: readonly unknown[]): Promise<number>;
}

/** The first row of a result. */
export async function one<Row extends object>(rows: Promise<Row[]>): Promise<Row | undefined> {
  const [first] = await rows;
  return first;
}

const DEADLINE_MS = 3_000;
const TRIES = 5;

/** Receives the outcome of calls to PostgreSQL, for readiness and metrics. */
export interface Listener {
  answered(): void;
  away(why: string): void;
}

/**
 * A few connections to the primary for everything except charges. Each transaction has a deadline, after which its connection
 * is dropped. Rejects with `PostgresAwayError` if nothing was written and `CommitUnknownError` if the outcome is unknown.
 */
export class Pool {
  readonly #primary: Primary;
  readonly #max: number;
  readonly #listener: Listener | undefined;
  readonly #idle: Connection[] = [];
  readonly #used = new Set<Connection>();
  readonly #waiting: (() => void)[] = [];
  #opened = 0;
  #closed = false;

  constructor(primary: Primary, settings: { readonly max: number; readonly listener?: Listener }) {
    this.#primary = primary;
    this.#max = settings.max;
    this.#listener = settings.listener;
  }

  /** Runs one transaction. Retries it after a conflict with another one. */
  write<Value>(work: (queries: Queries) => Promise<Value>, deadlineMs = DEADLINE_MS): Promise<Value> {
    return this.#again('BEGIN', work, deadlineMs);
  }

  /**
   * Reads one snapshot of the database, which concurrent writes do not change. Blocks no charge, so it may pause until its
   * deadline.
   */
  read<Value>(work: (queries: Queries) => Promise<Value>, deadlineMs = DEADLINE_MS): Promise<Value> {
    return this.#again(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${idleLimit(deadlineMs)}`,
      work,
      deadlineMs,
    );
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const wake of this.#waiting.splice(0)) wake();
    for (const connection of this.#used) drop(connection);
    await Promise.all(this.#idle.splice(0).map(end));
  }

  async #again<Value>(
    begin: string,
    work: (queries: Queries) => Promise<Value>,
    deadlineMs: number,
  ): Promise<Value> {
    const until = performance.now() + deadlineMs;
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.#once(begin, work, until);
      } catch (error) {
        if (!isCollision(error)) throw error;
        if (tried === TRIES || performance.now() >= until) throw away(error);
      }
    }
  }

  async #once<Value>(
    begin: string,
    work: (queries: Queries) => Promise<Value>,
    until: number,
  ): Promise<Value> {
    const connection = await this.#take(until);
    const deadline = setTimeout(() => drop(connection), Math.max(1, until - performance.now()));
    let good = false;
    try {
      const done = await transact(connection, begin, work);
      good = true;
      this.#listener?.answered();
      return done;
    } catch (error) {
      good = connection.getTransactionStatus() === 'I' && !isLost(error);
      if (isLost(error)) this.#lost(error);
      throw error;
    } finally {
      clearTimeout(deadline);
      this.#give(connection, good);
    }
  }

  async #take(until: number): Promise<Connection> {
    while (this.#idle.length === 0 && this.#opened >= this.#max && !this.#closed) await this.#turn(until);
    if (this.#closed) throw new PostgresAwayError('The connections to PostgreSQL are closed.');
    const idle = this.#idle.pop();
    if (idle) {
      this.#used.add(idle);
      return idle;
    }
    this.#opened += 1;
    try {
      const opened = await this.#primary.connect();
      opened.once('end', () => this.#forget(opened));
      this.#used.add(opened);
      return opened;
    } catch (error) {
      this.#opened -= 1;
      this.#waiting.shift()?.();
      this.#listener?.away(messageOf(error));
      throw away(error);
    }
  }

  #turn(until: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const wake = () => {
        clearTimeout(deadline);
        resolve();
      };
      const deadline = setTimeout(
        () => {
          this.#waiting.splice(this.#waiting.indexOf(wake), 1);
          reject(new PostgresAwayError('All connections to PostgreSQL are in use.'));
        },
        Math.max(1, until - performance.now()),
      );
      this.#waiting.push(wake);
    });
  }

  #give(connection: Connection, good: boolean): void {
    const wasUsed = this.#used.delete(connection);
    if (good && wasUsed && !this.#closed) this.#idle.push(connection);
    else {
      this.#opened -= wasUsed ? 1 : 0;
      drop(connection);
    }
    this.#waiting.shift()?.();
  }

  /** The host may no longer be the primary, so no earlier connection is reused. */
  #lost(error: unknown): void {
    if (error instanceof CommitUnknownError) this.#primary.distrust();
    this.#opened -= this.#idle.length;
    for (const connection of this.#idle.splice(0)) drop(connection);
    this.#listener?.away(messageOf(error));
  }

  /** The server closed it while it was idle. */
  #forget(connection: Connection): void {
    const at = this.#idle.indexOf(connection);
    if (at < 0) return;
    this.#idle.splice(at, 1);
    this.#opened -= 1;
  }
}

/** How long the server waits for the next statement of the current transaction, instead of the session's two seconds. */
export function idleLimit(ms: number): string {
  return `SET LOCAL idle_in_transaction_session_timeout = ${ms}`;
}

async function transact<Value>(
  connection: Connection,
  begin: string,
  work: (queries: Queries) => Promise<Value>,
): Promise<Value> {
  const begun = connection.query(begin);
  begun.catch(() => undefined);
  let done: Value;
  try {
    done = await work(queriesOf(connection));
    await begun;
  } catch (error) {
    await connection.query('ROLLBACK').catch(() => undefined);
    throw explained(error);
  }
  await commit(connection);
  return done;
}

/**
 * Ends a transaction. Rejects with `CommitUnknownError` if no response arrived, or if the server warned that the standbys may
 * lack the commit: apart from the warning, the response looks like success.
 */
export async function commit(connection: Connection): Promise<void> {
  let warned = false;
  const warn = () => {
    warned = true;
  };
  connection.on('notice', warn);
  let answer: QueryResult;
  try {
    answer = await connection.query('COMMIT');
  } catch (error) {
    throw new CommitUnknownError(
      'PostgreSQL did not confirm a commit in time. If commits wait for a standby, none may follow.',
      { cause: error },
    );
  } finally {
    connection.off('notice', warn);
  }
  if (warned)
    throw new CommitUnknownError('PostgreSQL committed, but its standbys may not have received the commit.');
  // The server answers the commit of a failed transaction by rolling back, without an error.
  if (answer.command !== 'COMMIT') throw new PostgresAwayError('PostgreSQL rolled back the transaction.');
}

export function queriesOf(connection: Connection): Queries {
  const run = <Row extends object, Value>(
    text: string,
    values: readonly unknown[],
    toValue: (answer: QueryResult<Row>) => Value,
  ): Promise<Value> => {
    const answer = connection.query<Row>({ name: nameOf(text), text, values: [...values] }).then(toValue);
    // After a failed statement the following ones fail too, and the caller awaits only the first.
    answer.catch(() => undefined);
    return answer;
  };
  return {
    rows: <Row extends object>(text: string, values: readonly unknown[] = []) =>
      run<Row, Row[]>(text, values, (answer) => answer.rows),
    change: (text, values = []) => run(text, values, (answer) => answer.rowCount ?? 0),
  };
}

const names = new Map<string, string>();

/** Names the statement, so that each connection parses it once. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `d${names.size}`;
  names.set(text, name);
  return name;
}

/** An error of the work itself is unchanged. */
function explained(error: unknown): unknown {
  const fromServer =
    error instanceof Error && ('severity' in error || /[Cc]onnection|ECONN|EPIPE|socket/.test(error.message));
  return fromServer && !isCollision(error) && !isRefusal(error) ? away(error) : error;
}

function away(error: unknown): PostgresAwayError {
  if (error instanceof PostgresAwayError) return error;
  return new PostgresAwayError(`PostgreSQL cannot be reached: ${sentence(messageOf(error))}`);
}

function isLost(error: unknown): boolean {
  return error instanceof PostgresAwayError || error instanceof CommitUnknownError;
}
