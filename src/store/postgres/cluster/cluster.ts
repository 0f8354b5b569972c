import type { PostgresOptions } from '../connection/address.js';
import { Primary } from '../connection/connect.js';
import { type Listener, Pool } from '../connection/pool.js';
import { migrate, type SchemaMode } from '../schema/migrate.js';
import { type Leases, openLeases } from './leases.js';
import { openPublications, type Publications } from './publications.js';

/** Everything that the machines of a cluster share, except money. */
export interface Cluster<Manifest extends { readonly version: number }> {
  readonly leases: Leases;
  readonly publications: Publications<Manifest>;
  readonly nodes: Nodes;
  close(): Promise<void>;
}

const CONNECTIONS = 2;

/** Rejects with `PostgresAwayError` or `SchemaMismatchError`. */
export async function openCluster<Manifest extends { readonly version: number }>(
  options: PostgresOptions,
  { schema, listener }: { readonly schema: SchemaMode; readonly listener?: Listener },
): Promise<Cluster<Manifest>> {
  const pool = new Pool(new Primary(options), { max: CONNECTIONS, ...(listener ? { listener } : {}) });
  try {
    await migrate(pool, schema);
  } catch (error) {
    await pool.close();
    throw error;
  }
  return {
    leases: openLeases(pool),
    publications: openPublications<Manifest>(pool),
    nodes: openNodes(pool),
    close: () => pool.close(),
  };
}

/** The nodes of a cluster, as they report themselves. Nodes not seen for seven days are deleted: see `openWindows`. */
interface Nodes {
  /**
   * `version`: the publication that the node serves; null: it has data of its own, or none. `root`: hash of its copy at the
   * last check; null: not yet computed.
   */
  report(name: string, version: number | null, root?: string | null): Promise<void>;
  list(): Promise<readonly NodeRow[]>;
  /** Number of nodes that reported in the last 10 seconds; at least 1. */
  countLive(): Promise<number>;
  /** Removes a node that has not reported for 10 seconds. Returns false if there is none of this name, or it is running. */
  forget(name: string): Promise<boolean>;
}

interface NodeRow {
  readonly name: string;
  readonly version: number | null;
  readonly root: string | null;
  /** Milliseconds since its last report. */
  readonly seenMsAgo: number;
}

const REPORT = `INSERT INTO cluster.nodes (name, version, root, seen_at) VALUES ($1, $2, $3, clock_timestamp())
  ON CONFLICT (name) DO UPDATE SET version = excluded.version, root = excluded.root, seen_at = excluded.seen_at`;
const LIST = `SELECT name, version, root, greatest(0, extract(epoch FROM clock_timestamp() - seen_at) * 1000)::bigint AS "seenMsAgo"
  FROM cluster.nodes ORDER BY name`;
const FORGET = `DELETE FROM cluster.nodes WHERE name = $1 AND seen_at <= clock_timestamp() - interval '10 s'`;
const LIVE = `SELECT greatest(1, count(*)) AS live FROM cluster.nodes
  WHERE seen_at > clock_timestamp() - interval '10 s'`;

function openNodes(pool: Pool): Nodes {
  return {
    report: async (name, version, root = null) =>
      void (await pool.write(({ change }) => change(REPORT, [name, version, root]))),
    list: () => pool.read(({ rows }) => rows<NodeRow>(LIST)),
    forget: async (name) => (await pool.write(({ change }) => change(FORGET, [name]))) === 1,
    countLive: async () => (await pool.read(({ rows }) => rows<{ live: number }>(LIVE)))[0]?.live ?? 1,
  };
}
