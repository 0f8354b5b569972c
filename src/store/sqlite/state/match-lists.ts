import type { MatchList } from '../../store.js';
import type { Sqlite } from '../file/driver.js';

/** See `MatchLists`. */
export function matchListTable(database: Sqlite) {
  const replace = database.prepare<MatchList>(
    `INSERT INTO match_lists (id, owner, created_at, ends_at, content) VALUES (@id, @owner, @createdAt, @endsAt, @content)
     ON CONFLICT (id) DO UPDATE SET content = excluded.content`,
  );
  const removeExpired = database.prepare<[number]>('DELETE FROM match_lists WHERE ends_at <= ?');
  const removeOldest = database.prepare<{ owner: string; id: string; others: number }>(
    `DELETE FROM match_lists WHERE id IN (
       SELECT id FROM match_lists WHERE owner = @owner AND id <> @id ORDER BY created_at DESC, id LIMIT -1 OFFSET @others
     )`,
  );
  const read = database.prepare<[string], MatchList>(
    'SELECT id, owner, created_at AS createdAt, ends_at AS endsAt, content FROM match_lists WHERE id = ?',
  );
  const remove = database.prepare<[string]>('DELETE FROM match_lists WHERE id = ?');
  const put = database.transaction((list: MatchList, max: number, at: number) => {
    removeExpired.run(at);
    replace.run({ ...list, content: Buffer.from(list.content) });
    removeOldest.run({ owner: list.owner, id: list.id, others: max - 1 });
  });
  const find = (id: string, at: number): MatchList | undefined => {
    const list = read.get(id);
    if (!list || list.endsAt > at) return list;
    remove.run(id);
    return undefined;
  };
  return {
    put: (list: MatchList, max: number, at: number): void => put.immediate(list, max, at),
    find,
    remove: (id: string): boolean => remove.run(id).changes === 1,
  };
}
