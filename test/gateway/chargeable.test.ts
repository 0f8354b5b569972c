import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Chargeable } from '../../src/gateway/chargeable.js';

let away = false;
const ledger = { probe: () => (away ? Promise.reject(new Error('away')) : Promise.resolve()) };
const meter = { failsLately: () => away };

beforeEach(() => {
  away = false;
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => void vi.useRealTimers());

/** As a balancer asks, once a second, for so many seconds; how often it was ready. */
async function readyFor(chargeable: Chargeable, seconds: number): Promise<number> {
  let ready = 0;
  for (let request = 0; request < seconds; request += 1) {
    if ((await chargeable.state()).ready) ready += 1;
    vi.advanceTimersByTime(1_000);
    await Promise.resolve();
  }
  return ready;
}

test('a ledger of this machine is not ready at once, and again at once', async () => {
  const chargeable = new Chargeable(ledger, meter);
  expect(await readyFor(chargeable, 5)).toBe(5);
  away = true;
  expect(await readyFor(chargeable, 5)).toBe(0);
  away = false;
  vi.advanceTimersByTime(3_000);
  expect((await chargeable.state()).ready).toBe(true);
});

test('a ledger over a network may be away for its grace, and is ready when it is back', async () => {
  const chargeable = new Chargeable(ledger, meter, 10_000);
  expect(await readyFor(chargeable, 5)).toBe(5);
  away = true;
  const ready = await readyFor(chargeable, 30);
  expect(ready).toBeGreaterThanOrEqual(10);
  expect(ready).toBeLessThanOrEqual(14);
  away = false;
  await readyFor(chargeable, 4);
  expect(await readyFor(chargeable, 5)).toBe(5);
});

test('a ledger that is not ready says why, without addresses and paths', async () => {
  const why = async (message: string) => {
    const failing = { probe: () => Promise.reject(new Error(message)) };
    return await new Chargeable(failing, { failsLately: () => false }).state();
  };
  const said = 'The ledger cannot be written; nothing can be charged.';
  expect(await why('No primary of PostgreSQL can be reached: 10.1.2.3:5432: connect ECONNREFUSED.')).toEqual({
    ready: false,
    reason: `${said} No primary of PostgreSQL can be reached.`,
  });
  expect(
    await why('The primary of PostgreSQL has no synchronous standby: synchronous_standby_names is empty.'),
  ).toEqual({
    ready: false,
    reason: `${said} The primary of PostgreSQL has no synchronous standby.`,
  });
});
