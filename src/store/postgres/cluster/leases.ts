import type { Lease as HeldLease, Leases as StateLeases } from '../../state/state.js';
import { one, type Pool } from '../connection/pool.js';

/** Leases for work that one node does at a time, such as publishing. */
export interface Leases {
  /**
   * Takes the lease for this time if it is free; else returns its owner and its end (milliseconds since 1970, by the server's
   * clock).
   */
  take(name: string, node: string, milliseconds?: number): Promise<Lease | HeldBy>;
  /** For holders of the token, such as another thread. Returns false if the token no longer has the lease. */
  renew(name: string, token: number, milliseconds: number): Promise<boolean>;
  /** Returns `undefined` if the lease is free. */
  find(name: string): Promise<HeldBy | undefined>;
}

/** A lease whose token is greater than all earlier ones of its name. */
export interface Lease {
  readonly name: string;
  readonly token: number;
  /** Returns false if the lease is lost. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

interface HeldBy {
  readonly heldBy: string;
  readonly until: number;
}

const LEASE_MS = 30_000;

const TAKE = `INSERT INTO cluster.leases AS l VALUES ($1, $2, 1, clock_timestamp() + $3 * interval '1 ms')
  ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, token = l.token + 1, until = excluded.until
  WHERE l.until <= clock_timestamp() RETURNING token`;
const RENEW = `UPDATE cluster.leases SET until = clock_timestamp() + $3 * interval '1 ms'
  WHERE name = $1 AND token = $2 AND until > clock_timestamp()`;
const FIND = `SELECT name, owner, token, (extract(epoch FROM until) * 1000)::bigint AS until
  FROM cluster.leases WHERE name = $1 AND until > clock_timestamp()`;

/** Selects the lease `name` with this token and locks it until the transaction ends. */
export const HELD = `SELECT 1 AS held FROM cluster.leases
  WHERE name = $1 AND token = $2 AND until > clock_timestamp() FOR UPDATE`;

/** Leases by the server's clock; the nodes' clocks are irrelevant. */
export function leaseTable(pool: Pool): StateLeases {
  const end = async (name: string, token: number, milliseconds: number) =>
    (await pool.write(({ change }) => change(RENEW, [name, token, milliseconds]))) === 1;
  return {
    take: async (name, owner, milliseconds) => {
      checked(milliseconds);
      const taken = await pool.write(({ rows }) =>
        one(rows<{ token: number }>(TAKE, [name, owner, milliseconds])),
      );
      return taken?.token ?? null;
    },
    renew: async (name, token, milliseconds) => {
      checked(milliseconds);
      return await end(name, token, milliseconds);
    },
    release: (name, token) => end(name, token, 0),
    find: (name) => pool.read(({ rows }) => one(rows<HeldLease>(FIND, [name]))),
  };
}

/** Leases for work that takes long under one lease. */
export function openLeases(pool: Pool): Leases {
  const table = leaseTable(pool);
  return {
    take: async (name, node, milliseconds = LEASE_MS) => {
      for (;;) {
        const token = await table.take(name, node, milliseconds);
        if (token !== null) {
          return {
            name,
            token,
            renew: () => table.renew(name, token, milliseconds),
            release: async () => void (await table.release(name, token)),
          };
        }
        const held = await holderOf(table, name);
        if (held) return held;
      }
    },
    renew: (name, token, milliseconds) => table.renew(name, token, milliseconds),
    find: (name) => holderOf(table, name),
  };
}

async function holderOf(table: StateLeases, name: string): Promise<HeldBy | undefined> {
  const held = await table.find(name);
  return held && { heldBy: held.owner, until: held.until };
}

function checked(milliseconds: number): void {
  if (Number.isSafeInteger(milliseconds) && milliseconds > 0) return;
  throw new RangeError(
    `The duration of a lease must be a positive integer of milliseconds; got ${milliseconds}.`,
  );
}
