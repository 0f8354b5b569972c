import type { Lease } from '../../store.js';
import type { Sqlite } from '../driver.js';

/** Each function is one statement, so that of two processes one comes first. */
export function leaseTable(database: Sqlite, now: () => number) {
  const take = database
    .prepare<{ name: string; owner: string; at: number; until: number }, number>(
      `INSERT INTO leases (name, owner, token, until) VALUES (@name, @owner, 1, @until)
       ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, token = token + 1, until = excluded.until
       WHERE until <= @at
       RETURNING token`,
    )
    .pluck();
  const setEnd = database.prepare<{ name: string; token: number; at: number; until: number }>(
    'UPDATE leases SET until = @until WHERE name = @name AND token = @token AND until > @at',
  );
  const find = database.prepare<[string, number], Lease>(
    'SELECT name, owner, token, until FROM leases WHERE name = ? AND until > ?',
  );
  const endAt = (name: string, token: number, at: number, until: number) =>
    setEnd.run({ name, token, at, until }).changes === 1;

  return {
    take: (name: string, owner: string, milliseconds: number): number | null => {
      const at = now();
      return take.get({ name, owner, at, until: at + checked(milliseconds) }) ?? null;
    },
    renew: (name: string, token: number, milliseconds: number): boolean => {
      const at = now();
      return endAt(name, token, at, at + checked(milliseconds));
    },
    release: (name: string, token: number): boolean => {
      const at = now();
      return endAt(name, token, at, at);
    },
    find: (name: string): Lease | undefined => find.get(name, now()),
  };
}

function checked(milliseconds: number): number {
  if (Number.isSafeInteger(milliseconds) && milliseconds > 0) return milliseconds;
  throw new RangeError(`A lease lasts a positive number of whole milliseconds, not ${milliseconds}.`);
}
