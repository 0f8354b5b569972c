import { IDEMPOTENCY_LIFE_MS } from '../../../domain/accounts/credits.js';
import { type Actor, type AuditRow, KeyReusedError } from '../../store.js';
import type { Sqlite } from '../file/driver.js';

export interface AuditTable {
  /** False, and nothing is written, if it was written before under the actor's idempotency key. */
  add(action: string, target: string, by: Actor): boolean;
  list(max: number): AuditRow[];
  /**
   * Does the work and, if someone is named and it did something, writes its row in the same transaction. Under an
   * idempotency key it is done once in 24 hours; a repetition gets the first result. Throws `KeyReusedError`.
   */
  around<T>(by: Actor | undefined, action: string, work: () => T, targetOf: (done: T) => string): T;
  /** Whether `around` would give a first result. */
  wasDone(by: Actor, action: string): boolean;
}

interface DoneRow {
  readonly action: string;
  readonly request: string;
  readonly result: string;
}

export function auditTable(database: Sqlite): AuditTable {
  const insert = database.prepare('INSERT INTO audit_log (at, key_id, action, target) VALUES (?, ?, ?, ?)');
  const list = database.prepare<[number], AuditRow>(
    'SELECT id, at, key_id AS keyId, action, target FROM audit_log ORDER BY id DESC LIMIT ?',
  );
  const done = database.prepare<[string, string, number], DoneRow>(
    'SELECT action, request, result FROM done_once WHERE key_id = ? AND key = ? AND created_at > ?',
  );
  const remember = database.prepare('INSERT INTO done_once VALUES (?, ?, ?, ?, ?, ?)');
  const forget = database.prepare('DELETE FROM done_once WHERE created_at <= ?');

  const write = (action: string, target: string, { at, keyId }: Actor) =>
    void insert.run(at, keyId, action, target);
  const findDone = ({ keyId, at, once }: Actor, action: string): DoneRow | undefined => {
    if (!once) return undefined;
    const rows = done.all(keyId, once.key, at - IDEMPOTENCY_LIFE_MS);
    if (rows.some(({ request }) => request !== once.request)) {
      throw new KeyReusedError('This Idempotency-Key was used for another request.');
    }
    return rows.find((row) => row.action === action);
  };
  const around: AuditTable['around'] = (by, action, work, targetOf) => {
    if (!by) return work();
    return database
      .transaction(() => {
        const before = findDone(by, action);
        if (before) return JSON.parse(before.result);
        const result = work();
        if (result === false) return result;
        write(action, targetOf(result), by);
        if (!by.once) return result;
        forget.run(by.at - IDEMPOTENCY_LIFE_MS);
        remember.run(by.keyId, by.once.key, action, by.once.request, JSON.stringify(result), by.at);
        return result;
      })
      .immediate();
  };
  return {
    add: (action, target, by) => {
      if (findDone(by, action)) return false;
      around(
        by,
        action,
        () => true,
        () => target,
      );
      return true;
    },
    list: (max) => list.all(max),
    around,
    wasDone: (by, action) => findDone(by, action) !== undefined,
  };
}
