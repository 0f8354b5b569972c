import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecret, newWatchId } from '../../../src/domain/webhooks.js';
import type { ChangeFilter, Watch } from '../../../src/store/store.js';
import { Deliverer, type DelivererParts } from '../../../src/webhooks/deliverer.js';
import { ReceiverAddress } from '../../../src/webhooks/receiver-address.js';
import { send } from '../../../src/webhooks/send.js';
import { SQLITE, type StateEngine } from '../../store/state/state-engines.js';
import { fill } from '../../support/service.js';
import { openStore } from '../../support/store.js';
import { CERTIFICATE } from './receiver.js';

export const SOURCE = 'us_co_business_entities';
const NETWORK = '127.0.71.0/24';

/** A catalog with a feed, a state whose clock is the test's (leases in PostgreSQL go by its own), and deliverers over them. */
export async function watchedFolder(engine: StateEngine = SQLITE) {
  const path = mkdtempSync(join(tmpdir(), 'dossier-webhooks-'));
  const store = await openStore(path, { schema: 'migrate' });
  const clock = { now: Date.UTC(2026, 10, 20) };
  const state = await engine.open(path, () => clock.now);
  const problems: string[] = [];
  const inactive: string[] = [];
  const opened: Deliverer[] = [];
  let bytes = 0;
  const random = (size: number) => {
    bytes += 1;
    const made = Buffer.alloc(size);
    made.writeUInt32BE(bytes, size - 4);
    return made;
  };
  const names = new Map<string, string>();
  return {
    path,
    store,
    state,
    clock,
    problems,
    inactive,
    deliverer: (parts: Partial<DelivererParts> = {}) => {
      const made = new Deliverer({
        ...{ leases: state.leases, deliveries: state.deliveries, matchLists: state.matchLists },
        feed: store.catalog.feed,
        inactiveAccounts: async () => inactive,
        send: (message, signal) =>
          send(message, {
            addresses: new ReceiverAddress([NETWORK]),
            ca: CERTIFICATE,
            now: () => clock.now,
            signal,
          }),
        ...{ owner: 'test', version: '0.0.0', now: () => clock.now, random: () => 0 },
        onTry: () => undefined,
        onProblem: (problem) => void problems.push(problem),
        ...parts,
      });
      opened.push(made);
      return made;
    },
    addWatch: async (endpoint: string, filter: ChangeFilter = {}, accountId = 'acc_1'): Promise<Watch> => {
      const { id: feed, newest: position } = await store.catalog.feed.state();
      const request = { id: newWatchId(random), accountId, filter, endpoint, secret: newSecret(random) };
      const { watch } = await state.watches.createWatch(
        { ...request, createdAt: clock.now, feed, position },
        100_000,
      );
      return watch;
    },
    /** Loads records with these names; each that differs from the load before is an event. */
    load: (records: Readonly<Record<string, string>>) => {
      for (const [key, name] of Object.entries(records)) names.set(key, name);
      return fill(store.catalog, {
        entities: { [SOURCE]: [...names].map(([key, name]) => ({ key, name })) },
      });
    },
    close: async () => {
      for (const deliverer of opened) await deliverer.close();
      await state.close();
      await store.close();
      rmSync(path, { recursive: true, force: true });
    },
  };
}

export type WatchedFolder = Awaited<ReturnType<typeof watchedFolder>>;
