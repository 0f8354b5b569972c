import { expect, test } from 'vitest';
import { quarterOf } from '../../../src/ingest/fetch/edition.js';
import { addressesOf } from '../../../src/loading/publisher.js';
import { usSecFullIndex } from '../../../src/sources/us/sec/full-index.js';

test.each([
  ['2026-01-01T12:00:00Z', '2025/QTR4', '2025/QTR3'],
  ['2026-01-03T00:00:00Z', '2026/QTR1', '2025/QTR4'],
  ['2026-04-01T00:00:00Z', '2026/QTR1', '2025/QTR4'],
  ['2026-11-26T00:00:00Z', '2026/QTR4', '2026/QTR3'],
  ['2027-01-02T23:59:59Z', '2026/QTR4', '2026/QTR3'],
])('on %s the newest quarter of EDGAR is %s, and %s comes before it', (now, newest, before) => {
  const at = Date.parse(now);
  expect([quarterOf(at, 0), quarterOf(at, -1)]).toEqual([newest, before]);
});

test('both are fetched: of a quarter that has just ended filings still come', () => {
  const now = () => Date.parse('2026-11-26T00:00:00Z');
  const { fetch } = usSecFullIndex;
  if (fetch.kind !== 'urls') throw new Error('The index is fetched from addresses.');
  expect(addressesOf(fetch, { now })).toEqual(
    ['2026/QTR3', '2026/QTR4'].map(
      (quarter) => `https://www.sec.gov/Archives/edgar/full-index/${quarter}/master.gz`,
    ),
  );
});
