import {
  LEDGER_TABLES,
  LedgerNotEmptyError,
  type LedgerRow,
  type LedgerRows,
  type LedgerTable,
} from '../../ledger-rules/ledger-rows.js';
import type { StateRows } from '../../ledger-rules/state-rows.js';
import type { PostgresOptions } from '../connection/address.js';
import { Primary } from '../connection/connect.js';
import { countOn, insertRows, readRows } from '../connection/copied-rows.js';
import { idleLimit, one, Pool, type Queries } from '../connection/pool.js';
import { migrate } from '../schema/migrate.js';
import { stateRows, writeStateRows } from '../state/rows.js';

const COPY_WITHIN_MS = 6 * 3_600_000;
const ORDER: Readonly<Partial<Record<LedgerTable, string>>> = {
  charges: 'at, id',
  refunds: 'number',
  idempotency_charges: 'charge_id',
};
/** Columns whose next ids follow the copied ones. */
const NUMBERED = [
  'ledger.account_plans.id',
  'ledger.grants.id',
  'ledger.take_backs.id',
  'ledger.refunds.number',
  'ledger.charge_sums.id',
  'ledger.grant_sums.id',
  'ledger.audit_log.id',
];
/** Ended grants are in no balance. */
const PURSES = `INSERT INTO ledger.purses (account_id, seen_at, grant_ids, remaining)
  SELECT a.id, $1::bigint, coalesce(array_agg(g.id ORDER BY g.id) FILTER (WHERE g.id IS NOT NULL), '{}'),
    coalesce(array_agg(r.remaining ORDER BY g.id) FILTER (WHERE g.id IS NOT NULL), '{}')
  FROM ledger.accounts a LEFT JOIN (ledger.grants g JOIN copied_remaining r ON r.grant_id = g.id)
    ON g.account_id = a.id AND (g.expires_at IS NULL OR g.expires_at > $1::bigint)
  GROUP BY a.id`;
const ENDS = `INSERT INTO ledger.grant_ends (grant_id, account_id, remaining)
  SELECT g.id, g.account_id, r.remaining FROM ledger.grants g JOIN copied_remaining r ON r.grant_id = g.id
  WHERE g.expires_at <= $1::bigint`;

interface WithState {
  readonly state: StateRows;
}

async function withPool<Value>(
  postgres: PostgresOptions,
  work: (pool: Pool) => Promise<Value>,
): Promise<Value> {
  const pool = new Pool(new Primary(postgres), { max: 1 });
  try {
    await migrate(pool, 'create');
    return await work(pool);
  } finally {
    await pool.close();
  }
}

/** Reads a snapshot of a ledger and its state. Rejects with `PostgresAwayError`. */
export function readPostgresLedger<Value>(
  postgres: PostgresOptions,
  work: (rows: LedgerRows & WithState) => Promise<Value>,
): Promise<Value> {
  return withPool(postgres, (pool) =>
    pool.read(async (queries) => {
      const { rows } = queries;
      const clock = await one(
        rows<{ at: number }>('SELECT coalesce(max(seen_at), 0) AS at FROM ledger.purses'),
      );
      const salt = await one(rows<{ salt: string }>('SELECT salt FROM ledger.etag_salt'));
      if (!clock || !salt) throw new Error('The ledger’s ETag salt is missing.');
      return await work({
        seenAt: clock.at,
        etagSalt: salt.salt,
        read: (table) => readTable(queries, table),
        state: stateRows(queries),
      });
    }, COPY_WITHIN_MS),
  );
}

function readTable(queries: Queries, table: LedgerTable): AsyncIterable<readonly LedgerRow[]> {
  const columns = LEDGER_TABLES[table].split(' ');
  const order = ORDER[table] ?? columns[0] ?? '';
  return readRows(queries, `ledger.${table}`, { columns: columns.join(', '), order });
}

/** Writes a whole ledger with its state in one transaction. Rejects with `LedgerNotEmptyError` if there is one. */
export function writePostgresLedger(postgres: PostgresOptions, from: LedgerRows & WithState): Promise<void> {
  return withPool(postgres, (pool) =>
    pool.write(async (queries) => {
      const { rows, change } = queries;
      // Nobody charges yet, and reading the source may be slow.
      await change(idleLimit(COPY_WITHIN_MS));
      await change('LOCK TABLE ledger.accounts IN EXCLUSIVE MODE');
      const [some] = await rows('SELECT 1 AS some FROM ledger.accounts LIMIT 1');
      if (some) throw new LedgerNotEmptyError('The ledger in PostgreSQL already contains accounts.');
      await change(
        'CREATE TEMPORARY TABLE copied_remaining (grant_id bigint, account_id text, remaining bigint) ON COMMIT DROP',
      );
      for (const table of Object.keys(LEDGER_TABLES) as LedgerTable[]) {
        const target = table === 'grant_remaining' ? 'copied_remaining' : `ledger.${table}`;
        await insertRows(queries, target, LEDGER_TABLES[table].replaceAll(' ', ', '), from.read(table));
      }
      await change(PURSES, [from.seenAt]);
      await change(ENDS, [from.seenAt]);
      await change('UPDATE ledger.etag_salt SET salt = $1', [from.etagSalt]);
      await countOn(queries, NUMBERED);
      await writeStateRows(queries, from.state);
    }, COPY_WITHIN_MS),
  );
}

/** Prevents any program from opening it again. */
export function markPostgresMoved(postgres: PostgresOptions): Promise<void> {
  return withPool(postgres, (pool) =>
    pool.write(async ({ change }) => void (await change('INSERT INTO ledger.moved DEFAULT VALUES'))),
  );
}
