import { Gauge, type Registry } from 'prom-client';
import { memoizeFor } from '../../domain/memoize-for.js';
import type { Lease, State } from '../../store/store.js';

const KEPT_MS = 1_000;
/** The work that one process does at a time. On one machine nobody publishes, and the last has no lease. */
const NAMES = ['exports', 'webhooks', 'publisher'];

/** Metrics of who does such work. A state that is away tells none. */
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
