import { describe, expect, it } from 'vitest';
import { isSec, MAX_TRIES, retryAfterMs, waitBefore } from '../../../src/ingest/fetch/retry.js';

const NOW = Date.parse('2026-09-01T00:00:00Z');

describe('waitBefore', () => {
  it('doubles up to a minute and ends after the last try', () => {
    const waits = Array.from({ length: MAX_TRIES }, (_, index) => wait(500, index + 1));
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, undefined]);
  });

  it('tries again after a broken connection, 408, 429 and 5xx only', () => {
    expect([undefined, 408, 429, 500, 503].map((status) => wait(status, 1))).toEqual([
      1_000, 1_000, 1_000, 1_000, 1_000,
    ]);
    expect([400, 401, 403, 404, 410].map((status) => wait(status, 1))).toEqual(Array(5).fill(undefined));
  });

  it('does not wait for more than a quarter of an hour', () => {
    expect(wait(429, 1, '900')).toBe(900_000);
    expect(wait(429, 1, '901')).toBeUndefined();
  });
});

describe('retryAfterMs', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    ['Tue, 01 Sep 2026 00:01:00 GMT', 60_000],
    ['Mon, 31 Aug 2026 00:00:00 GMT', 0],
    ['soon', undefined],
    [undefined, undefined],
  ])('reads %s as %s', (value, expected) => {
    expect(retryAfterMs(value, NOW)).toBe(expected);
  });
});

describe('isSec', () => {
  it('knows the hosts of the SEC and not those that only look like them', () => {
    expect(['sec.gov', 'www.sec.gov', 'data.sec.gov'].every(isSec)).toBe(true);
    expect(['notsec.gov', 'sec.gov.example.org'].some(isSec)).toBe(false);
  });
});

function wait(status: number | undefined, tries: number, retryAfter?: string): number | undefined {
  return waitBefore({ reason: '', status, retryAfter }, tries, NOW, false);
}
