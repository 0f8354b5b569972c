import type { Server } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge } from 'prom-client';
import { memoizeFor } from '../domain/memoize-for.js';
import type { Metrics } from './metrics.js';
import { READ, type Route } from './route.js';
import type { Services } from './services.js';

/** Text of the Prometheus exposition format, 0.0.4. */
const TYPE = 'text/plain; version=0.0.4; charset=utf-8';
const LAG_RESOLUTION_MS = 20;
const KEPT_MS = 1_000;

/** `/metrics`: no key, no limit; intended for the operator's network. Cached for a second. */
export function metricsRoute({ exposition, respond }: Services): Route {
  const text = memoizeFor(KEPT_MS, exposition);
  return {
    methods: READ,
    path: '/metrics',
    operation: 'metrics',
    answer: async (exchange) => respond.plain(exchange, await text(), TYPE),
  };
}

/** Timer delay: how long the thread was busy while requests waited. Reset after each read. */
export function watchEventLoop(server: Server, { registry }: Metrics): void {
  const delay = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  server.once('listening', () => delay.enable());
  server.once('close', () => delay.disable());
  new Gauge({
    name: 'dossier_event_loop_lag_seconds',
    help: 'Event-loop delay since the last scrape, by quantile; the maximum of all workers.',
    labelNames: ['quantile'],
    registers: [registry],
    aggregator: 'max',
    collect() {
      for (const quantile of [0.5, 0.99, 1]) {
        const nanoseconds = delay.percentile(quantile * 100);
        this.set({ quantile }, Math.max(0, nanoseconds / 1e9 - LAG_RESOLUTION_MS / 1_000));
      }
      delay.reset();
    },
  });
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory.',
    registers: [registry],
    aggregator: 'first',
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
}
