import { afterEach, expect, test } from 'vitest';
import { PATIENCE_MS, under } from '../support.js';
import { askOfDrip } from './attacks.js';
import { type LiveVictim, startLiveVictim } from './live-victim.js';

/** A portal is waited for four seconds. */
const DEADLINE_MS = 4_000;
/** A service that ends cuts the requests that are still under way after so long. */
const DRAIN_MS = 10_000;

let victim: LiveVictim;
afterEach(() => victim.stop());

test('a portal that drips is left in time though garbage is collected, and keeps no process from ending', async () => {
  victim = await startLiveVictim(['--expose-gc']);
  const { result, slowestProbe } = await under(victim, () => askOfDrip(victim));
  expect(result.map(({ status }) => status)).toEqual([502, 502, 502]);
  expect(Math.max(...result.map(({ ms }) => ms))).toBeLessThan(DEADLINE_MS + 1_000);
  expect(slowestProbe).toBeLessThanOrEqual(PATIENCE_MS);

  const request = victim.portal.requests.length;
  const underWay = askOfDrip(victim).catch(() => undefined);
  // Colorado has a register, licences and trade names.
  await expect.poll(() => victim.portal.requests.length).toBe(request + 4);
  const before = performance.now();
  expect(await victim.stop()).toBe(0);
  expect(performance.now() - before).toBeLessThan(DRAIN_MS);
  await underWay;
});
