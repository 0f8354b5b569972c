import { describe, expect, test } from 'vitest';
import { STATE_ENGINES } from '../store/state/state-engines.js';
import { deliveries, settle } from './support/deliveries.js';

describe.each(STATE_ENGINES)('two deliverers over a state in $name', (engine) => {
  const watched = deliveries(engine);

  test('one works; when it ends the other goes on, and each message goes once', async () => {
    const receiver = await watched.receive(12);
    await watched.folder.load({ 1: 'A' });
    await watched.folder.addWatch(receiver.endpoint);
    const [first, second] = [
      watched.folder.deliverer({ owner: 'first' }),
      watched.folder.deliverer({ owner: 'second' }),
    ];
    await watched.folder.load({ 1: 'B' });
    await Promise.all([settle(first), settle(second)]);
    expect(receiver.received).toHaveLength(1);
    await watched.folder.load({ 1: 'C' });
    await Promise.all([first.close(), settle(second)]);
    await settle(second);
    expect(receiver.received).toHaveLength(2);
  });

  test('if one dies while it tries, the other tries again once the lease is over, under the same id', async () => {
    const receiver = await watched.receive(12);
    let hold = true;
    receiver.answer = (response) => void (hold ? undefined : response.writeHead(200).end());
    await watched.folder.load({ 1: 'A' });
    const watch = await watched.folder.addWatch(receiver.endpoint);
    await watched.folder.load({ 1: 'B' });
    const dead = watched.folder.deliverer({ owner: 'dead' });
    await dead.turn();
    await expect.poll(() => receiver.received.length).toBe(1);
    const other = watched.folder.deliverer({ owner: 'other' });
    await settle(other);
    expect(receiver.received).toHaveLength(1);
    const { leases, watches } = watched.folder.state;
    const lease = await leases.find('webhooks');
    expect(lease?.owner).toBe('dead');
    await leases.release('webhooks', lease?.token ?? 0);
    hold = false;
    // A try of the dead one counts as under way for as long as a try may last.
    watched.folder.clock.now += 60_000;
    await settle(other);
    await expect.poll(() => receiver.received.length).toBe(2);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    await expect
      .poll(async () => (await watches.listDeliveries(null, watch.id, { max: 5 }))?.deliveries)
      .toMatchObject([{ state: 'delivered' }]);
  });
});
