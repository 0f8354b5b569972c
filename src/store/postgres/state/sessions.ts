import type { Session, Sessions } from '../../store.js';
import { one, type Pool } from '../pool.js';

const INSERT = 'INSERT INTO state.sessions (hash, key_hash, begun_at, ends_at) VALUES ($1, $2, $3, $4)';
const FORGET = 'DELETE FROM state.sessions WHERE ends_at <= $1';
const FORGET_OLDEST = `DELETE FROM state.sessions WHERE hash IN (
    SELECT hash FROM state.sessions WHERE key_hash = $1 AND hash <> $2
    ORDER BY begun_at DESC, hash COLLATE "C" OFFSET $3)`;
const FIND = `SELECT hash, key_hash AS "keyHash", begun_at AS "begunAt", ends_at AS "endsAt"
  FROM state.sessions WHERE hash = $1`;
const END = 'DELETE FROM state.sessions WHERE hash = $1';

/** See `Sessions`. */
export function sessionTable(pool: Pool): Sessions {
  const end = async (hash: string) => (await pool.write(({ change }) => change(END, [hash]))) === 1;
  return {
    begin: ({ hash, keyHash, begunAt, endsAt }, most) =>
      pool.write(async ({ change }) => {
        await change(FORGET, [begunAt]);
        await change(INSERT, [hash, keyHash, begunAt, endsAt]);
        await change(FORGET_OLDEST, [keyHash, hash, most - 1]);
      }),
    find: async (hash, at) => {
      const session = await pool.read(({ rows }) => one(rows<Session>(FIND, [hash])));
      if (!session || session.endsAt > at) return session;
      await end(hash);
      return undefined;
    },
    end,
  };
}
