import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ChangeFilter } from '../../src/store/store.js';
import { RETRY_DELAYS } from '../../src/webhooks/retry-plan.js';
import { type Receiver, startReceiver } from './support/receiver.js';
import { type WatchedFolder, watchedFolder } from './support/watched-folder.js';

let folder: WatchedFolder;
let receivers: Receiver[];
beforeEach(async () => {
  folder = await watchedFolder();
  receivers = [];
});
afterEach(async () => {
  await folder.close();
  for (const receiver of receivers) await receiver.close();
});

async function receive(last: number, path?: string): Promise<Receiver> {
  const receiver = await startReceiver(`127.0.71.${last}`, path);
  receivers.push(receiver);
  return receiver;
}

const seqsOf = ({ received }: Receiver) =>
  received.map(({ body }) => (JSON.parse(body) as { data: { seq: number } }).data.seq);

/** Turns until nothing is due by the clock of the test. */
async function settle(deliverer: ReturnType<WatchedFolder['deliverer']>): Promise<void> {
  await deliverer.turn();
  await deliverer.idle();
  await deliverer.turn();
}

test('each change of a watched record is one message: its ids and names of fields, and no value', async () => {
  const receiver = await receive(3);
  await folder.load({ 1: 'ASPEN', 2: 'BIRCH' });
  const watch = await folder.addWatch(receiver.endpoint, { id: 'CO:1' });
  await folder.load({ 1: 'ASPEN TWO', 2: 'BIRCH TWO', 3: 'CEDAR' });
  await settle(folder.deliverer());
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
  const page = await folder.state.watches.listDeliveries('acc_1', watch.id, { most: 10 });
  expect(page?.deliveries).toMatchObject([
    { id: message?.id, state: 'delivered', tries: [{ status: 204, problem: null }] },
  ]);
});

test('a receiver that fails for an hour is tried by the plan, then gets everything in order, each under one id', async () => {
  const receiver = await receive(4);
  const other = await receive(5);
  receiver.answer = (response) => void response.writeHead(500).end('do not keep me');
  await folder.load({ 1: 'A' });
  const watch = await folder.addWatch(receiver.endpoint);
  await folder.addWatch(other.endpoint);
  const deliverer = folder.deliverer();
  const began = folder.clock.now;
  const triedAt: number[] = [];
  for (let second = 0; second <= 3_600; second += 5) {
    folder.clock.now = began + second * 1_000;
    if (second === 10 || second === 1_200) await folder.load({ [second]: 'NEW', 1: `A ${second}` });
    const before = receiver.received.length;
    await settle(deliverer);
    if (receiver.received.length > before) triedAt.push(second);
  }
  // The first message of second 10: at once, after 5 s, 5 min more, 30 min more.
  expect(triedAt).toEqual([10, 15, 315, 2_115]);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  expect(seqsOf(other)).toEqual([...seqsOf(other)].sort((one, two) => one - two));
  expect(other.received).toHaveLength(4);
  expect(await folder.state.watches.findWatch(null, watch.id)).toMatchObject({
    waiting: 4,
    failingSince: began + 10_000,
  });
  receiver.answer = (response) => void response.writeHead(200).end();
  folder.clock.now = began + 5 * 3_600_000;
  for (let at = 0; at < 5; at += 1) await settle(deliverer);
  expect(seqsOf(receiver).slice(4)).toEqual(seqsOf(other));
  expect(await folder.state.watches.findWatch(null, watch.id)).toMatchObject({
    waiting: 0,
    nextTryAt: null,
    failingSince: null,
  });
  const page = await folder.state.watches.listDeliveries(null, watch.id, { most: 10 });
  expect(JSON.stringify(page)).not.toContain('do not keep me');
  expect(page?.deliveries.at(-1)?.tries.map(({ status }) => status)).toEqual([500, 500, 500, 500, 200]);
}, 120_000);

