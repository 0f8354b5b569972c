import { one, type Pool } from '../pool.js';

/** Counts of a minute that all nodes share: blocks are taken ahead of need, all or nothing. */
export interface Windows {
  /** `taken` is `want` or 0; `used` is what all nodes hold then, `taken` included. */
  take(name: string, minute: number, want: number, limit: number): Promise<Taken>;
  giveBack(name: string, minute: number, count: number): Promise<void>;
  forgetBefore(minute: number): Promise<void>;
}

export interface Taken {
  readonly taken: number;
  readonly used: number;
}

const TAKE = `INSERT INTO cluster.windows AS w SELECT $1::text, $2::bigint, $3::int WHERE $3::int <= $4::int
  ON CONFLICT (name, minute) DO UPDATE SET used = w.used + $3::int WHERE w.used + $3::int <= $4::int RETURNING used`;
const USED = 'SELECT used FROM cluster.windows WHERE name = $1 AND minute = $2';
const GIVE_BACK = `UPDATE cluster.windows SET used = greatest(0, used - $3::int) WHERE name = $1 AND minute = $2`;
const FORGET = 'DELETE FROM cluster.windows WHERE minute < $1';

export function openWindows(pool: Pool): Windows {
  return {
    take: (name, minute, want, limit) =>
      pool.write(async ({ rows }) => {
        const taken = await one(rows<{ used: number }>(TAKE, [name, minute, want, limit]));
        if (taken) return { taken: want, used: taken.used };
        const held = await one(rows<{ used: number }>(USED, [name, minute]));
        return { taken: 0, used: held?.used ?? 0 };
      }),
    giveBack: async (name, minute, count) =>
      void (await pool.write(({ change }) => change(GIVE_BACK, [name, minute, count]))),
    forgetBefore: async (minute) => void (await pool.write(({ change }) => change(FORGET, [minute]))),
  };
}
