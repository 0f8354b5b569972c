import { describe, expect, it } from 'vitest';
import { dueAt, dueSources } from '../../../src/ingest/schedule.js';
import type { Run, SourceState } from '../../../src/store/store.js';
import { entitySource } from '../../support/service.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse('2026-10-20T12:00:00Z');
const DAILY = entitySource('us_co_business_entities');
const MONTHLY = entitySource('us_ny_active_corporations');
const BY_HAND = entitySource('us_ak_corporations');

function state(good: number | null, last: Partial<Run> | null = null): SourceState {
  const run = (startedAt: number) => ({ startedAt, finishedAt: startedAt, outcome: 'done' }) as Run;
  const lastGoodRun = good === null ? null : run(good);
  return {
    sourceId: 'x',
    records: 1,
    lacking: [],
    lastGoodRun,
    lastRun: last === null ? lastGoodRun : (last as Run),
  };
}

describe('a source is due', () => {
  it('as often as its publisher renews it, counted from the last run that went well', () => {
    expect(dueAt(DAILY, state(NOW), false)).toBe(NOW + DAY_MS);
    expect(dueAt(MONTHLY, state(NOW), false)).toBe(NOW + 30 * DAY_MS);
  });

  it('an hour after a failure, not sooner', () => {
    const failed = { outcome: 'failed', startedAt: NOW - HOUR_MS, finishedAt: NOW } as const;
    expect(dueAt(DAILY, state(NOW - 3 * DAY_MS, failed), false)).toBe(NOW + HOUR_MS);
    expect(dueAt(DAILY, state(NOW, { ...failed, finishedAt: NOW + HOUR_MS }), false)).toBe(NOW + DAY_MS);
    expect(dueAt(DAILY, state(null, failed), true)).toBe(NOW + HOUR_MS);
  });

  it('never by itself where it was never loaded or is loaded by hand', () => {
    expect(dueAt(DAILY, undefined, false)).toBeNull();
    expect(dueAt(DAILY, undefined, true)).toBe(0);
    expect(dueAt(BY_HAND, state(NOW - 400 * DAY_MS), true)).toBeNull();
  });
});

describe('what is due', () => {
  it('comes longest overdue first, with the time of the next', () => {
    const states = new Map([
      [DAILY.id, state(NOW - 2 * DAY_MS)],
      [MONTHLY.id, state(NOW - 40 * DAY_MS)],
    ]);
    const all = [DAILY, MONTHLY, BY_HAND];
    expect(dueSources(all, states, NOW, false)).toEqual({ due: [MONTHLY, DAILY], nextAt: null });
    states.set(DAILY.id, state(NOW - HOUR_MS));
    expect(dueSources(all, states, NOW, false)).toEqual({ due: [MONTHLY], nextAt: NOW + 23 * HOUR_MS });
    expect(dueSources(all, new Map(), NOW, false)).toEqual({ due: [], nextAt: null });
  });
});
