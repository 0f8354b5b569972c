import { existsSync } from 'node:fs';
import { type OpenState, SchemaMismatchError, StateUnavailableError } from '../../store.js';
import { openDatabase, type SchemaMode } from '../database.js';
import { Database, type Sqlite } from '../driver.js';
import { OtherFileError, refusingOtherFile } from '../same-file.js';
import { deliveryQueue } from './delivery-queue.js';
import { exportTable } from './exports.js';
import { leaseTable } from './leases.js';
import { STATE_MIGRATIONS } from './migrations.js';
import { sessionTable } from './sessions.js';
import { watchTable } from './watch-table.js';

export interface StateOptions {
  readonly path: string;
  readonly schema: SchemaMode;
  /** The machine's where omitted. */
  readonly now?: () => number;
  /** How long a write waits for another process; the wait blocks this thread. */
  readonly busyTimeoutMs?: number;
}

/** The state in a SQLite file of its own. Every commit is on the disk before it is answered. Throws `SchemaMismatchError`. */
export function openState({ now = Date.now, ...options }: StateOptions): OpenState {
  refuseOlderFolder(options);
  const database = openDatabase({
    busyTimeoutMs: 2_000,
    ...options,
    migrations: STATE_MIGRATIONS,
    synchronous: 'full',
  });
  const promised = promising(database);
  return {
    leases: promised(leaseTable(database, now)),
    exports: promised(exportTable(database)),
    watches: promised(watchTable(database)),
    deliveries: promised(deliveryQueue(database, now)),
    sessions: promised(sessionTable(database)),
    close: async () => void database.close(),
  };
}

/** Functions of a subject, which answer at once. */
type Functions = Readonly<Record<string, (...values: never[]) => unknown>>;

type Promised<Subject extends Functions> = {
  readonly [Name in keyof Subject]: (
    ...values: Parameters<Subject[Name]>
  ) => Promise<ReturnType<Subject[Name]>>;
};

/** Makes a subject's functions answer by promises. They reject with `StateUnavailableError` if the file cannot be used. */
function promising(database: Sqlite): <Subject extends Functions>(subject: Subject) => Promised<Subject> {
  const refuseOtherFile = refusingOtherFile(database);
  const promised =
    (work: (...values: never[]) => unknown) =>
    async (...values: never[]) => {
      try {
        if (database.open) refuseOtherFile();
        return work(...values);
      } catch (error) {
        throw explain(error, database);
      }
    };
  return <Subject extends Functions>(subject: Subject) =>
    Object.fromEntries(
      Object.entries(subject).map(([name, work]) => [name, promised(work)]),
    ) as unknown as Promised<Subject>;
}

/** A refused row is a bug and stays what it is; everything else that SQLite reports means the file cannot be used. */
function explain(error: unknown, database: Sqlite): unknown {
  const refusedRow = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT');
  const unusable = error instanceof Database.SqliteError || error instanceof OtherFileError || !database.open;
  if (!unusable || refusedRow) return error;
  return new StateUnavailableError('The state cannot be read or written.', { cause: error });
}

/** A lost file is refused before anything is opened; here it is one that the version before did not make. */
function refuseOlderFolder({ path, schema }: StateOptions): void {
  if (schema !== 'current' || existsSync(path)) return;
  throw new SchemaMismatchError(
    `${path} is not there: the folder was made by an older version. Make a backup, then run: dossier migrate`,
  );
}
