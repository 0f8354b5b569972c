import { periodAt, sumRemaining } from '../../../domain/accounts/credits.js';
import { changed, withStatus } from '../../ledger-rules/accounts.js';
import { ACTS, type Act } from '../../ledger-rules/acts.js';
import { storedIdempotency } from '../../ledger-rules/charge.js';
import {
  type Actor,
  type Balance,
  type Ledger,
  LedgerUnavailableError,
  SchemaMismatchError,
} from '../../store.js';
import { openDatabase, type SchemaMode } from '../file/database.js';
import { Database, type Sqlite } from '../file/driver.js';
import { OtherFileError, refusingOtherFile } from '../file/same-file.js';
import { type Accounts, accountTable } from './accounts.js';
import { auditTable } from './audit.js';
import { accountPages } from './balances.js';
import { charging } from './charge.js';
import { type LedgerClock, ledgerClock } from './clock.js';
import { type Grants, grantTable } from './grants.js';
import { idempotencyTable } from './idempotency.js';
import { keyTable } from './keys.js';
import { LEDGER_MIGRATIONS } from './migrations.js';
import { refunding } from './refund.js';
import { rollingUp } from './roll-up.js';
import { MOVED } from './rows.js';
import { statementReader } from './statement.js';
import { usageReader } from './usage.js';
import { verifier } from './verify.js';

interface LedgerOptions {
  readonly path: string;
  readonly schema: SchemaMode;
  /** How long a write waits for another process. Blocks this thread. */
  readonly busyTimeoutMs?: number;
}

type OpenLedger = Ledger & { close(): Promise<void> };

/** Opens the ledger in a SQLite file of its own. Every commit is durable before it returns. */
export function openLedger(options: LedgerOptions): OpenLedger {
  const database = openDatabase({
    busyTimeoutMs: 2_000,
    ...options,
    migrations: LEDGER_MIGRATIONS,
    synchronous: 'full',
  });
  return sqliteLedger(database);
}

/** Uses a file that is already open and has the ledger's schema. */
export function sqliteLedger(database: Sqlite): OpenLedger {
  const clock = ledgerClock(database);
  const accounts = accountTable(database, clock);
  const keys = keyTable(database, clock, accounts);
  const grants = grantTable(database, clock, accounts);
  const idempotency = idempotencyTable(database);
  const audit = auditTable(database);
  const charge = charging(database, clock, accounts, grants, idempotency);
  const refund = refunding(database, clock, idempotency);
  const usage = usageReader(database);
  const verify = verifier(database);
  const rollUp = rollingUp(database, clock, accounts);
  const statement = statementReader(database, clock, accounts);
  const probe = probing(database);
  const balance = balanceReader(database, clock, accounts, grants);
  const pageAccounts = accountPages(database, clock, accounts);

  const etagSalt = etagSaltReader(database);
  const refuseOtherFile = refusingOtherFile(database);
  const isMoved = database.pragma('user_version', { simple: true }) === MOVED;

  const answer = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      if (database.open) refuseOtherFile();
      // A moved ledger can still be opened, because loads need the folder's other databases.
      if (isMoved) throw movedElsewhere(database.name);
      return await work();
    } catch (error) {
      throw explain(error, database);
    }
  };
  const act = <Result>(by: Actor | undefined, done: Act<Result>, work: () => Result) =>
    answer(() => audit.act(by, done, work));
  return {
    createAccount: (account, by) => act(by, ACTS.createAccount, () => accounts.create(account)),
    listAccounts: () => answer(accounts.list),
    pageAccounts: (page, at) => answer(() => pageAccounts(page, at)),
    getAccount: (id) => answer(() => accounts.get(id)),
    changeAccount: (id, change, at, by) =>
      act(by, ACTS.changeAccount(id, change), () =>
        accounts.change(id, at, (account) => changed(account, change)),
      ),
    setAccountStatus: (id, status, at, by) =>
      act(by, ACTS.setAccountStatus(id, status), () =>
        accounts.change(id, at, (account) => withStatus(account, status)),
      ),
    grant: (grant, by) => act(by, ACTS.grant, () => grants.add(grant)),
    listGrants: (accountId) => answer(() => grants.list(accountId)),
    pageGrants: (accountId, page) => answer(() => grants.page(accountId, page)),
    getGrant: (accountId, id) => answer(() => grants.get(accountId, id)),
    takeBack: async (taken, by) => (await act(by, ACTS.takeBack(taken), () => grants.takeBack(taken))).grant,
    createKey: (key, by) => act(by, ACTS.createKey, () => keys.create(key)),
    listKeys: (accountId) => answer(() => keys.list(accountId)),
    pageKeys: (accountId, page) => answer(() => keys.page(accountId, page)),
    getKey: (id) => answer(() => keys.get(id)),
    findKey: (hash, at) => answer(() => keys.find(hash, at)),
    revokeKey: (id, at, by) => act(by, ACTS.revokeKey(id), () => keys.revoke(id, at)),
    expireKey: (id, at, by) => act(by, ACTS.expireKey(id), () => keys.expire(id, at)),
    audit: (action, target, by) => answer(() => audit.add(action, target, by)),
    wasDone: (action, by) => answer(() => audit.wasDone(by, action)),
    listAudit: (max) => answer(() => audit.list(max)),
    touchKeys: (lastUsed) => answer(() => keys.touch(lastUsed)),
    balance: (accountId, at) => answer(() => balance(accountId, at)),
    charge: (requests) => answer(() => charge(requests)),
    findIdempotency: (accountId, key, at) =>
      answer(() => {
        const paid = idempotency.find(accountId, key, clock.read(at));
        return paid && storedIdempotency(paid);
      }),
    refund: (chargeId, reason, at) => answer(() => refund(chargeId, reason, at)),
    usage: (accountId, from, to) => answer(() => usage(accountId, from, to)),
    rollUp: (before, at) => answer(() => rollUp(before, at)),
    statement: (accountId, from, to, at) => answer(() => statement(accountId, from, to, at)),
    etagSalt: () => answer(etagSalt),
    latestTime: () => answer(() => clock.read(0)),
    probe: () => answer(probe),
    verify: () => answer(verify),
    close: async () => void database.close(),
  };
}

