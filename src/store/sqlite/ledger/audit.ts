import { type Act, type DoneRow, done, expiredBefore, firstResult } from '../../ledger-rules/acts.js';
import type { Actor, AuditRow } from '../../store.js';
import type { Sqlite } from '../file/driver.js';

interface AuditTable {
  /** Returns false and writes nothing if it was written before under the actor's idempotency key. */
  add(action: string, target: string, by: Actor): boolean;
  list(max: number): AuditRow[];
  /**
   * Runs `work`, and writes an audit row in the same transaction if there is an actor and the result is not false. Under an
   * idempotency key an action is done once in 24 hours; a repetition returns the first result. Throws `KeyReusedError`.
   */
  act<Result>(by: Actor | undefined, act: Act<Result>, work: () => Result): Result;
  /** Returns whether `act` would return an earlier result. */
  wasDone(by: Actor, action: string): boolean;
}

export function auditTable(database: Sqlite): AuditTable {
  const insert = database.prepare(
    'INSERT INTO audit_log (at, key_id, action, target, person) VALUES (?, ?, ?, ?, ?)',
  );
  const list = database.prepare<[number], AuditRow>(
    'SELECT id, at, key_id AS keyId, action, target, person FROM audit_log ORDER BY id DESC LIMIT ?',
  );
  const doneUnder = database.prepare<[string, string, number], DoneRow>(
    'SELECT action, request, result FROM done_once WHERE key_id = ? AND key = ? AND created_at > ?',
  );
  const remember = database.prepare('INSERT INTO done_once VALUES (?, ?, ?, ?, ?, ?)');
  const forget = database.prepare('DELETE FROM done_once WHERE created_at <= ?');

  const findDone = (by: Actor, action: string): DoneRow | undefined => {
    const { keyId, at, once } = by;
    return once && firstResult(doneUnder.all(keyId, once.key, expiredBefore(at)), by, action);
  };
  const act: AuditTable['act'] = (by, { action, target }, work) => {
    if (!by) return work();
    const { keyId, at, once } = by;
    return database
      .transaction(() => {
        const before = findDone(by, action);
        if (before) return JSON.parse(before.result);
        const result = work();
        if (result === false) return result;
        insert.run(at, keyId, action, target(result), by.person ?? null);
        if (!once) return result;
        forget.run(expiredBefore(at));
        remember.run(keyId, once.key, action, once.request, JSON.stringify(result), at);
        return result;
      })
      .immediate();
  };
  return {
    add: (action, target, by) => {
      let isFirst = false;
      act(by, done(action, target), () => {
        isFirst = true;
        return true;
      });
      return isFirst;
    },
    list: (max) => list.all(max),
    act,
    wasDone: (by, action) => findDone(by, action) !== undefined,
  };
}
