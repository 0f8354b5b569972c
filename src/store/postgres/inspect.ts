import type { PostgresOptions } from './connection/address.js';
import { Primary } from './connection/connect.js';
import { one, Pool } from './connection/pool.js';

/** Configuration and condition of the primary. */
export interface PostgresState {
  readonly version: string;
  /** `synchronous_standby_names`. */
  readonly synchronous: string;
  /** Names of the connected standbys; null if this user may not see them. */
  readonly following: readonly string[] | null;
  /** Difference between its clock and this machine's, in milliseconds; positive if it is ahead. */
  readonly clockAheadMs: number;
  /** Round-trip time in milliseconds. */
  readonly roundTripMs: number;
}

const STATE = `SELECT current_setting('server_version') AS version,
  current_setting('synchronous_standby_names') AS synchronous,
  (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`;
const FOLLOWING = `SELECT application_name AS name, state FROM pg_stat_replication ORDER BY 1`;

/** Rejects with `PostgresAwayError`. */
export async function inspectPostgres(postgres: PostgresOptions): Promise<PostgresState> {
  const pool = new Pool(new Primary(postgres), { max: 1 });
  try {
    return await pool.read(async ({ rows }) => {
      await rows('SELECT 1 AS ready');
      const [began, machine] = [performance.now(), Date.now()];
      const state = await one(rows<{ version: string; synchronous: string; now: number }>(STATE));
      const roundTripMs = performance.now() - began;
      const seen = await rows<{ name: string; state: string | null }>(FOLLOWING);
      const isHidden = seen.length > 0 && seen.every((row) => row.state === null);
      if (!state) throw new Error('The server did not report its settings.');
      return {
        version: state.version,
        synchronous: state.synchronous,
        following: isHidden ? null : seen.flatMap((row) => (row.state === 'streaming' ? [row.name] : [])),
        clockAheadMs: Math.round(state.now - machine - roundTripMs / 2),
        roundTripMs: Math.round(roundTripMs * 10) / 10,
      };
    });
  } finally {
    await pool.close();
  }
}
