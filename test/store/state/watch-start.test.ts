import { expect, test } from 'vitest';
import { STATE_ENGINES } from './state-engines.js';

test.each(STATE_ENGINES)(
  'a watch starts where it was created, and in another feed where it is moved, on $name',
  async (engine) => {
    const state = await engine.open(engine.newPlace(), () => 0);
    const { watches, deliveries } = state;
    const watch = {
      id: 'wat_1',
      accountId: 'a',
      filter: {},
      endpoint: 'https://a',
      secret: 'whsec_1',
      createdAt: 0,
    };
    await watches.createWatch({ ...watch, feed: 'f', position: 5 }, 1);
    expect(await watches.findWatch('a', 'wat_1')).toMatchObject({ feed: 'f', start: 5, position: 5 });
    const hold = { lease: 'webhooks', token: (await state.leases.take('webhooks', 't', 10_000_000)) ?? 0 };
    const move = async (feed: string, position: number) => {
      const readers = await deliveries.listReaders();
      await deliveries.putMessages(hold, { messages: [], readers, to: { feed, position }, at: 0 });
    };
    const replayed = async (seq: number) => {
      const { start, position } = (await watches.replaySince('a', 'wat_1', seq)) ?? {};
      return { start, position };
    };
    await move('f', 9);
    expect(await replayed(7)).toEqual({ start: 5, position: 7 });
    expect(await replayed(0)).toEqual({ start: 5, position: 5 });
    // A backup was restored: events after 3 are new.
    await move('f', 3);
    expect(await replayed(0)).toEqual({ start: 3, position: 3 });
    await move('g', 20);
    expect(await replayed(4)).toEqual({ start: 20, position: 20 });
    await state.close();
  },
);
