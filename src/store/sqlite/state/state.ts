import { existsSync } from 'node:fs';
import {
  type Lease,
  type OpenState,
  SchemaMismatchError,
  type Session,
  StateUnavailableError,
} from '../../store.js';
import { openDatabase, type SchemaMode } from '../file/database.js';
import { Database, type Sqlite } from '../file/driver.js';
import { OtherFileError, refusingOtherFile } from '../file/same-file.js';
import { deliveryQueue } from './delivery-queue.js';
import { exportTable } from './exports.js';
import { matchListTable } from './match-lists.js';
import { STATE_MIGRATIONS } from './migrations.js';
import { watchTable } from './watch-table.js';

interface StateOptions {
  readonly path: string;
  readonly schema: SchemaMode;
  /** Default: the machine's clock. */
  readonly now?: () => number;
  /** How long a write waits for another process. Blocks this thread. */
  readonly busyTimeoutMs?: number;
}

/** Opens the state in a SQLite file of its own. Every commit is durable before it returns. Throws `SchemaMismatchError`. */
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
    matchLists: promised(matchListTable(database)),
    close: async () => void database.close(),
  };
}

/** Functions of a subject, synchronous. */
type Functions = Readonly<Record<string, (...values: never[]) => unknown>>;

type Promised<Subject extends Functions> = {
  readonly [Name in keyof Subject]: (
    ...values: Parameters<Subject[Name]>
  ) => Promise<ReturnType<Subject[Name]>>;
};

/** Makes a subject's functions return promises. They reject with `StateUnavailableError` if the file cannot be used. */
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

/** A refused row is a bug and is rethrown; any other SQLite error means that the file cannot be used. */
function explain(error: unknown, database: Sqlite): unknown {
  const refusedRow = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT');
  const unusable = error instanceof Database.SqliteError || error instanceof OtherFileError || !database.open;
  if (!unusable || refusedRow) return error;
  return new StateUnavailableError('The state cannot be read or written.', { cause: error });
}

/** A lost file was refused earlier; a file missing here belongs to a folder of the version before, which did not create it. */
function refuseOlderFolder({ path, schema }: StateOptions): void {
  if (schema !== 'current' || existsSync(path)) return;
  throw new SchemaMismatchError(
    `${path} is missing: the folder was created by an older version. Back up, then run: dossier migrate`,
  );
}

/** See `Sessions`. */
function sessionTable(database: Sqlite) {
  const insert = database.prepare<Session>(
    'INSERT INTO sessions (hash, key_hash, begun_at, ends_at) VALUES (@hash, @keyHash, @begunAt, @endsAt)',
  );
  const forget = database.prepare<[number]>('DELETE FROM sessions WHERE ends_at <= ?');
  const forgetOldest = database.prepare<Session & { others: number }>(
    `DELETE FROM sessions WHERE hash IN (
       SELECT hash FROM sessions WHERE key_hash = @keyHash AND hash <> @hash
       ORDER BY begun_at DESC, hash LIMIT -1 OFFSET @others
     )`,
  );
  const read = database.prepare<[string], Session>(
    'SELECT hash, key_hash AS keyHash, begun_at AS begunAt, ends_at AS endsAt FROM sessions WHERE hash = ?',
  );
  const remove = database.prepare<[string]>('DELETE FROM sessions WHERE hash = ?');
  const begin = database.transaction((session: Session, max: number) => {
    forget.run(session.begunAt);
    insert.run(session);
    forgetOldest.run({ ...session, others: max - 1 });
  });
  const find = (hash: string, at: number): Session | undefined => {
    const session = read.get(hash);
    if (!session || session.endsAt > at) return session;
    remove.run(hash);
    return undefined;
  };
  return {
    begin: (session: Session, max: number): void => begin.immediate(session, max),
    find,
    end: (hash: string): boolean => remove.run(hash).changes === 1,
  };
}

/** Each function is one statement, which makes it atomic between processes. */
function leaseTable(database: Sqlite, now: () => number) {
  const take = database
    .prepare<{ name: string; owner: string; at: number; until: number }, number>(
      `INSERT INTO leases (name, owner, token, until) VALUES (@name, @owner, 1, @until)
       ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, token = token + 1, until = excluded.until
       WHERE until <= @at
       RETURNING token`,
    )
    .pluck();
  const setEnd = database.prepare<{ name: string; token: number; at: number; until: number }>(
    'UPDATE leases SET until = @until WHERE name = @name AND token = @token AND until > @at',
  );
  const find = database.prepare<[string, number], Lease>(
    'SELECT name, owner, token, until FROM leases WHERE name = ? AND until > ?',
  );
  const endAt = (name: string, token: number, at: number, until: number) =>
    setEnd.run({ name, token, at, until }).changes === 1;

  return {
    take: (name: string, owner: string, milliseconds: number): number | null => {
      const at = now();
      return take.get({ name, owner, at, until: at + checked(milliseconds) }) ?? null;
    },
    renew: (name: string, token: number, milliseconds: number): boolean => {
      const at = now();
      return endAt(name, token, at, at + checked(milliseconds));
    },
    release: (name: string, token: number): boolean => {
      const at = now();
      return endAt(name, token, at, at);
    },
    find: (name: string): Lease | undefined => find.get(name, now()),
  };
}

function checked(milliseconds: number): number {
  if (Number.isSafeInteger(milliseconds) && milliseconds > 0) return milliseconds;
  throw new RangeError(
    `The duration of a lease must be a positive integer of milliseconds; got ${milliseconds}.`,
  );
}
