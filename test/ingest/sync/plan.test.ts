import { describe, expect, it } from 'vitest';
import { planSync } from '../../../src/ingest/sync/plan.js';
import type { Run } from '../../../src/store/store.js';
import { entitySource } from '../../support/service.js';

const CO = entitySource('us_co_business_entities');
const NOW = Date.parse('2026-10-20T12:00:00.000Z');
const DAY_MS = 86_400_000;

function run(daysAgo: number, more: Partial<Run> = {}): Run {
  const url = 'https://data.colorado.gov/api/views/4ykn-tg5h/rows.csv';
  const startedAt = NOW - daysAgo * DAY_MS;
  return { outcome: 'done', complete: false, warningList: [], inputs: [url], startedAt, ...more } as Run;
}
const whole = (daysAgo: number, more: Partial<Run> = {}) => run(daysAgo, { complete: true, ...more });
const plan = (...runs: Run[]) => planSync(CO, runs, NOW);

describe('what is fetched of a portal’s source', () => {
  it('is all of it the first time, also after runs that failed or were not complete', () => {
    expect(plan()).toEqual({ kind: 'full', why: 'first' });
    expect(plan(whole(1, { outcome: 'failed' }), run(2))).toEqual({ kind: 'full', why: 'first' });
  });

  it('is then what changed since a day before the last run that went well', () => {
    expect(plan(whole(2))).toEqual({ kind: 'increment', since: '2026-10-17T12:00:00.000' });
    expect(plan(run(1), whole(3))).toEqual({ kind: 'increment', since: '2026-10-18T12:00:00.000' });
    expect(plan(run(1, { outcome: 'failed' }), whole(3))).toEqual({
      kind: 'increment',
      since: '2026-10-16T12:00:00.000',
    });
  });

  it('is all of it again a week after the last time', () => {
    expect(plan(run(1), whole(6.9))).toMatchObject({ kind: 'increment' });
    expect(plan(run(1), whole(7))).toEqual({ kind: 'full', why: 'periodic' });
  });

  it('does not go by files that were handed in: nobody knows their day', () => {
    const byHand = { inputs: ['rows.csv'] };
    expect(plan(whole(1, byHand))).toEqual({ kind: 'full', why: 'first' });
    expect(plan(whole(1, byHand), whole(3))).toEqual({ kind: 'increment', since: '2026-10-16T12:00:00.000' });
  });

  it('is always all of it where the publisher cannot be asked for changes', () => {
    const florida = entitySource('us_fl_corporations');
    expect(planSync(florida, [whole(1)], NOW)).toEqual({ kind: 'full', why: 'only_way' });
    const { portal } = CO;
    if (portal?.kind !== 'socrata') throw new Error('Colorado has a Socrata portal.');
    expect(planSync({ ...CO, portal: { ...portal, cursor: null } }, [whole(1)], NOW)).toEqual({
      kind: 'full',
      why: 'only_way',
    });
  });
});
