import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchBroken } from './attacks.js';
import { type LiveVictim, startLiveVictim } from './live-victim.js';

let victim: LiveVictim;
beforeAll(async () => {
  victim = await startLiveVictim();
});
afterAll(() => victim.stop());

test('two thousand searches of a portal that is down cost nothing, and log a few lines', async () => {
  expect(await searchBroken(victim, 20)).toEqual({ succeeded: 0, cost: 0 });
  expect(victim.portal.requests.length).toBeGreaterThan(0);
  expect(victim.logged().length).toBeGreaterThan(0);
  expect(victim.logged().length).toBeLessThan(20);
});
