import type { Session } from '../../store.js';
import type { Sqlite } from '../driver.js';

/** See `Sessions`. */
export function sessionTable(database: Sqlite) {
  const insert = database.prepare<Session>(
    'INSERT INTO sessions (hash, key_hash, begun_at, ends_at) VALUES (@hash, @keyHash, @begunAt, @endsAt)',
  );
  const forget = database.prepare<[number]>('DELETE FROM sessions WHERE ends_at <= ?');
  const forgetOldest = database.prepare<Session & { others: number }>(
    `DELETE FROM sessions WHERE hash IN (
       SELECT hash FROM sessions WHERE key_hash = @keyHash AND hash <> @hash
       ORDER BY begun_at DESC, hash LIMIT -1 OFFSET @others
     )`,
  );
  const read = database.prepare<[string], Session>(
    'SELECT hash, key_hash AS keyHash, begun_at AS begunAt, ends_at AS endsAt FROM sessions WHERE hash = ?',
  );
  const remove = database.prepare<[string]>('DELETE FROM sessions WHERE hash = ?');
  const begin = database.transaction((session: Session, most: number) => {
    forget.run(session.begunAt);
    insert.run(session);
    forgetOldest.run({ ...session, others: most - 1 });
  });
  const find = (hash: string, at: number): Session | undefined => {
    const session = read.get(hash);
    if (!session || session.endsAt > at) return session;
    remove.run(hash);
    return undefined;
  };
  return {
    begin: (session: Session, most: number): void => begin.immediate(session, most),
    find,
    end: (hash: string): boolean => remove.run(hash).changes === 1,
  };
}
