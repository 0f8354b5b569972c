import { type Act, type DoneRow, done, expiredBefore, firstResult } from '../../ledger-rules/acts.js';
import type { Actor, AuditRow } from '../../store.js';
import type { Queries } from '../connection/pool.js';

const INSERT =
  'INSERT INTO ledger.audit_log (at, key_id, action, target, person) VALUES ($1, $2, $3, $4, $5)';
const LIST = `SELECT id, at, key_id AS "keyId", action, target, person FROM ledger.audit_log ORDER BY id DESC LIMIT $1`;
const DONE =
  'SELECT action, request, result FROM ledger.done_once WHERE key_id = $1 AND key = $2 AND created_at > $3';
const REMEMBER = 'INSERT INTO ledger.done_once VALUES ($1, $2, $3, $4, $5, $6)';
const FORGET = 'DELETE FROM ledger.done_once WHERE created_at <= $1';
/** If two nodes do the same action at once, one waits and finds the other's result. */
const LOCK = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))';

async function findDone({ rows }: Queries, by: Actor, action: string): Promise<DoneRow | undefined> {
  const { keyId, at, once } = by;
  if (!once) return undefined;
  return firstResult(await rows<DoneRow>(DONE, [keyId, once.key, expiredBefore(at)]), by, action);
}

/**
 * Runs `work`, and writes an audit row in the same transaction if there is an actor and the result is not false. Under an
 * idempotency key an action is done once in 24 hours; a repetition returns the first result. Rejects with `KeyReusedError`.
 */
async function act<Result>(
  queries: Queries,
  by: Actor | undefined,
  { action, target }: Act<Result>,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!by) return await work();
  const { keyId, at, once } = by;
  if (once) await queries.rows(LOCK, [`${keyId} ${once.key}`]);
  const before = await findDone(queries, by, action);
  if (before) return JSON.parse(before.result) as Result;
  const result = await work();
  if (result === false) return result;
  await queries.change(INSERT, [at, keyId, action, target(result), by.person ?? null]);
  if (!once) return result;
  await queries.change(FORGET, [expiredBefore(at)]);
  await queries.change(REMEMBER, [keyId, once.key, action, once.request, JSON.stringify(result), at]);
  return result;
}

/** Functions within a transaction. */
export const AUDIT = {
  act,
  /** Returns false and writes nothing if it was written before under the actor's idempotency key. */
  add: async (queries: Queries, action: string, target: string, by: Actor): Promise<boolean> => {
    let isFirst = false;
    await act(queries, by, done(action, target), async () => {
      isFirst = true;
      return true;
    });
    return isFirst;
  },
  list: ({ rows }: Queries, max: number) => rows<AuditRow>(LIST, [max]),
  wasDone: async (queries: Queries, by: Actor, action: string): Promise<boolean> =>
    (await findDone(queries, by, action)) !== undefined,
};
