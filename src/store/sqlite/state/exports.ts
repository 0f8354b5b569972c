import {
  type ChargeId,
  ConflictError,
  type ExportEnd,
  type ExportJob,
  KeyReusedError,
  type NewExportJob,
} from '../../store.js';
import type { Sqlite } from '../file/driver.js';

interface Row extends Omit<ExportJob, 'parts' | 'manifest' | 'isOrderPaid' | 'orderCharge'> {
  readonly orderCharge: string | null;
  readonly parts: string;
  readonly manifest: string | null;
}

const COLUMNS = `id, account AS accountId, key_id AS keyId, asked AS "order", state, rows, rows_done AS rowsDone, credits,
  created_at AS createdAt, finished_at AS finishedAt, order_charge AS orderCharge, charge_at AS chargeAt, error, parts, manifest`;

/** Exports and their progress. Each write of an owner has the token of its lease: smaller ones are refused. */
export function exportTable(database: Sqlite) {
  const byId = database.prepare<[string], Row>(`SELECT ${COLUMNS} FROM exports WHERE id = ?`);
  const byKey = database.prepare<[string, string], Row & { onceRequest: string }>(
    `SELECT ${COLUMNS}, once_request AS onceRequest FROM exports WHERE account = ? AND once_key = ?`,
  );
  const open = database
    .prepare<[string], number>(
      `SELECT count(*) FROM exports WHERE account = ? AND state IN ('queued', 'running', 'unpaid')`,
    )
    .pluck();
  const insert = database.prepare(
    `INSERT INTO exports (id, account, key_id, asked, state, rows, credits, created_at, once_key, once_request)
     VALUES (@id, @accountId, @keyId, @order, 'queued', 0, 1, @createdAt, @onceKey, @onceRequest)`,
  );
  const ofAccount = database.prepare<[string], Row>(
    `SELECT ${COLUMNS} FROM exports WHERE account = ? ORDER BY created_at DESC, id`,
  );
  const repeat = database.prepare<[string]>(
    `UPDATE exports SET charge_at = created_at WHERE id = ? AND state = 'queued'`,
  );
  const withdraw = database.prepare(
    `DELETE FROM exports WHERE account = ? AND id = ? AND state = 'queued' AND charge_at IS NULL`,
  );
  const drop = database.prepare('DELETE FROM exports WHERE account = ? AND id = ?');
  const next = database.prepare<{ account: string; unpaidBefore: number }, Row>(
    `SELECT ${COLUMNS} FROM exports
     WHERE state IN ('queued', 'running') AND (order_charge IS NOT NULL OR created_at < @unpaidBefore)
     ORDER BY state = 'queued', account <= @account, account, created_at, id LIMIT 1`,
  );
  const setOrder = database.prepare<[string, string]>(
    `UPDATE exports SET order_charge = coalesce(nullif(order_charge, 'null'), ?) WHERE id = ?`,
  );
  const advance = database.prepare(
    `UPDATE exports SET state = 'running', rows_done = @rowsDone, token = @token
     WHERE id = @id AND token <= @token AND state IN ('queued', 'running')`,
  );
  const complete = database.prepare(
    `UPDATE exports SET state = 'unpaid', rows = @rows, rows_done = @rows, credits = @credits, parts = @parts,
       manifest = @manifest, finished_at = @at, charge_at = @at, token = @token
     WHERE id = @id AND token <= @token AND state IN ('queued', 'running')`,
  );
  const fail = database.prepare(
    `UPDATE exports SET state = 'failed', error = @error, finished_at = @at, token = @token
     WHERE id = @id AND token <= @token AND state IN ('queued', 'running')`,
  );
  const setCharge = database.prepare(`UPDATE exports SET charge_at = ? WHERE id = ? AND state = 'unpaid'`);
  const pay = database.prepare(
    `UPDATE exports SET state = 'done', charge_at = NULL WHERE id = ? AND state = 'unpaid'`,
  );
  const ended = database.prepare<[number], Row>(`SELECT ${COLUMNS} FROM exports WHERE finished_at < ?`);
  const all = database.prepare<[], string>('SELECT id FROM exports').pluck();

  const create = database.transaction(({ once, ...job }: NewExportJob, max: number): ExportJob => {
    const existing = once && byKey.get(job.accountId, once.key);
    if (existing && once.request !== existing.onceRequest) {
      throw new KeyReusedError('This Idempotency-Key was used for another request.');
    }
    if (existing) {
      repeat.run(existing.id);
      return toJob(existing);
    }
    if ((open.get(job.accountId) ?? 0) >= max) {
      throw new ConflictError(
        `This account has ${max} exports that are queued, running or unpaid; delete one, or wait until it is complete.`,
      );
    }
    insert.run({ ...job, onceKey: once?.key ?? null, onceRequest: once?.request ?? null });
    return toJob(byId.get(job.id) as Row);
  });

  return {
    create: (job: NewExportJob, max: number): ExportJob => create.immediate(job, max),
    find: (accountId: string, id: string): ExportJob | undefined => {
      const row = byId.get(id);
      return row?.accountId === accountId ? toJob(row) : undefined;
    },
    list: (accountId: string): readonly ExportJob[] => ofAccount.all(accountId).map(toJob),
    withdraw: (accountId: string, id: string): boolean => withdraw.run(accountId, id).changes === 1,
    remove: (accountId: string, id: string): boolean => drop.run(accountId, id).changes === 1,
    next: (account: string, unpaidBefore: number): ExportJob | undefined => {
      const row = next.get({ account, unpaidBefore });
      return row && toJob(row);
    },
    noteOrder: (id: string, chargeId: ChargeId | null): void =>
      void setOrder.run(JSON.stringify(chargeId), id),
    noteRows: (id: string, token: number, rowsDone: number): boolean =>
      advance.run({ id, token, rowsDone }).changes === 1,
    finish: (id: string, token: number, end: ExportEnd): boolean => {
      if (end.state === 'failed') return fail.run({ id, token, error: end.error, at: end.at }).changes === 1;
      const texts = { parts: JSON.stringify(end.parts), manifest: JSON.stringify(end.manifest) };
      return complete.run({ id, token, ...end, ...texts }).changes === 1;
    },
    noteChargeAt: (id: string, at: number | null): void => void setCharge.run(at, id),
    setDone: (id: string): void => void pay.run(id),
    endedBefore: (at: number): readonly ExportJob[] => ended.all(at).map(toJob),
    ids: (): readonly string[] => all.all(),
  };
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
