import { IDEMPOTENCY_LIFE_MS } from '../../../domain/accounts/credits.js';
import { type Actor, type AuditRow, KeyReusedError } from '../../store.js';
import type { Queries } from '../connection/pool.js';

const INSERT = 'INSERT INTO ledger.audit_log (at, key_id, action, target) VALUES ($1, $2, $3, $4)';
const LIST = `SELECT id, at, key_id AS "keyId", action, target FROM ledger.audit_log ORDER BY id DESC LIMIT $1`;
const DONE =
  'SELECT action, request, result FROM ledger.done_once WHERE key_id = $1 AND key = $2 AND created_at > $3';
const REMEMBER = 'INSERT INTO ledger.done_once VALUES ($1, $2, $3, $4, $5, $6)';
const FORGET = 'DELETE FROM ledger.done_once WHERE created_at <= $1';
/** If two nodes are asked the same at once, one waits and finds what the other did. */
const LOCK = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';

interface DoneRow {
  readonly action: string;
  readonly request: string;
  readonly result: string;
}

async function findDone(
  { rows }: Queries,
  { keyId, at, once }: Actor,
  action: string,
): Promise<DoneRow | undefined> {
  if (!once) return undefined;
  const done = await rows<DoneRow>(DONE, [keyId, once.key, at - IDEMPOTENCY_LIFE_MS]);
  if (done.some(({ request }) => request !== once.request)) {
    throw new KeyReusedError('This Idempotency-Key was used for another request.');
  }
  return done.find((row) => row.action === action);
}

/**
 * Does the work and, if someone is named and it did something, writes its row in the same transaction. Under an
 * idempotency key it is done once in 24 hours; a repetition gets the first result. Rejects with `KeyReusedError`.
 */
async function around<T>(
  queries: Queries,
  by: Actor | undefined,
  action: string,
  work: () => Promise<T>,
  targetOf: (done: T) => string,
): Promise<{ readonly result: T; readonly isFirst: boolean }> {
  if (!by) return { result: await work(), isFirst: true };
  if (by.once) await queries.rows(LOCK, [`${by.keyId} ${by.once.key}`]);
  const before = await findDone(queries, by, action);
  if (before) return { result: JSON.parse(before.result) as T, isFirst: false };
  const result = await work();
  if (result === false) return { result, isFirst: true };
  await queries.change(INSERT, [by.at, by.keyId, action, targetOf(result)]);
  if (!by.once) return { result, isFirst: true };
  await queries.change(FORGET, [by.at - IDEMPOTENCY_LIFE_MS]);
  const { key, request } = by.once;
  await queries.change(REMEMBER, [by.keyId, key, action, request, JSON.stringify(result), by.at]);
  return { result, isFirst: true };
}

/** Functions of one transaction. */
export const AUDIT = {
  around,
  /** False, and nothing is written, if it was written before under the actor's idempotency key. */
  add: async (queries: Queries, action: string, target: string, by: Actor): Promise<boolean> =>
    (
      await around(
        queries,
        by,
        action,
        async () => true,
        () => target,
      )
    ).isFirst,
  list: ({ rows }: Queries, max: number) => rows<AuditRow>(LIST, [max]),
  wasDone: async (queries: Queries, by: Actor, action: string): Promise<boolean> =>
    (await findDone(queries, by, action)) !== undefined,
};
