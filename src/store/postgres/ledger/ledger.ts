import { periodAt } from '../../../domain/accounts/credits.js';
import { changed, withStatus } from '../../ledger-rules/accounts.js';
import { ACTS, type Act } from '../../ledger-rules/acts.js';
import {
  type Actor,
  type Ledger,
  LedgerAnswerLostError,
  LedgerUnavailableError,
  SchemaMismatchError,
} from '../../store.js';
import type { PostgresOptions } from '../connection/address.js';
import { Primary } from '../connection/connect.js';
import { CommitUnknownError, PostgresAwayError } from '../connection/failures.js';
import { type Listener, one, Pool, type Queries } from '../connection/pool.js';
import { migrate, type SchemaMode } from '../schema/migrate.js';
import { accountTable } from './accounts.js';
import { AUDIT } from './audit.js';
import { pageAccounts } from './balances.js';
import { ChargeIds } from './charge-ids.js';
import { Charging } from './charging.js';
import { type LedgerClock, NOW, timeOf } from './clock.js';
import { makeDays } from './days.js';
import { grantTable } from './grants.js';
import { findIdempotency } from './idempotency.js';
import { keyTable } from './keys.js';
import { LostAnswers } from './lost-answers.js';
import { refundCharge } from './refund.js';
import { rollingUp } from './roll-up.js';
import { readStatement } from './statement.js';
import { readUsage } from './usage.js';
import { verifyBooks } from './verify.js';

interface PostgresLedgerOptions {
  readonly postgres: PostgresOptions;
  readonly schema: SchemaMode;
  /** Default: the server's clock. */
  readonly clock?: LedgerClock;
  readonly listener?: Listener;
}

/** Counts since the ledger was opened. */
interface LedgerCounts {
  readonly resends: number;
  readonly reconnections: number;
  readonly lostAnswers: number;
  readonly lostAnswersRefunded: number;
  /** Batches with unknown results that are not refunded yet. */
  readonly lostAnswersWaiting: number;
}

export type OpenPostgresLedger = Ledger & { counts(): LedgerCounts; close(): Promise<void> };

const CONNECTIONS = 4;
/** For operations that read or write a whole ledger. */
const LONG_MS = 3_600_000;
const SEEN = `SELECT seen_at AS "seenAt", ${NOW} FROM ledger.purses WHERE account_id = $1`;
const LATEST = 'SELECT coalesce(max(seen_at), 0) AS at FROM ledger.purses';
const SALT = 'SELECT salt FROM ledger.etag_salt';

/** For the engines' tests and for programs that load an engine by its module. */
export const openLedger = openPostgresLedger;

/**
 * Opens the ledger in PostgreSQL. A charge returns after its commit is on the primary and, with synchronous standbys, on one of
 * them. Rejects with `SchemaMismatchError` or `LedgerUnavailableError`.
 */
export async function openPostgresLedger(options: PostgresLedgerOptions): Promise<OpenPostgresLedger> {
  const { postgres, schema, clock = 'database', listener } = options;
  const primary = new Primary(postgres);
  const pool = new Pool(primary, { max: CONNECTIONS, ...(listener ? { listener } : {}) });
  try {
    await migrate(pool, schema);
    await pool.read(refuseMoved);
    if (clock === 'database') await makeDays(pool);
  } catch (error) {
    await pool.close();
    throw explain(error);
  }
  const accounts = accountTable(clock);
  const lost = new LostAnswers(pool, clock);
  const charging = new Charging({ primary, clock, accounts, ids: new ChargeIds(pool), lost, listener });
  return {
    ...ledgerOver(pool, clock),
    charge: (requests) => charging.charge(requests),
    counts: () => ({
      ...charging.counts,
      lostAnswersRefunded: lost.refunded,
      lostAnswersWaiting: lost.waiting,
    }),
    close: async () => {
      await charging.close();
      await pool.close();
    },
  };
}