function movedElsewhere(path: string): SchemaMismatchError {
  return new SchemaMismatchError(
    `The ledger in ${path} was moved to PostgreSQL. Set DOSSIER_POSTGRES, or move the file away.`,
  );
}

/** Read-only: the credits of a period without a row are computed, not written. */
function balanceReader(database: Sqlite, clock: LedgerClock, accounts: Accounts, grants: Grants) {
  return database.transaction((accountId: string, machineTime: number): Balance => {
    const account = accounts.need(accountId);
    const at = clock.read(machineTime);
    const period = periodAt(account.createdAt, at);
    const unwritten = grants.hasMonthly(accountId, period) ? 0 : accounts.monthlyAt(accountId, period.start);
    const available = sumRemaining(grants.live(accountId, at)) + unwritten;
    return { available, resetsAt: period.end, periodStart: period.start };
  });
}

function etagSaltReader(database: Sqlite): () => string {
  const salt = database.prepare<[], string>('SELECT salt FROM etag_salt').pluck();
  return () => {
    const stored = salt.get();
    if (stored === undefined) throw new Error('The ledger’s ETag salt is missing.');
    return stored;
  };
}

/** A refused row is a bug and is rethrown; any other SQLite error means that the file cannot be used. */
function explain(error: unknown, database: Sqlite): unknown {
  const refusedRow = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT');
  const unusable = error instanceof Database.SqliteError || error instanceof OtherFileError || !database.open;
  if (!unusable || refusedRow) return error;
  return new LedgerUnavailableError('The ledger cannot be read or written.', { cause: error });
}

/** The last row of each table that a charge reads or writes. */
const NEWEST = [
  'SELECT * FROM accounts ORDER BY rowid DESC LIMIT 1',
  'SELECT * FROM api_keys ORDER BY rowid DESC LIMIT 1',
  'SELECT * FROM grants ORDER BY id DESC LIMIT 1',
  'SELECT * FROM grant_remaining ORDER BY grant_id DESC LIMIT 1',
  'SELECT * FROM charges ORDER BY id DESC LIMIT 1',
];

/** Throws if a charge cannot be written now: reads the same tables, and commits an unchanged row. */
function probing(database: Sqlite): () => void {
  const newest = NEWEST.map((sql) => database.prepare(sql));
  const write = database.prepare('UPDATE ledger_clock SET seen_at = seen_at');
  const probe = database.transaction(() => {
    for (const row of newest) row.get();
    write.run();
  });
  return () => probe.immediate();
}