test('after the last try a message is given up and the next one goes', async () => {
  const receiver = await receive(6);
  receiver.answer = (response) => void response.writeHead(503).end();
  await folder.load({ 1: 'A' });
  const watch = await folder.addWatch(receiver.endpoint);
  await folder.load({ 1: 'B', 2: 'C' });
  const deliverer = folder.deliverer();
  for (const delay of RETRY_DELAYS) {
    folder.clock.now += delay;
    await deliverer.turn();
    await deliverer.idle();
  }
  const states = async () =>
    (await folder.state.watches.listDeliveries(null, watch.id, { most: 10 }))?.deliveries.map(
      ({ state, tries }) => [state, tries.length],
    );
  await settle(deliverer);
  expect(await states()).toEqual([
    ['waiting', 1],
    ['failed', RETRY_DELAYS.length],
  ]);
});

test('Retry-After makes the pause longer and never shorter', async () => {
  const receiver = await receive(7);
  receiver.answer = (response) => void response.writeHead(429, { 'retry-after': '600' }).end();
  await folder.load({ 1: 'A' });
  const watch = await folder.addWatch(receiver.endpoint);
  await folder.load({ 1: 'B' });
  const deliverer = folder.deliverer();
  await settle(deliverer);
  const next = async () => (await folder.state.watches.findWatch(null, watch.id))?.nextTryAt;
  expect(await next()).toBe(folder.clock.now + 600_000);
  receiver.answer = (response) => void response.writeHead(429, { 'retry-after': '1' }).end();
  folder.clock.now += 600_000;
  await settle(deliverer);
  expect(await next()).toBe(folder.clock.now + 300_000);
});

test('410 disables the watch: nothing is sent until it is resumed, and then all of it', async () => {
  const receiver = await receive(8);
  receiver.answer = (response) => void response.writeHead(410).end();
  await folder.load({ 1: 'A' });
  const watch = await folder.addWatch(receiver.endpoint);
  await folder.load({ 1: 'B', 2: 'C' });
  const deliverer = folder.deliverer();
  await settle(deliverer);
  folder.clock.now += 10 * 86_400_000;
  await settle(deliverer);
  expect(receiver.received).toHaveLength(1);
  expect(await folder.state.watches.findWatch(null, watch.id)).toMatchObject({
    disabledReason: 'The receiver answered 410.',
    waiting: 2,
  });
  receiver.answer = (response) => void response.writeHead(200).end();
  await folder.load({ 3: 'D' });
  await folder.state.watches.resumeWatch(null, watch.id, folder.clock.now);
  for (let at = 0; at < 3; at += 1) await settle(deliverer);
  const seqs = seqsOf(receiver).slice(1);
  expect(seqs).toHaveLength(3);
  expect(seqs).toEqual([...seqs].sort((one, two) => one - two));
});

test('receivers that hang keep nobody waiting, not even those of one account with twenty of them', async () => {
  const hanging = await receive(9);
  const quick = await receive(10);
  hanging.answer = () => undefined;
  await folder.load({ 1: 'A' });
  for (let at = 0; at < 20; at += 1) await folder.addWatch(`${hanging.endpoint}/${at}`, {}, 'acc_slow');
  await folder.addWatch(quick.endpoint, {}, 'acc_quick');
  await folder.load({ 1: 'B', 2: 'C', 3: 'D' });
  const deliverer = folder.deliverer();
  await deliverer.turn();
  await expect.poll(() => quick.received.length, { timeout: 10_000 }).toBe(3);
  expect(hanging.received.length).toBeLessThanOrEqual(8);
});

test('one endpoint gets one request at a time, whoever watches', async () => {
  const receiver = await receive(11);
  receiver.answer = (response) => void setTimeout(() => response.writeHead(200).end(), 20);
  await folder.load({ 1: 'A' });
  for (const account of ['acc_1', 'acc_2', 'acc_3']) await folder.addWatch(receiver.endpoint, {}, account);
  await folder.load({ 1: 'B', 2: 'C' });
  const deliverer = folder.deliverer();
  deliverer.start();
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(6);
  expect(receiver.atOnce).toBe(1);
});

