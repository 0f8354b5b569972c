import {
  ConflictError,
  type ListMember,
  type ListSummary,
  type MatchList,
  tooManyLists,
} from '../../store.js';
import type { Sqlite } from '../file/driver.js';

const SUMMARY = 'id, owner, name, created_at AS createdAt, ends_at AS endsAt, counts';

type ListRow = Omit<MatchList, 'records'>;

/** See `MatchLists`. */
export function matchListTable(database: Sqlite) {
  const insert = database.prepare<Omit<ListRow, 'content'> & { content: Buffer }>(
    `INSERT INTO match_lists (id, owner, name, created_at, ends_at, counts, content)
     VALUES (@id, @owner, @name, @createdAt, @endsAt, @counts, @content)
     ON CONFLICT (id) DO NOTHING`,
  );
  const update = database.prepare<{ id: string; counts: string; content: Buffer; previous: Buffer }>(
    'UPDATE match_lists SET counts = @counts, content = @content WHERE id = @id AND content = @previous',
  );
  const removeExpired = database.prepare<[number]>('DELETE FROM match_lists WHERE ends_at <= ?');
  const countOthers = database
    .prepare<[string, string], number>('SELECT count(*) FROM match_lists WHERE owner = ? AND id <> ?')
    .pluck();
  const removeOldest = database.prepare<{ owner: string; id: string; others: number }>(
    `DELETE FROM match_lists WHERE id IN (
       SELECT id FROM match_lists WHERE owner = @owner AND id <> @id ORDER BY created_at DESC, id LIMIT -1 OFFSET @others
     )`,
  );
  const removeRecords = database.prepare<[string, string]>(
    'DELETE FROM match_list_records WHERE list = ? AND entity NOT IN (SELECT value FROM json_each(?))',
  );
  const addRecords = database.prepare<[string, string]>(
    'INSERT OR IGNORE INTO match_list_records (list, entity) SELECT ?, value FROM json_each(?)',
  );
  const read = database.prepare<[string], ListRow>(
    `SELECT ${SUMMARY}, content FROM match_lists WHERE id = ?`,
  );
  const records = database
    .prepare<[string], string>('SELECT entity FROM match_list_records WHERE list = ? ORDER BY entity')
    .pluck();
  const ofOwner = database.prepare<[string, number], ListSummary>(
    `SELECT ${SUMMARY} FROM match_lists WHERE owner = ? AND ends_at > ? ORDER BY created_at DESC, id`,
  );
  const members = database.prepare<[string, string], ListMember>(
    `SELECT list, entity FROM match_list_records
     WHERE entity IN (SELECT value FROM json_each(?)) AND list IN (SELECT value FROM json_each(?))`,
  );
  const remove = database.prepare<[string]>('DELETE FROM match_lists WHERE id = ?');
  const removeWatches = database.prepare<[string]>(`DELETE FROM watches WHERE filter ->> 'list' = ?`);
  const put = database.transaction(
    ({ records: ids, content, ...list }: MatchList, max: number, at: number) => {
      removeExpired.run(at);
      const { id, owner } = list;
      if (owner !== '' && (countOthers.get(owner, id) ?? 0) >= max)
        throw new ConflictError(tooManyLists(max));
      if (insert.run({ ...list, content: Buffer.from(content) }).changes === 0) return;
      addRecords.run(id, JSON.stringify(ids));
      if (owner === '') removeOldest.run({ owner, id, others: max - 1 });
    },
  );
  const replace = database.transaction(
    ({ id, counts, content, records: ids }: MatchList, previous: Uint8Array): boolean => {
      const values = { id, counts, content: Buffer.from(content), previous: Buffer.from(previous) };
      if (update.run(values).changes === 0) return false;
      const entities = JSON.stringify(ids);
      removeRecords.run(id, entities);
      addRecords.run(id, entities);
      return true;
    },
  );
  const removeOne = database.transaction((id: string): boolean => {
    removeWatches.run(id);
    return remove.run(id).changes === 1;
  });
  const find = (id: string, at: number): MatchList | undefined => {
    const list = read.get(id);
    if (list && list.endsAt <= at) removeOne.immediate(id);
    return list && list.endsAt > at ? { ...list, records: records.all(id) } : undefined;
  };
  return {
    put: (list: MatchList, max: number, at: number): void => put.immediate(list, max, at),
    replace: (list: MatchList, previous: Uint8Array): boolean => replace.immediate(list, previous),
    find,
    ofOwner: (owner: string, at: number): readonly ListSummary[] => ofOwner.all(owner, at),
    membersAmong: (lists: readonly string[], entities: readonly string[]): readonly ListMember[] =>
      members.all(JSON.stringify(entities), JSON.stringify(lists)),
    remove: (id: string): boolean => removeOne.immediate(id),
  };
}
