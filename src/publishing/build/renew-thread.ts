import { workerData } from 'node:worker_threads';
import { announce } from '../../platform/threads/announce.js';
import { openCluster, type PostgresOptions } from '../../store/engine/engine.js';
import type { HeldLease } from './lease-keeper.js';

/** The `workerData` of the thread. */
interface Renewing {
  readonly postgres: PostgresOptions;
  readonly lease: HeldLease;
  readonly everyMs: number;
  readonly leaseMs: number;
}

/** Renews a lease until the process terminates the thread: a load blocks its own thread for longer than a lease lasts. */
await announce(async () => {
  const { postgres, lease, everyMs, leaseMs } = workerData as Renewing;
  const { leases } = await openCluster(postgres, { schema: 'current' });
  setInterval(() => {
    // If PostgreSQL is unavailable, or the lease is lost, publishing reports it.
    leases.renew(lease.name, lease.token, leaseMs).catch(() => undefined);
  }, everyMs);
});
