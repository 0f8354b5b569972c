import { type OpenState, type State, StateUnavailableError } from '../../store.js';
import type { PostgresOptions } from '../address.js';
import { leaseTable } from '../cluster/leases.js';
import { Primary } from '../connect.js';
import { CommitUnknownError, PostgresAwayError } from '../failures.js';
import { migrate, type SchemaMode } from '../migrate.js';
import { type Listener, Pool } from '../pool.js';
import { deliveryQueue } from './delivery-queue.js';
import { exportTable } from './exports.js';
import { sessionTable } from './sessions.js';
import { watchTable } from './watch-table.js';

export interface PostgresStateOptions {
  readonly postgres: PostgresOptions;
  readonly schema: SchemaMode;
  readonly listener?: Listener;
}

const CONNECTIONS = 2;

/** The state in PostgreSQL, by the server's clock. Rejects with `SchemaMismatchError` or `StateUnavailableError`. */
export async function openPostgresState(options: PostgresStateOptions): Promise<OpenState> {
  const { postgres, schema, listener } = options;
  const pool = new Pool(new Primary(postgres), { most: CONNECTIONS, ...(listener ? { listener } : {}) });
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
  };
  return { ...state, close: () => pool.close() };
}

/** Its functions reject with `StateUnavailableError` if PostgreSQL cannot be asked, or does not answer. */
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
