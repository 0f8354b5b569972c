import { expect, test } from 'vitest';
import { RETRY_DELAYS } from '../../src/webhooks/retry-plan.js';
import { deliveries, seqsOf, settle } from './support/deliveries.js';

const watched = deliveries();

test('a receiver that fails for an hour is tried by the plan, then gets everything in order, each under one id', async () => {
  const receiver = await watched.receive(4);
  const other = await watched.receive(5);
  receiver.answer = (response) => void response.writeHead(500).end('do not keep me');
  await watched.folder.load({ 1: 'A' });
  const watch = await watched.folder.addWatch(receiver.endpoint);
  await watched.folder.addWatch(other.endpoint);
  const deliverer = watched.folder.deliverer();
  const began = watched.folder.clock.now;
  const triedAt: number[] = [];
  for (let second = 0; second <= 3_600; second += 5) {
    watched.folder.clock.now = began + second * 1_000;
    if (second === 10 || second === 1_200) await watched.folder.load({ [second]: 'NEW', 1: `A ${second}` });
    const before = receiver.received.length;
    await settle(deliverer);
    if (receiver.received.length > before) triedAt.push(second);
  }
  // The first message of second 10: at once, after 5 s, 5 min more, 30 min more.
  expect(triedAt).toEqual([10, 15, 315, 2_115]);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  expect(seqsOf(other)).toEqual([...seqsOf(other)].sort((one, two) => one - two));
  expect(other.received).toHaveLength(4);
  expect(await watched.folder.state.watches.findWatch(null, watch.id)).toMatchObject({
    waiting: 4,
    failingSince: began + 10_000,
  });
  receiver.answer = (response) => void response.writeHead(200).end();
  watched.folder.clock.now = began + 5 * 3_600_000;
  for (let at = 0; at < 5; at += 1) await settle(deliverer);
  expect(seqsOf(receiver).slice(4)).toEqual(seqsOf(other));
  expect(await watched.folder.state.watches.findWatch(null, watch.id)).toMatchObject({
    waiting: 0,
    nextTryAt: null,
    failingSince: null,
  });
  const page = await watched.folder.state.watches.listDeliveries(null, watch.id, { max: 10 });
  expect(JSON.stringify(page)).not.toContain('do not keep me');
  expect(page?.deliveries.at(-1)?.tries.map(({ status }) => status)).toEqual([500, 500, 500, 500, 200]);
});

test('after the last try a message is given up and the next one goes', async () => {
  const receiver = await watched.receive(6);
  receiver.answer = (response) => void response.writeHead(503).end();
  await watched.folder.load({ 1: 'A' });
  const watch = await watched.folder.addWatch(receiver.endpoint);
  await watched.folder.load({ 1: 'B', 2: 'C' });
  const deliverer = watched.folder.deliverer();
  for (const delay of RETRY_DELAYS) {
    watched.folder.clock.now += delay;
    await deliverer.turn();
    await deliverer.idle();
  }
  const states = async () =>
    (await watched.folder.state.watches.listDeliveries(null, watch.id, { max: 10 }))?.deliveries.map(
      ({ state, tries }) => [state, tries.length],
    );
  await settle(deliverer);
  expect(await states()).toEqual([
    ['waiting', 1],
    ['failed', RETRY_DELAYS.length],
  ]);
});

test('Retry-After makes the pause longer and never shorter', async () => {
  const receiver = await watched.receive(7);
  receiver.answer = (response) => void response.writeHead(429, { 'retry-after': '600' }).end();
  await watched.folder.load({ 1: 'A' });
  const watch = await watched.folder.addWatch(receiver.endpoint);
  await watched.folder.load({ 1: 'B' });
  const deliverer = watched.folder.deliverer();
  await settle(deliverer);
  const next = async () => (await watched.folder.state.watches.findWatch(null, watch.id))?.nextTryAt;
  expect(await next()).toBe(watched.folder.clock.now + 600_000);
  receiver.answer = (response) => void response.writeHead(429, { 'retry-after': '1' }).end();
  watched.folder.clock.now += 600_000;
  await settle(deliverer);
  expect(await next()).toBe(watched.folder.clock.now + 300_000);
});

test('410 disables the watch: nothing is sent until it is resumed, and then all of it', async () => {
  const receiver = await watched.receive(8);
  receiver.answer = (response) => void response.writeHead(410).end();
  await watched.folder.load({ 1: 'A' });
  const watch = await watched.folder.addWatch(receiver.endpoint);
  await watched.folder.load({ 1: 'B', 2: 'C' });
  const deliverer = watched.folder.deliverer();
  await settle(deliverer);
  watched.folder.clock.now += 10 * 86_400_000;
  await settle(deliverer);
  expect(receiver.received).toHaveLength(1);
  expect(await watched.folder.state.watches.findWatch(null, watch.id)).toMatchObject({
    disabledReason: 'The receiver returned 410.',
    waiting: 2,
  });
  receiver.answer = (response) => void response.writeHead(200).end();
  await watched.folder.load({ 3: 'D' });
  await watched.folder.state.watches.resumeWatch(null, watch.id, watched.folder.clock.now);
  for (let at = 0; at < 3; at += 1) await settle(deliverer);
  const seqs = seqsOf(receiver).slice(1);
  expect(seqs).toHaveLength(3);
  expect(seqs).toEqual([...seqs].sort((one, two) => one - two));
});
