import { one, type Pool } from '../connection/pool.js';
import { HELD, type Lease } from './leases.js';

/** All nodes switch at the same time, by the server's clock, this long after a publication was made or pinned. */
const ACTIVATE_AFTER = `clock_timestamp() + interval '2 s'`;

/** Versions of the data that nodes serve. The publisher defines the manifest, except its `version`, which is assigned here. */
export interface Publications<Manifest extends { readonly version: number }> {
  /** The version that nodes must serve, and when; `undefined` if nothing was published. */
  wanted(): Promise<Wanted | undefined>;
  /** Publications after `version` and up to `upTo`, inclusive, oldest first. */
  after(version: number, upTo: number): Promise<readonly Manifest[]>;
  /** Oldest first. */
  list(): Promise<readonly Published[]>;
  /** Returns `fenced` and writes nothing if the lease is lost. */
  insert(made: Omit<Manifest, 'version'>, lease: Pick<Lease, 'name' | 'token'>): Promise<number | 'fenced'>;
  /** Makes nodes serve this version until `unpin`. Returns false if there is no such version. */
  pin(version: number): Promise<boolean>;
  /** Makes nodes serve the newest version. Returns false if none was pinned. */
  unpin(): Promise<boolean>;
  /** Deletes these, except the newest and any that nodes must serve; returns the deleted ones. */
  forget(versions: readonly number[]): Promise<readonly number[]>;
  /** Deletes those before `version`, except any that nodes must serve; returns their number. */
  forgetBefore(version: number): Promise<number>;
}

interface Wanted {
  readonly version: number;
  /** 0: immediately. */
  readonly activateInMs: number;
  readonly pinned: boolean;
}

interface Published {
  readonly version: number;
  /** Milliseconds since 1970, by the server's clock. */
  readonly publishedAt: number;
  readonly pinned: boolean;
}

const INSERT = `INSERT INTO cluster.publications (version, manifest, activate_at)
  SELECT coalesce(max(version), 0) + 1, $1::jsonb, ${ACTIVATE_AFTER} FROM cluster.publications RETURNING version`;
const WANTED = `SELECT version, pinned, greatest(0, extract(epoch FROM activate_at - clock_timestamp()) * 1000)::float8 AS ms
  FROM (
    SELECT version, activate_at, true AS pinned, 0 AS place FROM cluster.pinned
    UNION ALL (SELECT version, activate_at, false, 1 FROM cluster.publications ORDER BY version DESC LIMIT 1)
  ) AS candidates ORDER BY place LIMIT 1`;
const AFTER = `SELECT version, manifest FROM cluster.publications WHERE version > $1 AND version <= $2 ORDER BY version`;
const LIST = `SELECT p.version, (extract(epoch FROM p.published_at) * 1000)::bigint AS "publishedAt",
    x.version IS NOT NULL AS pinned
  FROM cluster.publications p LEFT JOIN cluster.pinned x USING (version) ORDER BY p.version`;
const PIN = `INSERT INTO cluster.pinned SELECT true, version, ${ACTIVATE_AFTER} FROM cluster.publications WHERE version = $1
  ON CONFLICT (one) DO UPDATE SET version = excluded.version, activate_at = excluded.activate_at`;
/** The activation time of the newest version is in the past, so nodes switch immediately. */
const UNPIN = 'DELETE FROM cluster.pinned';
const FORGET = `DELETE FROM cluster.publications WHERE version < $1
  AND version < (SELECT max(version) FROM cluster.publications)
  AND version NOT IN (SELECT version FROM cluster.pinned)`;

const FORGET_THESE = `DELETE FROM cluster.publications WHERE version = ANY ($1::bigint[])
  AND version < (SELECT max(version) FROM cluster.publications)
  AND version NOT IN (SELECT version FROM cluster.pinned) RETURNING version`;

/** Lists and stores publications. An insertion locks its lease until the row is committed. */
export function openPublications<Manifest extends { readonly version: number }>(
  pool: Pool,
): Publications<Manifest> {
  return {
    wanted: async () => {
      const row = await pool.read(({ rows }) =>
        one(rows<{ version: number; pinned: boolean; ms: number }>(WANTED)),
      );
      return row && { version: row.version, activateInMs: Math.ceil(row.ms), pinned: row.pinned };
    },
    after: async (version, upTo) => {
      const found = await pool.read(({ rows }) =>
        rows<{ version: number; manifest: Omit<Manifest, 'version'> }>(AFTER, [version, upTo]),
      );
      return found.map((row) => ({ ...row.manifest, version: row.version }) as Manifest);
    },
    list: () => pool.read(({ rows }) => rows<Published>(LIST)),
    insert: (made, { name, token }) =>
      pool.write(async ({ rows }) => {
        const [held] = await rows<{ held: number }>(HELD, [name, token]);
        if (!held) return 'fenced';
        const [row] = await rows<{ version: number }>(INSERT, [JSON.stringify(made)]);
        if (!row) throw new Error('The inserted publication has no version.');
        return row.version;
      }),
    pin: async (version) => (await pool.write(({ change }) => change(PIN, [version]))) === 1,
    unpin: async () => (await pool.write(({ change }) => change(UNPIN))) === 1,
    forget: async (versions) => {
      const forgotten = await pool.write(({ rows }) => rows<{ version: number }>(FORGET_THESE, [versions]));
      return forgotten.map(({ version }) => version).sort((one, other) => one - other);
    },
    forgetBefore: (version) => pool.write(({ change }) => change(FORGET, [version])),
  };
}