test('of two deliverers one works; when it ends the other goes on, and each message goes once', async () => {
  const receiver = await receive(12);
  await folder.load({ 1: 'A' });
  await folder.addWatch(receiver.endpoint);
  const [first, second] = [folder.deliverer({ owner: 'first' }), folder.deliverer({ owner: 'second' })];
  await folder.load({ 1: 'B' });
  await Promise.all([settle(first), settle(second)]);
  expect(receiver.received).toHaveLength(1);
  await folder.load({ 1: 'C' });
  await Promise.all([first.close(), settle(second)]);
  await settle(second);
  expect(receiver.received).toHaveLength(2);
});

test('whoever lost the lease changes nothing, and its message goes again under the same id', async () => {
  const receiver = await receive(13);
  let release = () => {};
  receiver.answer = (response) => {
    release = () => void response.writeHead(200).end();
  };
  await folder.load({ 1: 'A' });
  const watch = await folder.addWatch(receiver.endpoint);
  await folder.load({ 1: 'B' });
  const paused = folder.deliverer({ owner: 'paused' });
  await paused.turn();
  await expect.poll(() => receiver.received.length).toBe(1);
  folder.clock.now += 21_000;
  receiver.answer = (response) => void response.writeHead(200).end();
  const next = folder.deliverer({ owner: 'next' });
  await settle(next);
  release();
  await paused.idle();
  expect(receiver.received).toHaveLength(2);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
  const page = await folder.state.watches.listDeliveries(null, watch.id, { most: 5 });
  expect(page?.deliveries).toMatchObject([{ state: 'delivered', tries: [{ status: 200 }] }]);
  expect(page?.deliveries[0]?.tries).toHaveLength(1);
});

test('a test goes before all that waits, once, and tells what came of it', async () => {
  const receiver = await receive(14);
  receiver.answer = (response) => void response.writeHead(500).end();
  await folder.load({ 1: 'A' });
  const watch = await folder.addWatch(receiver.endpoint);
  await folder.load({ 1: 'B' });
  const deliverer = folder.deliverer();
  await settle(deliverer);
  const waits = (await folder.state.watches.findWatch(null, watch.id))?.nextTryAt;
  const { testMessage } = await import('../../src/domain/webhooks.js');
  const message = testMessage(watch.id, folder.clock.now, (size) => new Uint8Array(size));
  await folder.state.watches.putTest('acc_1', watch.id, message, folder.clock.now);
  await settle(deliverer);
  expect(receiver.received.map(({ id }) => id)).toContain(message.id);
  expect(receiver.received).toHaveLength(2);
  const page = await folder.state.watches.listDeliveries(null, watch.id, { most: 5 });
  expect(page?.deliveries.find(({ id }) => id === message.id)).toMatchObject({
    state: 'failed',
    tries: [{ status: 500, problem: 'The receiver answered 500.' }],
  });
  expect((await folder.state.watches.findWatch(null, watch.id))?.nextTryAt).toBe(waits);
});

test('what was sent is sent again, one by its id or all behind a seq, under the ids of then and in order', async () => {
  const receiver = await receive(15);
  await folder.load({ 1: 'A' });
  const watch = await folder.addWatch(receiver.endpoint);
  await folder.load({ 1: 'B', 2: 'C', 3: 'D' });
  const deliverer = folder.deliverer();
  const drain = async () => {
    for (let at = 0; at < 6; at += 1) await settle(deliverer);
  };
  await drain();
  const ids = receiver.received.map(({ id }) => id);
  expect(ids).toHaveLength(3);
  await folder.state.watches.replayDelivery(null, watch.id, ids[1] ?? '', folder.clock.now);
  await drain();
  expect(receiver.received.map(({ id }) => id)).toEqual([...ids, ids[1]]);
  await folder.load({ 4: 'E' });
  await folder.state.watches.replaySince(null, watch.id, watch.position);
  await drain();
  const again = receiver.received.slice(4);
  expect(again.slice(0, 3).map(({ id }) => id)).toEqual(ids);
  expect(again).toHaveLength(4);
});

