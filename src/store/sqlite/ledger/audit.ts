import type { Actor, AuditRow } from '../../store.js';
import type { Sqlite } from '../driver.js';

export interface AuditTable {
  add(action: string, target: string, by: Actor): void;
  list(most: number): AuditRow[];
  /** Does the work and, where someone is named and it did something, writes its row in the same transaction. */
  around<T>(by: Actor | undefined, action: string, work: () => T, targetOf: (done: T) => string): T;
}

export function auditTable(database: Sqlite): AuditTable {
  const insert = database.prepare('INSERT INTO audit_log (at, key_id, action, target) VALUES (?, ?, ?, ?)');
  const list = database.prepare<[number], AuditRow>(
    'SELECT id, at, key_id AS keyId, action, target FROM audit_log ORDER BY id DESC LIMIT ?',
  );
  const add = (action: string, target: string, { at, keyId }: Actor) =>
    void insert.run(at, keyId, action, target);
  return {
    add,
    list: (most) => list.all(most),
    around: (by, action, work, targetOf) => {
      if (!by) return work();
      return database
        .transaction(() => {
          const done = work();
          if (done !== false) add(action, targetOf(done), by);
          return done;
        })
        .immediate();
    },
  };
}
