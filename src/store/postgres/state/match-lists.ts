import {
  ConflictError,
  type ListMember,
  type ListSummary,
  type MatchList,
  type MatchLists,
  tooManyLists,
} from '../../store.js';
import { one, type Pool } from '../connection/pool.js';

const SUMMARY = 'id, owner, name, created_at AS "createdAt", ends_at AS "endsAt", counts';
const LOCK_OWNER = `SELECT pg_advisory_xact_lock(hashtextextended('state.match_lists ' || $1, 0))`;
const INSERT = `INSERT INTO state.match_lists (id, owner, name, created_at, ends_at, counts, content)
  VALUES ($1, $2, $3, $4, $5, $6, $7)
  ON CONFLICT (id) DO NOTHING`;
const UPDATE = 'UPDATE state.match_lists SET counts = $2, content = $3 WHERE id = $1 AND content = $4';
const REMOVE_EXPIRED = 'DELETE FROM state.match_lists WHERE ends_at <= $1';
const COUNT_OTHERS = 'SELECT count(*) AS count FROM state.match_lists WHERE owner = $1 AND id <> $2';
const REMOVE_OLDEST = `DELETE FROM state.match_lists WHERE id IN (
    SELECT id FROM state.match_lists WHERE owner = $1 AND id <> $2 ORDER BY created_at DESC, id COLLATE "C" OFFSET $3)`;
const REMOVE_RECORDS = 'DELETE FROM state.match_list_records WHERE list = $1 AND entity <> ALL ($2::text[])';
const ADD_RECORDS = `INSERT INTO state.match_list_records (list, entity) SELECT $1, unnest($2::text[])
  ON CONFLICT DO NOTHING`;
const FIND = `SELECT ${SUMMARY}, content,
    ARRAY(SELECT entity FROM state.match_list_records WHERE list = l.id ORDER BY entity COLLATE "C") AS records
  FROM state.match_lists l WHERE id = $1`;
const OF_OWNER = `SELECT ${SUMMARY} FROM state.match_lists
  WHERE owner = $1 AND ends_at > $2 ORDER BY created_at DESC, id COLLATE "C"`;
const MEMBERS = `SELECT list, entity FROM state.match_list_records
  WHERE entity = ANY ($2::text[]) AND list = ANY ($1::text[])`;
const REMOVE = 'DELETE FROM state.match_lists WHERE id = $1';
const REMOVE_WATCHES = `DELETE FROM state.watches WHERE filter::json ->> 'list' = $1`;

/** See `MatchLists`. */
export function matchListTable(pool: Pool): MatchLists {
  const remove = (id: string) =>
    pool.write(async ({ change }) => {
      await change(REMOVE_WATCHES, [id]);
      return (await change(REMOVE, [id])) === 1;
    });
  return {
    put: ({ id, owner, name, createdAt, endsAt, counts, records, content }, max, at) =>
      pool.write(async ({ change, rows }) => {
        await rows(LOCK_OWNER, [owner]);
        await change(REMOVE_EXPIRED, [at]);
        const others =
          owner === '' ? undefined : await one(rows<{ count: number }>(COUNT_OTHERS, [owner, id]));
        if (others && others.count >= max) throw new ConflictError(tooManyLists(max));
        const row = [id, owner, name, createdAt, endsAt, counts, Buffer.from(content)];
        if ((await change(INSERT, row)) === 0) return;
        await change(ADD_RECORDS, [id, records]);
        if (owner === '') await change(REMOVE_OLDEST, [owner, id, max - 1]);
      }),
    replace: ({ id, counts, content, records }, previous) =>
      pool.write(async ({ change }) => {
        const row = [id, counts, Buffer.from(content), Buffer.from(previous)];
        if ((await change(UPDATE, row)) === 0) return false;
        await change(REMOVE_RECORDS, [id, records]);
        await change(ADD_RECORDS, [id, records]);
        return true;
      }),
    find: async (id, at) => {
      const list = await pool.read(({ rows }) => one(rows<MatchList>(FIND, [id])));
      if (!list || list.endsAt > at) return list;
      await remove(id);
      return undefined;
    },
    ofOwner: (owner, at) => pool.read(({ rows }) => rows<ListSummary>(OF_OWNER, [owner, at])),
    membersAmong: (lists, entities) => pool.read(({ rows }) => rows<ListMember>(MEMBERS, [lists, entities])),
    remove,
  };
}
