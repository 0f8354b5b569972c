import { Gauge, type Registry } from 'prom-client';
import { memoizeFor } from '../../domain/memoize-for.js';
import type { Lease, State } from '../../store/store.js';

const KEPT_MS = 1_000;
/** Work that only one process does at a time. On a single machine nobody publishes, so `publisher` has no lease. */
const NAMES = ['exports', 'webhooks', 'publisher'];

/** Registers metrics of the lease holders. None if the state cannot be reached. */
export function watchLeases(registry: Registry, leases: State['leases']): void {
  const held = memoizeFor(KEPT_MS, async () => {
    const found = await Promise.all(NAMES.map((name) => leases.find(name).catch(() => undefined)));
    return found.filter((lease) => lease !== undefined);
  });
  const gauge = (name: string, help: string, read: (lease: Lease) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['lease', 'owner'],
      registers: [registry],
      async collect() {
        const leasesNow = await held();
        this.reset();
        for (const lease of leasesNow) this.set({ lease: lease.name, owner: lease.owner }, read(lease));
      },
    });
  gauge(
    'dossier_lease_token',
    'Token of each held lease, by owner. It grows by one each time the lease changes hands.',
    ({ token }) => token,
  );
  gauge(
    'dossier_lease_end_timestamp_seconds',
    'Time at which the lease ends unless it is renewed, by the state’s clock; Unix seconds.',
    ({ until }) => until / 1_000,
  );
}
