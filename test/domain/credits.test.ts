import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BurnableGrant,
  burn,
  compareBurnOrder,
  periodAt,
  sumBurns,
} from '../../src/domain/accounts/credits.js';

const utc = (text: string) => Date.parse(`${text}Z`);
const period = (created: string, at: string) => {
  const { start, end } = periodAt(utc(created), utc(at));
  return [new Date(start).toISOString(), new Date(end).toISOString()];
};

describe('periodAt', () => {
  test('a period runs from anniversary to anniversary at the time of day of creation', () => {
    expect(period('2025-03-10T14:30:00', '2025-05-10T14:29:59.999')).toEqual([
      '2025-04-10T14:30:00.000Z',
      '2025-05-10T14:30:00.000Z',
    ]);
    expect(period('2025-03-10T14:30:00', '2025-05-10T14:30:00')[0]).toBe('2025-05-10T14:30:00.000Z');
  });

  test('the day is clipped to a short month and comes back in the next', () => {
    expect(period('2024-01-31T00:00:00', '2025-02-28T00:00:00')).toEqual([
      '2025-02-28T00:00:00.000Z',
      '2025-03-31T00:00:00.000Z',
    ]);
    expect(period('2023-12-30T00:00:00', '2024-02-29T12:00:00')[0]).toBe('2024-02-29T00:00:00.000Z');
  });

  test('before its creation an account is in its first period', () => {
    expect(period('2025-03-10T00:00:00', '2025-01-01T00:00:00')[0]).toBe('2025-03-10T00:00:00.000Z');
  });

  test('periods cover all time from creation on, without gap or overlap', () => {
    const time = fc.integer({ min: utc('1971-01-01T00:00:00'), max: utc('2120-01-01T00:00:00') });
    fc.assert(
      fc.property(time, time, (one, other) => {
        const [created, at] = [Math.min(one, other), Math.max(one, other)];
        const { start, end } = periodAt(created, at);
        expect(start).toBeLessThanOrEqual(at);
        expect(end).toBeGreaterThan(at);
        expect(periodAt(created, end).start).toBe(end);
        expect(periodAt(created, end - 1).start).toBe(start);
      }),
    );
  });
});

describe('burn', () => {
  const grant = (id: number, remaining: number, expiresAt: number | null, createdAt = 0): BurnableGrant => ({
    id,
    remaining,
    expiresAt,
    createdAt,
  });

  test('what expires first burns first, never is last, then the older, then the lower id', () => {
    const grants = [
      grant(4, 1, null, 0),
      grant(3, 1, 90, 5),
      grant(2, 1, 90, 4),
      grant(5, 1, 90, 5),
      grant(1, 1, 50, 9),
    ];
    expect(grants.sort(compareBurnOrder).map(({ id }) => id)).toEqual([1, 2, 3, 5, 4]);
  });

  test('a grant without an end comes after any other, from whichever side it is compared', () => {
    expect(compareBurnOrder(grant(1, 1, null), grant(2, 1, 90))).toBeGreaterThan(0);
    expect(compareBurnOrder(grant(2, 1, 90), grant(1, 1, null))).toBeLessThan(0);
    expect(compareBurnOrder(grant(1, 1, null), grant(2, 1, null))).toBeLessThan(0);
  });

  test('a charge may span grants', () => {
    expect(burn([grant(1, 2, 9), grant(2, 0, 9), grant(3, 9, null)], 5)).toEqual([
      [1, 2],
      [3, 3],
    ]);
  });

  test('all or nothing: what does not suffice is not touched', () => {
    const grants = [grant(1, 2, 9), grant(2, 2, 9)];
    expect(burn(grants, 5)).toBeNull();
    expect(grants.map(({ remaining }) => remaining)).toEqual([2, 2]);
  });

  test('takes exactly the credits asked for and never more than a grant holds', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), fc.nat(400), (amounts, credits) => {
        const grants = amounts.map((amount, index) => grant(index, amount, null));
        const total = amounts.reduce((sum, amount) => sum + amount, 0);
        const burned = burn(grants, credits);
        expect(burned === null).toBe(total < credits);
        expect(burned === null ? credits : sumBurns(burned)).toBe(credits);
        for (const { remaining } of grants) expect(remaining).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
