import {
  type OpenState,
  type Session,
  type Sessions,
  type State,
  StateUnavailableError,
} from '../../store.js';
import { leaseTable } from '../cluster/leases.js';
import type { PostgresOptions } from '../connection/address.js';
import { Primary } from '../connection/connect.js';
import { CommitUnknownError, PostgresAwayError } from '../connection/failures.js';
import { type Listener, one, Pool } from '../connection/pool.js';
import { migrate, type SchemaMode } from '../schema/migrate.js';
import { deliveryQueue } from './delivery-queue.js';
import { exportTable } from './exports.js';
import { matchListTable } from './match-lists.js';
import { watchTable } from './watch-table.js';

interface PostgresStateOptions {
  readonly postgres: PostgresOptions;
  readonly schema: SchemaMode;
  readonly listener?: Listener;
}

const CONNECTIONS = 2;

/** Opens the state in PostgreSQL, by the server's clock. Rejects with `SchemaMismatchError` or `StateUnavailableError`. */
export async function openPostgresState(options: PostgresStateOptions): Promise<OpenState> {
  const { postgres, schema, listener } = options;
  const pool = new Pool(new Primary(postgres), { max: CONNECTIONS, ...(listener ? { listener } : {}) });
  try {
    await migrate(pool, schema);
  } catch (error) {
    await pool.close();
    throw explain(error);
  }
  const state: State = {
    leases: explaining(leaseTable(pool)),
    exports: explaining(exportTable(pool)),
    watches: explaining(watchTable(pool)),
    deliveries: explaining(deliveryQueue(pool)),
    sessions: explaining(sessionTable(pool)),
    matchLists: explaining(matchListTable(pool)),
  };
  return { ...state, close: () => pool.close() };
}

/** Makes the functions reject with `StateUnavailableError` if PostgreSQL cannot be reached or does not respond. */
function explaining<Subject extends object>(subject: Subject): Subject {
  const explained =
    (work: (...values: unknown[]) => Promise<unknown>) =>
    async (...values: unknown[]) => {
      try {
        return await work(...values);
      } catch (error) {
        throw explain(error);
      }
    };
  return Object.fromEntries(
    Object.entries(subject).map(([name, work]) => [name, explained(work)]),
  ) as unknown as Subject;
}

function explain(error: unknown): unknown {
  if (!(error instanceof CommitUnknownError || error instanceof PostgresAwayError)) return error;
  // An error with the same message would be logged as its cause.
  return new StateUnavailableError(error.message, { cause: error.cause });
}

const INSERT = 'INSERT INTO state.sessions (hash, key_hash, begun_at, ends_at) VALUES ($1, $2, $3, $4)';
const FORGET = 'DELETE FROM state.sessions WHERE ends_at <= $1';
const FORGET_OLDEST = `DELETE FROM state.sessions WHERE hash IN (
    SELECT hash FROM state.sessions WHERE key_hash = $1 AND hash <> $2
    ORDER BY begun_at DESC, hash COLLATE "C" OFFSET $3)`;
const FIND = `SELECT hash, key_hash AS "keyHash", begun_at AS "begunAt", ends_at AS "endsAt"
  FROM state.sessions WHERE hash = $1`;
const END = 'DELETE FROM state.sessions WHERE hash = $1';

/** See `Sessions`. */
function sessionTable(pool: Pool): Sessions {
  const end = async (hash: string) => (await pool.write(({ change }) => change(END, [hash]))) === 1;
  return {
    begin: ({ hash, keyHash, begunAt, endsAt }, max) =>
      pool.write(async ({ change }) => {
        await change(FORGET, [begunAt]);
        await change(INSERT, [hash, keyHash, begunAt, endsAt]);
        await change(FORGET_OLDEST, [keyHash, hash, max - 1]);
      }),
    find: async (hash, at) => {
      const session = await pool.read(({ rows }) => one(rows<Session>(FIND, [hash])));
      if (!session || session.endsAt > at) return session;
      await end(hash);
      return undefined;
    },
    end,
  };
}