test('what is of a suspended account waits until it is resumed', async () => {
  const receiver = await receive(16);
  await folder.load({ 1: 'A' });
  await folder.addWatch(receiver.endpoint, {}, 'acc_1');
  await folder.load({ 1: 'B' });
  folder.inactive.push('acc_1');
  const deliverer = folder.deliverer();
  await settle(deliverer);
  expect(receiver.received).toEqual([]);
  folder.inactive.pop();
  await settle(deliverer);
  expect(receiver.received).toHaveLength(1);
});

test('a watch is full after a thousand messages and reads on when they went; nothing is lost', async () => {
  const receiver = await receive(17);
  receiver.answer = (response) => void response.writeHead(500).end();
  await folder.load({ 0: 'A' });
  const watch = await folder.addWatch(receiver.endpoint);
  const names = (suffix: string) =>
    Object.fromEntries(Array.from({ length: 1_100 }, (_, at) => [String(at), `N${at}${suffix}`]));
  await folder.load(names(''));
  const deliverer = folder.deliverer();
  await settle(deliverer);
  const { waiting = 0 } = (await folder.state.watches.findWatch(null, watch.id)) ?? {};
  expect(waiting).toBeGreaterThanOrEqual(1_000);
  expect(waiting).toBeLessThan(1_500);
  receiver.answer = (response) => void response.writeHead(200).end();
  receiver.received.length = 0;
  folder.clock.now += 3_600_000;
  while (receiver.received.length < 1_100) await settle(deliverer);
  const seqs = seqsOf(receiver);
  expect(seqs).toEqual([...seqs].sort((one, two) => one - two));
  expect(new Set(seqs).size).toBe(1_100);
}, 120_000);

test('where the feed is another one, the watch goes on at its end and the log says so', async () => {
  const receiver = await receive(18);
  await folder.load({ 1: 'A' });
  const { watches } = folder.state;
  await watches.createWatch(
    {
      ...{ id: 'wat_1', accountId: 'a', filter: {}, endpoint: receiver.endpoint, secret: 'whsec_AAAA' },
      ...{ createdAt: 0, feed: 'of another folder', position: 99 },
    },
    10,
  );
  const deliverer = folder.deliverer();
  await settle(deliverer);
  expect(folder.problems.join()).toContain('wat_1');
  await folder.load({ 1: 'B' });
  await settle(deliverer);
  expect(receiver.received).toHaveLength(1);
});

test.each<[string, ChangeFilter, readonly string[]]>([
  ['kind', { kinds: ['created'] }, ['entity.created']],
  ['state', { states: ['CO'] }, ['entity.created', 'entity.changed']],
  ['another state', { states: ['NY'] }, []],
  ['field', { fields: ['status'] }, ['entity.created']],
])('a query by %s tells of what it means', async (_, filter, expected) => {
  const receiver = await receive(19);
  await folder.load({ 1: 'A' });
  await folder.addWatch(receiver.endpoint, filter);
  await folder.load({ 1: 'B', 2: 'C' });
  const deliverer = folder.deliverer();
  for (let at = 0; at < 3; at += 1) await settle(deliverer);
  expect(receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type).sort()).toEqual(
    [...expected].sort(),
  );
});

test('a service without work holds no lease and writes nothing', async () => {
  const receiver = await receive(20);
  await folder.load({ 1: 'A' });
  const deliverer = folder.deliverer();
  await folder.addWatch(receiver.endpoint);
  await settle(deliverer);
  expect(await folder.state.leases.find('webhooks')).toBeUndefined();
  await folder.load({ 1: 'B' });
  await settle(deliverer);
  expect(await folder.state.leases.find('webhooks')).toMatchObject({ owner: 'test' });
  await deliverer.close();
  expect(await folder.state.leases.find('webhooks')).toBeUndefined();
});
