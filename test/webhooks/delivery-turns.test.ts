import { expect, test } from 'vitest';
import { deliveries, settle } from './support/deliveries.js';

const watched = deliveries();

test('receivers that hang keep nobody waiting, not even those of one account with twenty of them', async () => {
  const hanging = await watched.receive(9);
  const quick = await watched.receive(10);
  hanging.answer = () => undefined;
  await watched.folder.load({ 1: 'A' });
  for (let at = 0; at < 20; at += 1)
    await watched.folder.addWatch(`${hanging.endpoint}/${at}`, {}, 'acc_slow');
  await watched.folder.addWatch(quick.endpoint, {}, 'acc_quick');
  await watched.folder.load({ 1: 'B', 2: 'C', 3: 'D' });
  const deliverer = watched.folder.deliverer();
  await deliverer.turn();
  await expect.poll(() => quick.received.length).toBe(3);
  expect(hanging.received.length).toBeLessThanOrEqual(8);
});

test('one endpoint gets one request at a time, whoever watches', async () => {
  const receiver = await watched.receive(11);
  receiver.answer = (response) => void setTimeout(() => response.writeHead(200).end(), 20);
  await watched.folder.load({ 1: 'A' });
  for (const account of ['acc_1', 'acc_2', 'acc_3'])
    await watched.folder.addWatch(receiver.endpoint, {}, account);
  await watched.folder.load({ 1: 'B', 2: 'C' });
  const deliverer = watched.folder.deliverer();
  deliverer.start();
  await expect.poll(() => receiver.received.length).toBe(6);
  expect(receiver.atOnce).toBe(1);
});

test('whoever lost the lease changes nothing, and its message goes again under the same id', async () => {
  const receiver = await watched.receive(13);
  let release = () => {};
  receiver.answer = (response) => {
    release = () => void response.writeHead(200).end();
  };
  await watched.folder.load({ 1: 'A' });
  const watch = await watched.folder.addWatch(receiver.endpoint);
  await watched.folder.load({ 1: 'B' });
  const paused = watched.folder.deliverer({ owner: 'paused' });
  await paused.turn();
  await expect.poll(() => receiver.received.length).toBe(1);
  watched.folder.clock.now += 21_000;
  receiver.answer = (response) => void response.writeHead(200).end();
  const next = watched.folder.deliverer({ owner: 'next' });
  await settle(next);
  release();
  await paused.idle();
  expect(receiver.received).toHaveLength(2);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  const page = await watched.folder.state.watches.listDeliveries(null, watch.id, { max: 5 });
  expect(page?.deliveries).toMatchObject([{ state: 'delivered', tries: [{ status: 200 }] }]);
  expect(page?.deliveries[0]?.tries).toHaveLength(1);
});

test('a service without work holds no lease and writes nothing', async () => {
  const receiver = await watched.receive(20);
  await watched.folder.load({ 1: 'A' });
  const deliverer = watched.folder.deliverer();
  await watched.folder.addWatch(receiver.endpoint);
  await settle(deliverer);
  expect(await watched.folder.state.leases.find('webhooks')).toBeUndefined();
  await watched.folder.load({ 1: 'B' });
  await settle(deliverer);
  expect(await watched.folder.state.leases.find('webhooks')).toMatchObject({ owner: 'test' });
  await deliverer.close();
  expect(await watched.folder.state.leases.find('webhooks')).toBeUndefined();
});
