import {
  type ChargeId,
  ConflictError,
  type ExportJob,
  type Exports,
  KeyReusedError,
  type NewExportJob,
} from '../../store.js';
import { one, type Pool, type Queries } from '../connection/pool.js';

interface Row extends Omit<ExportJob, 'parts' | 'manifest' | 'isOrderPaid' | 'orderCharge'> {
  readonly orderCharge: string | null;
  readonly parts: string;
  readonly manifest: string | null;
}

const COLUMNS = `id, account AS "accountId", key_id AS "keyId", asked AS "order", state, rows, rows_done AS "rowsDone",
  credits, created_at AS "createdAt", finished_at AS "finishedAt", order_charge AS "orderCharge", charge_at AS "chargeAt", error, parts, manifest`;
const SELECT = `SELECT ${COLUMNS} FROM state.exports`;
const BY_KEY = `SELECT ${COLUMNS}, once_request AS "onceRequest" FROM state.exports WHERE account = $1 AND once_key = $2`;
const OPEN = `SELECT count(*) AS open FROM state.exports WHERE account = $1 AND state IN ('queued', 'running', 'unpaid')`;
const INSERT = `INSERT INTO state.exports
    (id, account, key_id, asked, state, rows, credits, created_at, once_key, once_request)
  VALUES ($1, $2, $3, $4, 'queued', 0, 1, $5, $6, $7)`;
const NEXT = `${SELECT}
  WHERE state IN ('queued', 'running') AND (order_charge IS NOT NULL OR created_at < $2)
  ORDER BY state = 'queued', account COLLATE "C" <= $1 COLLATE "C", account COLLATE "C", created_at, id COLLATE "C" LIMIT 1`;
const ADVANCE = `UPDATE state.exports SET state = 'running', rows_done = $3, token = $2
  WHERE id = $1 AND token <= $2 AND state IN ('queued', 'running')`;
const COMPLETE = `UPDATE state.exports SET state = 'unpaid', rows = $3, rows_done = $3, credits = $4, parts = $5,
    manifest = $6, finished_at = $7, charge_at = $7, token = $2
  WHERE id = $1 AND token <= $2 AND state IN ('queued', 'running')`;
const FAIL = `UPDATE state.exports SET state = 'failed', error = $3, finished_at = $4, token = $2
  WHERE id = $1 AND token <= $2 AND state IN ('queued', 'running')`;
const REPEAT = `UPDATE state.exports SET charge_at = created_at WHERE id = $1 AND state = 'queued'`;
const WITHDRAW = `DELETE FROM state.exports WHERE account = $1 AND id = $2 AND state = 'queued' AND charge_at IS NULL`;
/** One transaction at a time counts the exports of an account. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('state.exports ' || $1, 0))`;

/** See `Exports`. Each write of an owner has the token of its lease: smaller ones are refused. */
export function exportTable(pool: Pool): Exports {
  const changed = async (sql: string, values: readonly unknown[]) =>
    (await pool.write(({ change }) => change(sql, values))) === 1;
  const list = async (sql: string, values: readonly unknown[] = []) =>
    (await pool.read(({ rows }) => rows<Row>(sql, values))).map(toJob);
  return {
    create: (job, max) => pool.write((queries) => create(queries, job, max)),
    find: async (accountId, id) =>
      (await list(`${SELECT} WHERE id = $1 AND account = $2`, [id, accountId]))[0],
    list: (accountId) =>
      list(`${SELECT} WHERE account = $1 ORDER BY created_at DESC, id COLLATE "C"`, [accountId]),
    withdraw: (accountId, id) => changed(WITHDRAW, [accountId, id]),
    remove: (accountId, id) =>
      changed('DELETE FROM state.exports WHERE account = $1 AND id = $2', [accountId, id]),
    next: async (account, unpaidBefore) => (await list(NEXT, [account, unpaidBefore]))[0],
    noteOrder: async (id, chargeId) =>
      void (await changed(
        `UPDATE state.exports SET order_charge = coalesce(nullif(order_charge, 'null'), $2) WHERE id = $1`,
        [id, JSON.stringify(chargeId)],
      )),
    noteRows: (id, token, rowsDone) => changed(ADVANCE, [id, token, rowsDone]),
    finish: (id, token, end) => {
      if (end.state === 'failed') return changed(FAIL, [id, token, end.error, end.at]);
      const texts = [JSON.stringify(end.parts), JSON.stringify(end.manifest)];
      return changed(COMPLETE, [id, token, end.rows, end.credits, ...texts, end.at]);
    },
    noteChargeAt: async (id, at) =>
      void (await changed(`UPDATE state.exports SET charge_at = $1 WHERE id = $2 AND state = 'unpaid'`, [
        at,
        id,
      ])),
    setDone: async (id) =>
      void (await changed(
        `UPDATE state.exports SET state = 'done', charge_at = NULL WHERE id = $1 AND state = 'unpaid'`,
        [id],
      )),
    endedBefore: (at) => list(`${SELECT} WHERE finished_at < $1`, [at]),
    ids: async () =>
      (await pool.read(({ rows }) => rows<{ id: string }>('SELECT id FROM state.exports'))).map(
        ({ id }) => id,
      ),
  };
}

async function create(
  { rows, change }: Queries,
  { once, ...job }: NewExportJob,
  max: number,
): Promise<ExportJob> {
  await rows(LOCK, [job.accountId]);
  const byId = () => one(rows<Row>(`${SELECT} WHERE id = $1`, [job.id]));
  const existing = once
    ? await one(rows<Row & { onceRequest: string }>(BY_KEY, [job.accountId, once.key]))
    : undefined;
  if (existing && once?.request !== existing.onceRequest)
    throw new KeyReusedError('This Idempotency-Key was used for another request.');
  if (existing) {
    const { onceRequest: _, ...row } = existing;
    await change(REPEAT, [row.id]);
    return toJob(row);
  }
  const counted = await one(rows<{ open: number }>(OPEN, [job.accountId]));
  if ((counted?.open ?? 0) >= max) {
    throw new ConflictError(
      `This account has ${max} exports that are queued, running or unpaid; delete one, or wait until it is complete.`,
    );
  }
  const { id, accountId, keyId, order, createdAt } = job;
  await change(INSERT, [id, accountId, keyId, order, createdAt, once?.key ?? null, once?.request ?? null]);
  const made = await byId();
  if (!made) throw new Error(`The export ${id} was inserted but is missing.`);
  return toJob(made);
}

function toJob({ orderCharge, parts, manifest, ...row }: Row): ExportJob {
  return {
    ...row,
    isOrderPaid: orderCharge !== null,
    orderCharge: JSON.parse(orderCharge ?? 'null') as ChargeId | null,
    parts: JSON.parse(parts) as ExportJob['parts'],
    manifest: manifest === null ? null : (JSON.parse(manifest) as NonNullable<ExportJob['manifest']>),
  };
}
