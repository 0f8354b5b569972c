import pg from 'pg';
import { hostsOf, type PostgresOptions } from './address.js';
import { PostgresAwayError } from './failures.js';

const CONNECT_WITHIN_MS = 2_000;
const END_WITHIN_MS = 1_000;
const OLDEST_VERSION = 150_000;

/**
 * Settings of every connection. A commit waits for its standby whatever the role's settings are; lock waits are limited; a node
 * that was cut off in a transaction keeps its accounts locked for two seconds.
 */
const SESSION = `SET synchronous_commit = on; SET lock_timeout = '2s';
  SET idle_in_transaction_session_timeout = '2s'; SET client_min_messages = warning; SET timezone = 'UTC';
  SET DateStyle = 'ISO'; SET default_transaction_isolation = 'read committed';
  SELECT set_config('plan_cache_mode', 'force_generic_plan', false)
    WHERE NOT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')`;

/** No primary could be reached; the message names each host and its error, without secrets. */
class NoPrimaryError extends PostgresAwayError {
  override readonly name = 'NoPrimaryError';
}

/** The server is configured unsuitably; the message is one sentence with the remedy. */
class UnsuitableServerError extends PostgresAwayError {
  override readonly name = 'UnsuitableServerError';
}

export type Connection = pg.Client;

/** 64-bit integers are safe here: credits, times and charge ids remain below 2^53. */
export const TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: 'text') => {
    if (type === INT8 || type === NUMERIC) return toSafeInteger;
    if (type === INT8_LIST)
      return (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(toSafeInteger));
    return pg.types.getTypeParser(type, format ?? 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};
const INT8 = 20;
const INT8_LIST = 1_016;
const NUMERIC = 1_700;

function toSafeInteger(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is not a safe integer.`);
  return number;
}

/** The hosts of a cluster, one of which is the primary. All connections of one purpose try the same host first. */
export class Primary {
  #first = 0;

  constructor(readonly options: PostgresOptions) {}

  /**
   * Opens a connection to the primary, ready for pipelined statements. Rejects with `NoPrimaryError` if no host is one, and
   * with `UnsuitableServerError` if its commits are not as durable as `durability` requires, or if a pooler changes the server
   * between transactions.
   */
  async connect(): Promise<Connection> {
    const { options } = this;
    const hosts = hostsOf(options);
    const first = this.#first % hosts.length;
    const problems: string[] = [];
    for (const [index, host] of [...hosts.entries()]
      .slice(first)
      .concat([...hosts.entries()].slice(0, first))) {
      const where = `${String(host.host)}:${String(host.port)}`;
      const client = clientFor(host, options);
      try {
        await client.connect();
        if (await isPrimary(client, host, options)) {
          this.#first = index;
          return client;
        }
        problems.push(`${where} is a standby`);
        drop(client);
      } catch (error) {
        drop(client);
        if (error instanceof UnsuitableServerError) throw error;
        problems.push(`${where}: ${messageOf(error).replace(/\.$/, '')}`);
      }
    }
    throw new NoPrimaryError(`No primary of PostgreSQL can be reached: ${problems.join('; ')}.`);
  }

  /** Called after a commit without a response: the next host is tried first, because this one may be a replaced primary. */
  distrust(): void {
    this.#first += 1;
  }
}

function clientFor(host: pg.ClientConfig, { node }: Pick<PostgresOptions, 'node'>): Connection {
  const client = new pg.Client({
    ...host,
    types: TYPES,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    application_name: `dossier ${node}`,
  });
  // A connection lost while idle emits this error; the next statement fails by itself.
  client.on('error', () => undefined);
  return client;
}

/** Ends an idle connection, without waiting for a server that is gone. Never rejects. */
export async function end(client: Connection): Promise<void> {
  const late = setTimeout(() => drop(client), END_WITHIN_MS);
  await client.end().catch(() => undefined);
  clearTimeout(late);
}

/** Ends a connection immediately, whatever its state. */
export function drop(client: Connection): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
  connection.stream.destroy();
}

interface ServerRow {
  readonly version: number;
  readonly standby: boolean;
  readonly standbys: string;
  /** Process id of the server's backend. */
  readonly process: number;
}

const SERVER = `SELECT current_setting('server_version_num')::int AS version, pg_is_in_recovery() AS standby,
  current_setting('synchronous_standby_names') AS standbys, pg_backend_pid() AS process`;

async function isPrimary(
  client: Connection,
  host: pg.ClientConfig,
  { durability, node }: PostgresOptions,
): Promise<boolean> {
  const [row] = (await inTime(client, client.query<ServerRow>(SERVER))).rows;
  if (!row) throw new Error('the server did not report its version');
  if (row.version < OLDEST_VERSION) throw new Error('the server is older than PostgreSQL 15');
  if (row.standby) return false;
  if (durability === 'standby' && row.standbys.trim() === '') {
    throw new UnsuitableServerError(
      'The primary of PostgreSQL has no synchronous standby: synchronous_standby_names is empty, so its loss would lose charged ' +
        'requests. Set it to your standbys, or set DOSSIER_POSTGRES_DURABILITY to managed or local.',
    );
  }
  const { processID } = client as unknown as { processID: number };
  // Behind a pooler the two differ. Nothing may be set before this check: it could affect other clients' transactions.
  if (processID !== row.process)
    await refuseTransactionPooler(client, row.process, clientFor(host, { node }));
  await inTime(client, client.query(SESSION));
  return true;
}

/**
 * Rejects a pooler that is not in session mode. In session mode `client` keeps its backend. In any other mode the backend is
 * free between two transactions: `other` gets it, or `client` gets another while `other` keeps one.
 */
async function refuseTransactionPooler(
  client: Connection,
  process: number,
  other: Connection,
): Promise<void> {
  const processOf = async (one: Connection) =>
    (await inTime(one, one.query<{ process: number }>('SELECT pg_backend_pid() AS process'))).rows[0]
      ?.process;
  let isShared: boolean;
  try {
    await other.connect();
    isShared = (await processOf(other)) === process;
    if (!isShared) {
      await inTime(other, other.query('BEGIN'));
      isShared = (await processOf(client)) !== process;
      await inTime(other, other.query('ROLLBACK'));
    }
  } catch {
    // It gets no backend because all are taken, so `client` keeps its own.
    return;
  } finally {
    drop(other);
  }
  if (isShared) {
    throw new UnsuitableServerError(
      'DOSSIER_POSTGRES is the address of a connection pooler in transaction or statement mode, which mixes client sessions. Set ' +
        'pool_mode = session in it, or use the address of the servers.',
    );
  }
}

/** Drops the connection if the response does not arrive in time. */
async function inTime<Value>(client: Connection, answer: Promise<Value>): Promise<Value> {
  const deadline = setTimeout(() => drop(client), CONNECT_WITHIN_MS);
  try {
    return await answer;
  } finally {
    clearTimeout(deadline);
  }
}

export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  const message = error instanceof Error ? error.message || error.name : String(error);
  // The driver's message for a missing or empty password.
  if (message.includes('client password must be'))
    return 'it requires a password, and DOSSIER_POSTGRES_PASSWORD_FILE is not set';
  return message;
}
