import { expect, test } from 'vitest';
import type { ChangeFilter } from '../../src/store/store.js';
import { deliveries, settle } from './support/deliveries.js';

const watched = deliveries();

test('each change of a watched record is one message: its ids and names of fields, and no value', async () => {
  const receiver = await watched.receive(3);
  await watched.folder.load({ 1: 'ASPEN', 2: 'BIRCH' });
  const watch = await watched.folder.addWatch(receiver.endpoint, { id: 'CO:1' });
  await watched.folder.load({ 1: 'ASPEN TWO', 2: 'BIRCH TWO', 3: 'CEDAR' });
  await settle(watched.folder.deliverer());
  const [message, ...others] = receiver.received;
  expect(others).toEqual([]);
  expect(JSON.parse(message?.body ?? '')).toMatchObject({
    type: 'entity.changed',
    data: { watch: watch.id, id: 'CO:1', kind: 'changed', state: 'CO', fields: ['name'] },
  });
  expect(message?.body).not.toContain('ASPEN');
  expect(message?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Dossier/0.0.0 (webhooks)',
  });
  const page = await watched.folder.state.watches.listDeliveries('acc_1', watch.id, { max: 10 });
  expect(page?.deliveries).toMatchObject([
    { id: message?.id, state: 'delivered', tries: [{ status: 204, problem: null }] },
  ]);
});

test('a test goes before all that waits, once, and tells what came of it', async () => {
  const receiver = await watched.receive(14);
  receiver.answer = (response) => void response.writeHead(500).end();
  await watched.folder.load({ 1: 'A' });
  const watch = await watched.folder.addWatch(receiver.endpoint);
  await watched.folder.load({ 1: 'B' });
  const deliverer = watched.folder.deliverer();
  await settle(deliverer);
  const waits = (await watched.folder.state.watches.findWatch(null, watch.id))?.nextTryAt;
  const { testMessage } = await import('../../src/domain/webhooks.js');
  const message = testMessage(watch.id, watched.folder.clock.now, (size) => new Uint8Array(size));
  await watched.folder.state.watches.putTest('acc_1', watch.id, message, watched.folder.clock.now);
  await settle(deliverer);
  expect(receiver.received.map(({ id }) => id)).toContain(message.id);
  expect(receiver.received).toHaveLength(2);
  const page = await watched.folder.state.watches.listDeliveries(null, watch.id, { max: 5 });
  expect(page?.deliveries.find(({ id }) => id === message.id)).toMatchObject({
    state: 'failed',
    tries: [{ status: 500, problem: 'The receiver returned 500.' }],
  });
  expect((await watched.folder.state.watches.findWatch(null, watch.id))?.nextTryAt).toBe(waits);
});

test('what was sent is sent again, one by its id or all behind a seq, under the ids of then and in order', async () => {
  const receiver = await watched.receive(15);
  await watched.folder.load({ 1: 'A' });
  const watch = await watched.folder.addWatch(receiver.endpoint);
  await watched.folder.load({ 1: 'B', 2: 'C', 3: 'D' });
  const deliverer = watched.folder.deliverer();
  const drain = async () => {
    for (let at = 0; at < 6; at += 1) await settle(deliverer);
  };
  await drain();
  const ids = receiver.received.map(({ id }) => id);
  expect(ids).toHaveLength(3);
  await watched.folder.state.watches.replayDelivery(null, watch.id, ids[1] ?? '', watched.folder.clock.now);
  await drain();
  expect(receiver.received.map(({ id }) => id)).toEqual([...ids, ids[1]]);
  await watched.folder.load({ 4: 'E' });
  await watched.folder.state.watches.replaySince(null, watch.id, watch.position);
  await drain();
  const again = receiver.received.slice(4);
  expect(again.slice(0, 3).map(({ id }) => id)).toEqual(ids);
  expect(again).toHaveLength(4);
});

test('what is of a suspended account waits until it is resumed', async () => {
  const receiver = await watched.receive(16);
  await watched.folder.load({ 1: 'A' });
  await watched.folder.addWatch(receiver.endpoint, {}, 'acc_1');
  await watched.folder.load({ 1: 'B' });
  watched.folder.inactive.push('acc_1');
  const deliverer = watched.folder.deliverer();
  await settle(deliverer);
  expect(receiver.received).toEqual([]);
  watched.folder.inactive.pop();
  await settle(deliverer);
  expect(receiver.received).toHaveLength(1);
});

test('where the feed is another one, the watch goes on at its end and the log says so', async () => {
  const receiver = await watched.receive(18);
  await watched.folder.load({ 1: 'A' });
  const { watches } = watched.folder.state;
  await watches.createWatch(
    {
      ...{ id: 'wat_1', accountId: 'a', filter: {}, endpoint: receiver.endpoint, secret: 'whsec_AAAA' },
      ...{ createdAt: 0, feed: 'of another folder', position: 99 },
    },
    10,
  );
  const deliverer = watched.folder.deliverer();
  await settle(deliverer);
  expect(watched.folder.problems.join()).toContain('wat_1');
  await watched.folder.load({ 1: 'B' });
  await settle(deliverer);
  expect(receiver.received).toHaveLength(1);
});

test.each<[string, ChangeFilter, readonly string[]]>([
  ['kind', { kinds: ['created'] }, ['entity.created']],
  ['state', { states: ['CO'] }, ['entity.created', 'entity.changed']],
  ['another state', { states: ['NY'] }, []],
  ['field', { fields: ['status'] }, ['entity.created']],
])('a query by %s tells of what it means', async (_, filter, expected) => {
  const receiver = await watched.receive(19);
  await watched.folder.load({ 1: 'A' });
  await watched.folder.addWatch(receiver.endpoint, filter);
  await watched.folder.load({ 1: 'B', 2: 'C' });
  const deliverer = watched.folder.deliverer();
  for (let at = 0; at < 3; at += 1) await settle(deliverer);
  expect(receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type).sort()).toEqual(
    [...expected].sort(),
  );
});
