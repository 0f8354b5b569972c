import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { memoizeFor } from '../../domain/memoize-for.js';
import type { ChangeFeed, Deliveries } from '../../store/store.js';
import type { DelivererParts } from '../../webhooks/deliverer.js';

const KEPT_MS = 1_000;

interface Watched {
  readonly deliveries: Pick<Deliveries, 'summary'>;
  readonly feed: Pick<ChangeFeed, 'state'>;
  readonly now: () => number;
}

/** Registers gauges of webhooks, read on each scrape; returns the function that counts attempts. */
export function watchDeliveries(registry: Registry, watched: Watched): DelivererParts['onTry'] {
  const { deliveries, feed, now } = watched;
  const summary = memoizeFor(KEPT_MS, () => deliveries.summary());
  const gauge = (name: string, help: string, read: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  gauge('dossier_watches', 'Watches of all accounts.', async () => (await summary()).watches);
  gauge(
    'dossier_watches_failing',
    'Watches whose last attempt failed.',
    async () => (await summary()).failing,
  );
  gauge(
    'dossier_watches_disabled',
    'Watches whose receiver returned 410.',
    async () => (await summary()).disabled,
  );
  gauge('dossier_webhook_messages_waiting', 'Queued messages.', async () => (await summary()).waiting);
  gauge('dossier_webhook_lag_seconds', 'Age of the oldest queued message; 0 if there is none.', async () => {
    const { oldestWaitingAt } = await summary();
    return oldestWaitingAt === null ? 0 : Math.max(0, now() - oldestWaitingAt) / 1_000;
  });
  gauge(
    'dossier_webhook_feed_behind',
    'Events between the end of the feed and the watch farthest behind.',
    async () => {
      const { minPosition } = await summary();
      return minPosition === null ? 0 : Math.max(0, (await feed.state()).newest - minPosition);
    },
  );
  const tries = new Counter({
    name: 'dossier_webhook_tries_total',
    help: 'Requests to webhook receivers by outcome: delivered, retry, failed (given up), disable (410).',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'dossier_webhook_try_seconds',
    help: 'Duration of requests to webhook receivers.',
    buckets: [0.05, 0.2, 1, 5, 15],
    registers: [registry],
  });
  return (outcome, took) => {
    tries.inc({ outcome });
    seconds.observe(took);
  };
}
