import type { Pool } from '../pool.js';

/** The nodes of a cluster, as they report themselves. Those that were silent for seven days are forgotten: see `openWindows`. */
export interface Nodes {
  /**
   * `version`: the publication that it serves; null: it has data of its own, or none. `root`: hash of the copy, as the node read it
   * last; null: not read yet.
   */
  report(name: string, version: number | null, root?: string | null): Promise<void>;
  list(): Promise<readonly NodeRow[]>;
  /** How many reported themselves inside of the last 10 seconds; at least 1. */
  countLive(): Promise<number>;
  /** Removes a node that has not reported itself for 10 seconds. False: there is none of this name, or it is running. */
  forget(name: string): Promise<boolean>;
}

export interface NodeRow {
  readonly name: string;
  readonly version: number | null;
  readonly root: string | null;
  /** Milliseconds since it reported itself. */
  readonly seenMsAgo: number;
}

const REPORT = `INSERT INTO cluster.nodes (name, version, root, seen_at) VALUES ($1, $2, $3, clock_timestamp())
  ON CONFLICT (name) DO UPDATE SET version = excluded.version, root = excluded.root, seen_at = excluded.seen_at`;
const LIST = `SELECT name, version, root, greatest(0, extract(epoch FROM clock_timestamp() - seen_at) * 1000)::bigint AS "seenMsAgo"
  FROM cluster.nodes ORDER BY name`;
const FORGET = `DELETE FROM cluster.nodes WHERE name = $1 AND seen_at <= clock_timestamp() - interval '10 s'`;
const LIVE = `SELECT greatest(1, count(*)) AS live FROM cluster.nodes
  WHERE seen_at > clock_timestamp() - interval '10 s'`;

export function openNodes(pool: Pool): Nodes {
  return {
    report: async (name, version, root = null) =>
      void (await pool.write(({ change }) => change(REPORT, [name, version, root]))),
    list: () => pool.read(({ rows }) => rows<NodeRow>(LIST)),
    forget: async (name) => (await pool.write(({ change }) => change(FORGET, [name]))) === 1,
    countLive: async () => (await pool.read(({ rows }) => rows<{ live: number }>(LIVE)))[0]?.live ?? 1,
  };
}
