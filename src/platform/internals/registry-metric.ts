import type { Metric, Registry } from 'prom-client';

/*
 * prom-client 15 only uses a metric's name and values, but its type requires the whole class. Delete this
 * file when `registerMetric` accepts that.
 */

/** Registers a metric that is counted elsewhere; `get` returns what prom-client's metrics return. */
export function registerCounted(registry: Registry, name: string, get: () => Promise<object>): void {
  registry.registerMetric({ name, get } as unknown as Metric);
}
