import { expect, test } from 'vitest';
import { deliveries, seqsOf, settle } from './support/deliveries.js';

const watched = deliveries();

/** A moment after this one, by the clock that dates events. */
async function later(at: number): Promise<number> {
  await expect.poll(Date.now).toBeGreaterThan(at + 1);
  return Date.now();
}

test('a watch that is behind the oldest event that is kept continues there, and receives every kept event', async () => {
  const { folder } = watched;
  const receiver = await watched.receive(17);
  await folder.load({ 1: 'A' });
  const watch = await folder.addWatch(receiver.endpoint);
  await folder.load({ 1: 'B', 2: 'C', 3: 'D' });
  const { newest: expired } = await folder.store.catalog.feed.state();
  const before = await later(Date.now());
  await folder.load({ 4: 'E', 5: 'F' });
  await folder.store.catalog.feed.expire(before);
  const { oldest, newest } = await folder.store.catalog.feed.state();
  expect([oldest, newest]).toEqual([expired, expired + 2]);
  const deliverer = folder.deliverer();
  for (let at = 0; at < 5; at += 1) await settle(deliverer);
  expect(seqsOf(receiver)).toEqual([newest - 1, newest]);
  expect(await folder.state.watches.findWatch(null, watch.id)).toMatchObject({
    position: newest,
    waiting: 0,
  });
  expect(folder.problems).toEqual([expect.stringContaining(watch.id)]);
});

test('a replay from the start of the feed sends nothing from before the watch', async () => {
  const { folder } = watched;
  const receiver = await watched.receive(18);
  await folder.load({ 1: 'A' });
  await folder.load({ 1: 'B' });
  const watch = await folder.addWatch(receiver.endpoint);
  expect(watch.start).toBeGreaterThan(0);
  await folder.load({ 1: 'C' });
  const deliverer = folder.deliverer();
  for (let at = 0; at < 2; at += 1) await settle(deliverer);
  await folder.state.watches.replaySince(null, watch.id, 0);
  for (let at = 0; at < 2; at += 1) await settle(deliverer);
  const { newest } = await folder.store.catalog.feed.state();
  expect(seqsOf(receiver)).toEqual([newest, newest]);
});
