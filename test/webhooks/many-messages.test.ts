import { describe, expect, test } from 'vitest';
import { STATE_ENGINES } from '../store/state/state-engines.js';
import { deliveries } from './support/deliveries.js';

const WATCHES = 15;
const EVENTS = 100;
const MAX_AT_ONCE = 1_000;

describe.each(STATE_ENGINES)('a state in $name', (engine) => {
  const watched = deliveries(engine);

  test('takes the messages of a large load for many watches in several transactions, in the order of the feed', async () => {
    const { folder } = watched;
    await folder.load({ 0: 'A' });
    for (let at = 0; at < WATCHES; at += 1) await folder.addWatch(`https://127.0.71.99/${at}`);
    await folder.load(Object.fromEntries(Array.from({ length: EVENTS }, (_, at) => [at + 1, `N${at}`])));
    const puts: number[] = [];
    const deliverer = folder.deliverer({
      send: async () => ({ status: null, problem: 'Nobody is asked here.', retryAfterMs: null }),
      deliveries: {
        ...folder.state.deliveries,
        putMessages: async (hold, put) => {
          await folder.state.deliveries.putMessages(hold, put);
          puts.push(put.messages.length);
        },
      },
    });
    await deliverer.turn();
    await deliverer.idle();
    expect(puts.reduce((sum, count) => sum + count, 0)).toBe(WATCHES * EVENTS);
    expect(Math.max(...puts)).toBeLessThan(MAX_AT_ONCE + WATCHES);
    const all = await folder.state.watches.listWatches(null);
    expect(all.map(({ waiting }) => waiting)).toEqual(all.map(() => EVENTS));
    const page = await folder.state.watches.listDeliveries(null, all[7]?.id ?? '', { max: EVENTS });
    const seqs = page?.deliveries.map(({ id }) => Number(/_(\d+)$/.exec(id)?.[1]));
    expect(seqs).toEqual([...(seqs ?? [])].sort((one, other) => other - one));
  });
});

describe('a feed that is read', () => {
  const watched = deliveries();

  test('lets the event loop turn after each page, so that answers to requests are heard', async () => {
    const { folder } = watched;
    await folder.addWatch('https://127.0.71.99/');
    const state = await folder.store.catalog.feed.state();
    const end = state.newest + 3;
    const turned: boolean[] = [];
    let hasTurned = false;
    const deliverer = folder.deliverer({
      feed: {
        state: async () => ({ ...state, newest: end }),
        changesAfter: async (position) => {
          turned.push(hasTurned);
          hasTurned = false;
          setImmediate(() => {
            hasTurned = true;
          });
          const next = (position ?? 0) + 1;
          return { events: [], next, hasMore: next < end };
        },
      },
    });
    await deliverer.turn();
    expect(turned.slice(1)).toEqual([true, true]);
  });
});

describe('a delivery whose outcome cannot be noted', () => {
  const watched = deliveries();

  test('is not sent again and again: the next look sends it', async () => {
    const receiver = await watched.receive(22);
    await watched.folder.load({ 1: 'A' });
    await watched.folder.addWatch(receiver.endpoint);
    await watched.folder.load({ 1: 'B' });
    const { deliveries: queue } = watched.folder.state;
    const deliverer = watched.folder.deliverer({
      deliveries: { ...queue, finishTry: () => Promise.reject(new Error('disk full')) },
    });
    await deliverer.turn();
    await deliverer.idle();
    // What a turn begins beside this would be begun by now.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await deliverer.idle();
    expect(receiver.received).toHaveLength(1);
    await deliverer.turn();
    await deliverer.idle();
    expect(receiver.received).toHaveLength(2);
    expect(watched.folder.problems).toEqual(['Watches cannot be served: disk full']);
  });
});
