import { describe, expect, it } from 'vitest';
import { GUARD_LIMITS, HostGuards } from '../../../src/ingest/live/host-guard.js';
import { Budget } from '../../../src/ingest/live/live-reader.js';
import { PortalFault } from '../../../src/ingest/portal/fault.js';

const HOST = 'data.example.gov';
const fault = (kind: PortalFault['kind'], retryAfterMs: number | null = null) =>
  Promise.reject(new PortalFault(HOST, kind, 'does not answer', retryAfterMs));

function start() {
  const clock = { now: 1_000_000 };
  const guards = new HostGuards(() => clock.now);
  const outcome = (work: () => Promise<unknown> = async () => 'rows', host = HOST) =>
    guards.run(host, work).then(
      (value) => String(value),
      (error: Error) => error.message,
    );
  return { clock, outcome };
}

async function times(count: number, work: () => Promise<unknown>): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (let n = 0; n < count; n += 1) outcomes.push(await work());
  return outcomes;
}

describe('a portal’s host', () => {
  it('gets a burst of requests, then so many a second; another host has its own', async () => {
    const { clock, outcome } = start();
    const refused = `${HOST} has reached its request limit.`;
    expect(await times(GUARD_LIMITS.burst, () => outcome())).toEqual(Array(GUARD_LIMITS.burst).fill('rows'));
    expect(await outcome()).toBe(refused);
    expect(await outcome(undefined, 'other.example.gov')).toBe('rows');
    clock.now += 200;
    expect(await times(3, () => outcome())).toEqual(['rows', 'rows', refused]);
  });

  it('is left alone for as long as it asks, ten minutes at most, and five seconds where it does not say', async () => {
    const { clock, outcome } = start();
    const left = `${HOST} requested a pause.`;
    for (const [request, pauseMs] of [
      [30_000, 30_000],
      [null, 5_000],
      [86_400_000, 600_000],
    ] as const) {
      await outcome(() => fault('busy', request));
      clock.now += pauseMs - 1;
      expect(await outcome()).toBe(left);
      clock.now += 1;
      expect(await outcome()).toBe('rows');
    }
  });

  it('is left alone after five failures in a row, which refusals and business are not', async () => {
    const { clock, outcome } = start();
    await times(4, () => outcome(() => fault('late')));
    expect(await outcome()).toBe('rows');
    await times(9, () => outcome(() => fault('refused')));
    await times(5, () => outcome(() => fault('broken')));
    expect(await outcome()).toBe(`${HOST} failed several times and is not queried for now.`);
    clock.now += 1;
    expect(await outcome(undefined, 'other.example.gov')).toBe('rows');
  });

  it('says whether it is asked or left alone', async () => {
    const clock = { now: 0 };
    const guards = new HostGuards(() => clock.now, { ...GUARD_LIMITS, failures: 1 });
    await guards.run('well.example.gov', async () => 'rows');
    await guards.run('down.example.gov', () => fault('broken')).catch(() => undefined);
    await guards.run('busy.example.gov', () => fault('busy')).catch(() => undefined);
    expect(Object.fromEntries(guards.states())).toEqual({
      'well.example.gov': 'asked',
      'down.example.gov': 'left_alone',
      'busy.example.gov': 'left_alone',
    });
    clock.now += GUARD_LIMITS.busyMs;
    expect(guards.states().get('busy.example.gov')).toBe('asked');
  });

  it('is tried again with one request after its rest', async () => {
    const clock = { now: 0 };
    const guards = new HostGuards(() => clock.now, { ...GUARD_LIMITS, failures: 1, restMs: 0 });
    await guards.run(HOST, () => fault('broken')).catch(() => undefined);
    expect(await guards.run(HOST, async () => 'rows')).toBe('rows');
  });

  it('passes on what is no fault of the portal', async () => {
    const { outcome } = start();
    expect(await outcome(() => Promise.reject(new TypeError('ours')))).toBe('ours');
  });
});

describe('an account’s budget', () => {
  it('is so many reads in each minute, all or none of those asked for, and no other account’s', () => {
    const clock = { now: 60_000 };
    const budget = new Budget(3, () => clock.now);
    expect([budget.take('a', 2), budget.take('a', 2), budget.take('a', 1), budget.take('a', 1)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(budget.take('b', 3)).toBe(true);
    expect(budget.take(null, 3)).toBe(true);
    clock.now += 59_000;
    expect([budget.take('a', 1), budget.secondsLeft()]).toEqual([false, 1]);
    clock.now += 1_000;
    expect(budget.take('a', 3)).toBe(true);
  });
});
