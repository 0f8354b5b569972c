import type { MatchList, MatchLists } from '../../store.js';
import { one, type Pool } from '../connection/pool.js';

const REPLACE = `INSERT INTO state.match_lists (id, owner, created_at, ends_at, content) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (id) DO UPDATE SET content = excluded.content`;
const REMOVE_EXPIRED = 'DELETE FROM state.match_lists WHERE ends_at <= $1';
const REMOVE_OLDEST = `DELETE FROM state.match_lists WHERE id IN (
    SELECT id FROM state.match_lists WHERE owner = $1 AND id <> $2 ORDER BY created_at DESC, id COLLATE "C" OFFSET $3)`;
const FIND = `SELECT id, owner, created_at AS "createdAt", ends_at AS "endsAt", content
  FROM state.match_lists WHERE id = $1`;
const REMOVE = 'DELETE FROM state.match_lists WHERE id = $1';

/** See `MatchLists`. */
export function matchListTable(pool: Pool): MatchLists {
  const remove = async (id: string) => (await pool.write(({ change }) => change(REMOVE, [id]))) === 1;
  return {
    put: ({ id, owner, createdAt, endsAt, content }, max, at) =>
      pool.write(async ({ change }) => {
        await change(REMOVE_EXPIRED, [at]);
        await change(REPLACE, [id, owner, createdAt, endsAt, Buffer.from(content)]);
        await change(REMOVE_OLDEST, [owner, id, max - 1]);
      }),
    find: async (id, at) => {
      const list = await pool.read(({ rows }) => one(rows<MatchList>(FIND, [id])));
      if (!list || list.endsAt > at) return list;
      await remove(id);
      return undefined;
    },
    remove,
  };
}
