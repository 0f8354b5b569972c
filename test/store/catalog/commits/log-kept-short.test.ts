import { statSync, truncateSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Database } from '../../../../src/store/sqlite/file/driver.js';
import { CatalogBench } from '../bench.js';
import { entityRow } from '../fixtures.js';

/** Longer than a writer lets its log become. */
const LONG = 130 * 2 ** 20;

let bench: CatalogBench;
beforeEach(async () => {
  bench = new CatalogBench();
  await bench.load([entityRow('1'), entityRow('2')]);
});
afterEach(() => bench.close());

const log = () => `${bench.path}-wal`;
const logBytes = () => statSync(log()).size;
/** As readers without a pause make it, for SQLite begins a log again only when nobody reads. The length is a hole in the file. */
const makeLogLong = () => truncateSync(log(), LONG);

test('officers that come with links leave a short log, in each of their transactions', async () => {
  for (const name of ['MARY CONTACT', 'JOHN TRUSTEE']) {
    makeLogLong();
    expect(await bench.catalog.officers.put([{ entity: 'XX:1', names: [name], isFirst: true }], 9)).toBe(
      true,
    );
    expect(logBytes()).toBe(0);
  }
});

test('changes of links leave a short log, in each of their transactions', async () => {
  const change = { entity: 'XX:1', dataset: 'us_xx_awards', before: [], after: ['ein:1'] };
  for (const number of [1, 2]) {
    makeLogLong();
    await bench.catalog.feed.putLinkChanges([{ ...change, number, token: `t${number}` }], 9);
    expect(logBytes()).toBe(0);
  }
});

test('changes that expire leave a short log between two transactions', async () => {
  const database = new Database(bench.path);
  database.exec(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 40000)
    INSERT INTO events (kind, type, id, at, content) SELECT 'changed', 'entity', 'XX:1', 1, '[]' FROM numbers;
  `);
  const left = database.prepare<[], number>('SELECT count(*) FROM events').pluck();
  const before = left.get() ?? 0;
  makeLogLong();
  // It has made its first transaction when it gives the turn away.
  const expiry = bench.catalog.feed.expire(2_000_000);
  const lengths = [logBytes()];
  expect(before - (left.get() ?? 0)).toBe(20_000);
  makeLogLong();
  await expiry;
  lengths.push(logBytes());
  expect(lengths).toEqual([0, 0]);
  expect(left.get()).toBe(1);
  database.close();
});
