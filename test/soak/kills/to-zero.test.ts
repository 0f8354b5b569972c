import { expect, test } from 'vitest';
import { asker, booksOf, hammer, sampleWith } from '../../faults/support.js';
import { end, startServing } from '../../support/processes/process.js';

const CREDITS = 1_500;

test('one key from 64 connections to two servers on one ledger: exactly its credits are answered, then only 402', async () => {
  const folder = await sampleWith(CREDITS);
  const servers = await Promise.all([startServing(folder.path), startServing(folder.path)]);
  const askers = servers.map(({ started }) => asker(started.url, folder.key, 32));
  const refusedOften = (so: ReadonlyMap<number | null, number>) => (so.get(402) ?? 0) >= 100;
  const counts = await Promise.all(askers.map((ask) => hammer(ask, 32, refusedOften)));
  for (const ask of askers) ask.end();
  for (const { child } of servers) expect(await end(child, 'SIGTERM')).toBe(0);
  const answered = counts.map((so) => so.get(200) ?? 0);
  expect(answered.every((count) => count > 0)).toBe(true);
  expect(answered.reduce((sum, count) => sum + count, 0)).toBe(CREDITS);
  for (const so of counts) expect([...so.keys()].sort()).toEqual([200, 402]);
  expect(await booksOf(folder)).toEqual({ charges: CREDITS, credits: CREDITS, refunded: 0, available: 0 });
});
