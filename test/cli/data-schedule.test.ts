import { expect, test } from 'vitest';
import { describeSchedule } from '../../src/cli/data/schedule.js';
import { withoutNetwork } from '../../src/ingest/fetch/download.js';
import { SOURCES } from '../../src/sources/index.js';

test('a schedule names each source that will be loaded, and when', () => {
  const [first, second] = SOURCES;
  if (!first || !second) throw new Error('There are no sources.');
  const now = Date.parse('2026-11-26T12:00:00Z');
  const text = describeSchedule(
    [
      { source: first, at: now - 1 },
      { source: second, at: Date.parse('2026-11-27T04:30:00Z') },
    ],
    now,
  );
  expect(text).toMatch(new RegExp(`${first.id} +every ${first.every} +now`));
  expect(text).toMatch(new RegExp(`${second.id} +every ${second.every} +2026-11-27 04:30 UTC`));
  expect(describeSchedule([], now)).toContain('nothing is scheduled');
});

test.each(['ENOTFOUND', 'EAI_AGAIN'])(
  'a name that cannot be looked up (%s) is told as what it is',
  (code) => {
    const error = Object.assign(new Error(`getaddrinfo ${code} data.colorado.gov`), {
      code,
      hostname: 'data.colorado.gov',
    });
    expect(withoutNetwork(error)?.message).toBe('cannot resolve data.colorado.gov: no network or DNS');
    expect(withoutNetwork(new Error('socket hang up'))).toBeUndefined();
  },
);
