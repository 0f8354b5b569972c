import { expect, test } from 'vitest';
import type { SecFact } from '../../src/domain/sec/sec.js';
import type { Readers } from '../../src/ingest/run/run.js';
import { defineSecSource, type SecSource } from '../../src/sources/declare/index.js';
import { usSecSubmissions } from '../../src/sources/us/sec/submissions.js';
import type { FilingSpan } from '../../src/store/store.js';
import { filing, gather } from '../store/catalog/fixtures.js';
import { Bench } from './runs/register.js';

const bench = Bench.forEachTest();
const QUARTER = { from: '2016-07-01', to: '2016-09-30' };

function source(id: string, delivery: SecSource['delivery'], min: number): SecSource {
  return defineSecSource({
    id,
    title: 'An invented index',
    agency: { name: 'An invented agency', level: 'federal', url: 'https://example.org' },
    licence: 'public domain',
    every: 'day',
    fetch: { kind: 'manual', how: 'by hand' },
    layout: 'unverified',
    delivery,
    expect: { min },
    input: { kind: 'documents', facts: () => [] },
  });
}

/** A reader of facts that need no file. */
function reading(facts: readonly SecFact[], scopes: readonly FilingSpan[]): Readers {
  async function* batches() {
    for (const fact of facts) yield [fact];
  }
  return {
    readGroups: () => {
      throw new Error('No groups here.');
    },
    readSecFacts: () => ({
      batches: batches(),
      scopes: () => scopes.map((scope) => ({ file: 'master.idx', ...scope })),
    }),
    totalBytes: async () => 0,
  };
}

const rows = (from: number, to: number): SecFact[] =>
  Array.from({ length: to - from }, (_, index) =>
    filing({ accession: `0000000001-16-${String(from + index).padStart(6, '0')}`, name: 'NAME' }),
  );
const load = (facts: readonly SecFact[], scopes: readonly FilingSpan[] = [QUARTER]) =>
  bench.ingest({
    source: source('us_sec_full_index', 'window', 10),
    paths: ['master.idx'],
    readers: reading(facts, scopes),
  });
const live = async () => (await gather(bench.catalog.filings.scan())).length;

test('a complete quarter takes out what it does not name', async () => {
  await load(rows(0, 100));
  expect(await load(rows(10, 100))).toMatchObject({ complete: true, gone: 10, warnings: [] });
  expect(await live()).toBe(90);
});

test('a quarter that misses more than a fifth of what is stored takes out nothing and says so', async () => {
  await load(rows(0, 100));
  const report = await load(rows(0, 70));
  expect(report).toMatchObject({ outcome: 'done', complete: false, gone: 0 });
  expect(report.warnings).toEqual([
    {
      code: 'not_complete',
      detail: '2016-07-01 to 2016-09-30: 30 of the stored records are not among the 70 read',
      count: 1,
    },
  ]);
  expect(await live()).toBe(100);
});

test('a quarter with fewer rows than a complete one has takes out nothing', async () => {
  await load(rows(0, 10));
  expect(await load(rows(0, 9))).toMatchObject({ complete: false, gone: 0 });
});

test('of several quarters each is judged by itself', async () => {
  const fourth = { from: '2016-10-01', to: '2016-12-31' };
  const later = rows(100, 200).map((fact) => ({ ...fact, filed: '2016-11-01' }) as SecFact);
  await load([...rows(0, 100), ...later], [QUARTER, fourth]);
  const report = await load([...rows(0, 95), ...later.slice(0, 50)], [QUARTER, fourth]);
  expect(report).toMatchObject({ complete: true, gone: 5 });
  expect(report.warnings).toHaveLength(1);
});

test('an increment takes out nothing, whatever it lacks', async () => {
  const increment = source('us_sec_daily_index', 'increment', 1);
  await bench.ingest({ source: increment, paths: ['a.idx'], readers: reading(rows(0, 50), []) });
  const again = await bench.ingest({
    source: increment,
    paths: ['b.idx'],
    readers: reading(rows(49, 60), []),
  });
  expect(again).toMatchObject({ complete: false, gone: 0, added: 10, unchanged: 1 });
  expect(await live()).toBe(60);
});

test('a file without a fact fails the run', async () => {
  expect(await load([])).toMatchObject({
    outcome: 'failed',
    error: 'The files contain no records of this source.',
  });
});

test('a document of something else fails the run, and is said to be that', async () => {
  const path = bench.write('other.json', '{"id":1,"title":"Something else"}');
  const report = await bench.ingest({ source: usSecSubmissions, paths: [path] });
  expect(report).toMatchObject({
    outcome: 'failed',
    error:
      'The files contain no records of this source. Noticed: not_a_filer: A document without a CIK or without filings was passed over.',
  });
});
