import { availableParallelism, hostname } from 'node:os';
import { threadId } from 'node:worker_threads';
import { Registry } from 'prom-client';
import { memoizeFor } from '../../domain/memoize-for.js';
import { packageVersion } from '../../platform/package-root.js';
import { serveThread } from '../../platform/threads/service-thread.js';
import { openLedgerAndState, openServedData, type ServedData } from '../../store/engine/engine.js';
import type { ChangeFeed, DataVersion } from '../../store/store.js';
import { Deliverer } from '../../webhooks/deliverer.js';
import { ReceiverAddress } from '../../webhooks/receiver-address.js';
import { send } from '../../webhooks/send.js';
import { watchDeliveries } from '../webhooks/webhook-metrics.js';
import { WEBHOOKS_THREAD, type WebhooksData } from '../webhooks/webhooks-owner.js';

/** How late a suspension may be noticed, in ms. */
const ACCOUNTS_KEPT_MS = 1_000;

/** Sends the messages of a folder's watches. */
await serveThread(WEBHOOKS_THREAD, async (data: WebhooksData, { report }, end) => {
  const { folder, postgres, served, settings } = data;
  const { ledger, state, close } = await openLedgerAndState(folder, { schema: 'current', postgres });
  const { deliveries, leases, matchLists } = state;
  const opened = (from: DataVersion) =>
    open(from, (file) => void report(`Some of ${file} cannot be read.`).catch(() => undefined));
  let read = await opened(served);
  const feed: Pick<ChangeFeed, 'changesAfter' | 'state'> = {
    changesAfter: (position, max) => read.catalog.feed.changesAfter(position, max),
    state: () => read.catalog.feed.state(),
  };
  const addresses = new ReceiverAddress(settings.allowed);
  const registry = new Registry();
  const deliverer = new Deliverer({
    leases,
    deliveries,
    matchLists,
    feed,
    inactiveAccounts: memoizeFor(ACCOUNTS_KEPT_MS, async () =>
      (await ledger.listAccounts()).flatMap(({ id, status }) => (status === 'active' ? [] : [id])),
    ),
    send: (message, signal) => send(message, { addresses, now: Date.now, signal }),
    owner: `${hostname()} ${process.pid} ${threadId}`,
    version: packageVersion(),
    now: Date.now,
    random: Math.random,
    onTry: watchDeliveries(registry, { deliveries, feed, now: Date.now }),
    onProblem: (problem) => void report(problem).catch(() => undefined),
  });
  deliverer.start();
  return {
    metrics: () => registry.getMetricsAsJSON(),
    use: async (next) => {
      const before = read;
      try {
        read = await opened(next);
        before.close();
      } catch (error) {
        const said = error instanceof Error ? error.message : String(error);
        await report(`Webhooks cannot be sent from ${next.data}: ${said}`).catch(() => undefined);
        await end();
      }
    },
    close: async () => {
      await deliverer.close();
      read.close();
      await close();
    },
  };
});

/** Uses the smallest caches: the feed is read once, in order. */
function open({ version, data }: DataVersion, onReadFault: (file: string) => void): Promise<ServedData> {
  return openServedData(data, {
    threads: availableParallelism() * 4,
    onReadFault,
    replica: version !== null,
  });
}
