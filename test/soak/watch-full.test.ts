import { expect, test } from 'vitest';
import { deliveries, seqsOf, settle } from '../webhooks/support/deliveries.js';

const watched = deliveries();

test('a watch is full after a hundred messages and reads on when they went; nothing is lost', async () => {
  const receiver = await watched.receive(17);
  receiver.answer = (response) => void response.writeHead(500).end();
  await watched.folder.load({ 0: 'A' });
  const watch = await watched.folder.addWatch(receiver.endpoint);
  const names = (suffix: string) =>
    Object.fromEntries(Array.from({ length: 1_100 }, (_, at) => [String(at), `N${at}${suffix}`]));
  await watched.folder.load(names(''));
  const deliverer = watched.folder.deliverer();
  await settle(deliverer);
  const { waiting = 0 } = (await watched.folder.state.watches.findWatch(null, watch.id)) ?? {};
  expect(waiting).toBeGreaterThanOrEqual(100);
  expect(waiting).toBeLessThanOrEqual(200);
  receiver.answer = (response) => void response.writeHead(200).end();
  receiver.received.length = 0;
  watched.folder.clock.now += 3_600_000;
  while (receiver.received.length < 1_100) await settle(deliverer);
  const seqs = seqsOf(receiver);
  expect(seqs).toEqual([...seqs].sort((one, two) => one - two));
  expect(new Set(seqs).size).toBe(1_100);
});
