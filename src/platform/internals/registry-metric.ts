import type { Metric, Registry } from 'prom-client';

/*
 * prom-client 15 asks a metric in its registry for its name and its values alone, but its type wants the whole class. This
 * file ends with the first version whose `registerMetric` takes what it asks for.
 */

/** Registers a metric that is counted elsewhere; `get` gives what a metric of prom-client's gives. */
export function registerCounted(registry: Registry, name: string, get: () => Promise<object>): void {
  registry.registerMetric({ name, get } as unknown as Metric);
}