/** All functions except `charge`. */
function ledgerOver(pool: Pool, clock: LedgerClock): Omit<Ledger, 'charge'> {
  const accounts = accountTable(clock);
  const grants = grantTable(clock, accounts);
  const keys = keyTable(clock, accounts);
  const rollUp = rollingUp(pool, clock);
  const read = <T>(work: (queries: Queries) => Promise<T>, ms?: number) => explained(pool.read(work, ms));
  const write = <T>(work: (queries: Queries) => Promise<T>) => explained(pool.write(work));
  const act = <Result>(
    by: Actor | undefined,
    done: Act<Result>,
    work: (queries: Queries) => Promise<Result>,
  ): Promise<Result> => write((queries) => AUDIT.act(queries, by, done, () => work(queries)));
  const timeAt = async (queries: Queries, accountId: string, at: number) => {
    const row = await one(queries.rows<{ seenAt: number; now: number }>(SEEN, [accountId]));
    return timeOf(clock, at, row?.now ?? at, row?.seenAt ?? 0);
  };

  return {
    createAccount: (account, by) =>
      act(by, ACTS.createAccount, (queries) => accounts.create(queries, account)),
    listAccounts: () => read(accounts.list),
    pageAccounts: (page, at) => read((queries) => pageAccounts(queries, clock, accounts, page, at)),
    getAccount: (id) => read((queries) => accounts.get(queries, id)),
    changeAccount: (id, change, at, by) =>
      act(by, ACTS.changeAccount(id, change), (queries) =>
        accounts.change(queries, id, at, (account) => changed(account, change)),
      ),
    setAccountStatus: (id, status, at, by) =>
      act(by, ACTS.setAccountStatus(id, status), (queries) =>
        accounts.change(queries, id, at, (account) => withStatus(account, status)),
      ),
    grant: (grant, by) => act(by, ACTS.grant, (queries) => grants.add(queries, grant)),
    listGrants: (accountId) => read((queries) => grants.list(queries, accountId)),
    pageGrants: (accountId, page) => read((queries) => grants.page(queries, accountId, page)),
    getGrant: (accountId, id) => read((queries) => grants.get(queries, accountId, id)),
    takeBack: async (taken, by) =>
      (await act(by, ACTS.takeBack(taken), (queries) => grants.takeBack(queries, taken))).grant,
    createKey: (key, by) => act(by, ACTS.createKey, (queries) => keys.create(queries, key)),
    listKeys: (accountId) => read((queries) => keys.list(queries, accountId)),
    pageKeys: (accountId, page) => read((queries) => keys.page(queries, accountId, page)),
    getKey: (id) => read((queries) => keys.get(queries, id)),
    findKey: async (hash, at) => {
      const answer = await read((queries) => keys.find(queries, hash, at));
      const remember = answer?.remember;
      if (remember) await write((queries) => keys.remember(queries, remember));
      return answer?.found;
    },
    revokeKey: (id, at, by) => act(by, ACTS.revokeKey(id), (queries) => keys.revoke(queries, id, at)),
    expireKey: (id, at, by) => act(by, ACTS.expireKey(id), (queries) => keys.expire(queries, id, at)),
    audit: (action, target, by) => write((queries) => AUDIT.add(queries, action, target, by)),
    wasDone: (action, by) => read((queries) => AUDIT.wasDone(queries, by, action)),
    listAudit: (max) => read((queries) => AUDIT.list(queries, max)),
    touchKeys: (lastUsed) => write((queries) => keys.touch(queries, lastUsed)),
    balance: (accountId, machineTime) =>
      read(async (queries) => {
        const [account, at] = await Promise.all([
          accounts.need(queries, accountId),
          timeAt(queries, accountId, machineTime),
        ]);
        const period = periodAt(account.createdAt, at);
        const [isWritten, written] = await Promise.all([
          grants.hasMonthly(queries, accountId, period),
          grants.available(queries, accountId, at),
        ]);
        const unwritten = isWritten ? 0 : await accounts.monthlyAt(queries, accountId, period.start);
        return { available: written + unwritten, resetsAt: period.end, periodStart: period.start };
      }),
    findIdempotency: (accountId, key, at) =>
      read(async (queries) => findIdempotency(queries, accountId, key, await timeAt(queries, accountId, at))),
    refund: async (chargeId, reason, at) => {
      if (typeof chargeId !== 'number') throw new RangeError(`There is no charge ${chargeId}.`);
      await write((queries) => refundCharge(queries, clock, chargeId, reason, at));
    },
    usage: (accountId, from, to) => read((queries) => readUsage(queries, accountId, from, to), LONG_MS),
    rollUp: (before, at) => explained(rollUp(before, at)),
    statement: (accountId, from, to, at) =>
      read((queries) => readStatement(queries, clock, accounts, { accountId, from, to, at }), LONG_MS),
    etagSalt: async () => {
      const row = await read(({ rows }) => one(rows<{ salt: string }>(SALT)));
      if (!row) throw new Error('The ledger’s ETag salt is missing.');
      return row.salt;
    },
    latestTime: async () => (await read(({ rows }) => one(rows<{ at: number }>(LATEST))))?.at ?? 0,
    probe: () => explained(probeLedger(pool)),
    verify: () => read(verifyBooks, LONG_MS),
  };
}

async function refuseMoved({ rows }: Queries): Promise<void> {
  const [moved] = await rows('SELECT 1 AS moved FROM ledger.moved');
  if (!moved) return;
  throw new SchemaMismatchError(
    'The ledger in PostgreSQL was moved to a data folder. Serve without DOSSIER_POSTGRES, or copy it into an empty database.',
  );
}

async function explained<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw explain(error);
  }
}

/** A refused row is a bug and is rethrown. */
function explain(error: unknown): unknown {
  if (error instanceof CommitUnknownError)
    return new LedgerAnswerLostError(error.message, { cause: error.cause });
  if (error instanceof PostgresAwayError)
    return new LedgerUnavailableError(error.message, { cause: error.cause });
  return error;
}

/** The tables that a charge reads and writes. */
const TABLES = ['accounts', 'api_keys', 'grants', 'purses', 'charges'];
const READS = TABLES.map((table) => `SELECT 1 AS there FROM ledger.${table} LIMIT 1`);
const WRITE = 'UPDATE ledger.probed SET count = count + 1';

/** Rejects if no charge can be written now: reads the tables and commits a row, which the standbys confirm. */
async function probeLedger(pool: Pool): Promise<void> {
  await pool.write(async ({ rows, change }) => {
    await Promise.all(READS.map((sql) => rows(sql)));
    await change(WRITE);
  });
}
