import { describe, expect, it } from 'vitest';
import { editionInput, planEditions } from '../../../src/ingest/sync/editions.js';
import type { Run } from '../../../src/store/store.js';

const NOW = Date.parse('2026-10-20T12:00:00.000Z');
const DAY_MS = 86_400_000;
const FETCH = {
  whole: 'doc/quarterly/all.zip',
  daily: { folder: 'doc/days', ending: 'c.txt' },
};
const EDITION = { path: FETCH.whole, bytes: 100, modifiedAt: Date.parse('2026-10-10T00:00:00.000Z') };
const DAYS = ['20261019', '20261002', '20261018', '20261003'].map((day) => ({
  path: `doc/days/${day}c.txt`,
  bytes: 1,
  modifiedAt: NOW,
}));
const OTHERS = ['20261019ce.txt', 'readme.txt', '2026c.txt'].map((name) => ({
  path: `doc/days/${name}`,
  bytes: 1,
  modifiedAt: NOW,
}));

/** As it reads of the edition that the server has now, unless it is another one. */
function run(
  daysAgo: number,
  outcome: Run['outcome'],
  path?: string,
  lastModified = EDITION.modifiedAt,
): Run {
  const file = { path: '', url: `sftp://sftp.example.org/${path}`, lastModified, unchanged: false };
  const inputs = path === undefined ? [] : [editionInput(file)];
  return { outcome, inputs, startedAt: NOW - daysAgo * DAY_MS } as unknown as Run;
}

function names(runs: readonly Run[], fetch: Parameters<typeof planEditions>[0] = FETCH) {
  const { kind, files } = planEditions(fetch, EDITION, [...DAYS, ...OTHERS], runs);
  return [kind, ...files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1))];
}

describe('what is fetched of a publisher with editions and daily files', () => {
  it('is at first the edition, and the days from a week before it on, in their order', () => {
    expect(names([])).toEqual(['whole', 'all.zip', '20261003c.txt', '20261018c.txt', '20261019c.txt']);
  });

  it('is then the days from a week before the last run on', () => {
    const runs = [run(1, 'done', 'doc/days/20261018c.txt'), run(9, 'done', FETCH.whole)];
    expect(names(runs)).toEqual(['changes', '20261018c.txt', '20261019c.txt']);
  });

  it('is the edition again once another one is out', () => {
    const days = run(1, 'done', 'doc/days/20261018c.txt');
    const before = run(11, 'done', FETCH.whole, EDITION.modifiedAt - 90 * DAY_MS);
    expect(names([days, before])[0]).toBe('whole');
  });

  it('is the edition again where it took the place of the old one before that was loaded', () => {
    const old = run(9, 'done', FETCH.whole, EDITION.modifiedAt - 90 * DAY_MS);
    expect(EDITION.modifiedAt).toBeLessThan(old.startedAt);
    expect(names([old])[0]).toBe('whole');
  });

  it('counts neither runs that failed nor files that were handed in', () => {
    expect(names([run(1, 'failed', FETCH.whole)])[0]).toBe('whole');
    const byHand = { ...run(1, 'done'), inputs: ['/home/me/doc/quarterly/all.zip'] };
    expect(names([byHand])[0]).toBe('whole');
  });

  it('is always the edition where there are no daily files', () => {
    const { daily: _daily, ...whole } = FETCH;
    expect(names([run(1, 'done', FETCH.whole)], whole)).toEqual(['whole', 'all.zip']);
  });
});
