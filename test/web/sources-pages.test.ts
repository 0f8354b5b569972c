import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SourceItem } from '../../src/contract/service/source.js';
import { progressOf, stateOf } from '../../src/web/pages/sources/run.js';
import { tenths } from '../../src/web/parts/numbers.js';
import { newSampleFolder } from '../support/sample.js';
import { startOn, type TestService } from '../support/service.js';
import { openStore } from '../support/store.js';

const DAY_MS = 86_400_000;

let service: TestService;
let now = Date.now();
beforeAll(async () => {
  service = await startOn(await newSampleFolder('dossier-sources-'), { now: () => now });
});
afterAll(() => service.close());

const open = async (path: string) => {
  const answer = await fetch(service.url + path);
  return { status: answer.status, text: await answer.text() };
};

test('what is loaded stands with its records and dates, what is not is named', async () => {
  const { text } = await open('/sources');
  const loaded = /<a href="\/sources\/us_co_business_entities">.*?<\/tr>/.exec(text)?.[0];
  expect(loaded).toContain('<td class="number">68</td>');
  expect(loaded).toContain('not given');
  expect(text).toContain('us_ak_corporations');
  expect(text).not.toContain('id="stale"');
});

test('a source that is not loaded says so, and none is a 404', async () => {
  expect((await open('/sources/us_ak_corporations')).text).toContain('This source is not loaded.');
  expect((await open('/sources/us_zz_nothing')).status).toBe(404);
});

test('a source that was due long ago is stale, on its page and in the list', async () => {
  now += 41.5 * DAY_MS;
  const reported = 'Last loaded 41 days ago; published daily.';
  expect((await open('/sources/us_co_business_entities')).text).toContain(reported);
  expect((await open('/sources')).text).toContain(reported);
  now -= 41.5 * DAY_MS;
});

test('how many records fill each field is told of every source, exactly as a count of its records gives it', async () => {
  const { data } = (await (await fetch(`${service.url}/api/v1/sources`)).json()) as { data: SourceItem[] };
  const held = data.filter(({ filledFields }) => filledFields !== null);
  expect(held.length).toBeGreaterThan(3);
  const reasons = new Set<string>();
  for (const { id, records, filledFields, lastRun } of held) {
    const entities = await entitiesOf(id);
    expect(entities).toHaveLength(records);
    expect(filledFields).toMatchObject({ records, countedAt: lastRun?.finishedAt });
    const { text } = await open(`/sources/${id}`);
    for (const { field, filled, share, missing } of filledFields?.fields ?? []) {
      const without = entities.filter(({ document }) => !document[field] || document[field].length === 0);
      expect(filled, `${id} ${field}`).toBe(records - without.length);
      expect(share).toBe(filled / records);
      expect(missing.reduce((sum, one) => sum + one.records, 0)).toBe(without.length);
      for (const { reason, records: count } of missing) {
        reasons.add(reason);
        // The record shows officers of linked records, too.
        if (field === 'officers') continue;
        expect(without.filter(({ absent }) => absent[field] === reason)).toHaveLength(count);
      }
      expect(text).toContain(`<td class="number">${filled.toLocaleString('en-US')}</td>`);
    }
    const streets = entities.filter(({ absent }) => 'principalAddress.street' in absent);
    expect(filledFields?.streetsWithheld).toBe(streets.length);
  }
  expect([...reasons]).toEqual(expect.arrayContaining(['blank_at_source', 'not_published_by_source']));
});

/** Each record of a source as it is stored, and what is absent from it as the API says it. */
async function entitiesOf(source: string) {
  const store = await openStore(service.folder.path, { schema: 'current' });
  const found: { document: Record<string, string | unknown[]>; absent: Record<string, string> }[] = [];
  for await (const batch of store.catalog.entities.scanForLinking()) {
    for (const { id, sourceId, document } of batch) {
      if (sourceId !== source) continue;
      const { meta } = await service.get(`/api/v1/entity/${id}`);
      found.push({ document: JSON.parse(document), absent: meta.absent as Record<string, string> });
    }
  }
  await store.close();
  return found;
}

test('a source without entities has no shares, and its page no section of them', async () => {
  const { data } = (await (await fetch(`${service.url}/api/v1/sources`)).json()) as { data: SourceItem[] };
  const tickers = data.find(({ id }) => id === 'us_sec_submissions');
  expect(tickers).toMatchObject({ loaded: true, filledFields: null });
  expect((await open('/sources/us_sec_submissions')).text).not.toContain('id="filled"');
});

test.each([
  [0, 68, '0 %'],
  [68, 68, '100 %'],
  [99_999, 100_000, '99.9 %'],
  [1, 100_000, '0.1 %'],
  [1, 3, '33.3 %'],
])('%i of %i are %s: all and nothing are said only of all and nothing', (part, whole, reported) => {
  expect(tenths(part, whole)).toBe(reported);
});

test('the script is told how far a load is, and when it ended', async () => {
  const { text } = await open('/sources/us_co_business_entities/progress');
  expect(JSON.parse(text)).toEqual({ texts: { progress: 'finished' }, done: true, everyMs: 1_000 });
});

const run = {
  ...{ outcome: 'running', startedAt: null, finishedAt: null, rows: 1_200, bytes: 250, totalBytes: 1_000 },
  ...{ added: 0, changed: 0, unchanged: 0, gone: 0, complete: false, warnings: 0, error: null },
} as NonNullable<SourceItem['lastRun']>;

test.each([
  [run, '1,200 rows read, 25 % of the files'],
  [{ ...run, totalBytes: null }, '1,200 rows read'],
  [{ ...run, outcome: 'applying' as const }, '1,200 rows read; applying'],
])('a load that runs tells its progress', (lastRun, text) => {
  expect(progressOf(lastRun)).toBe(text);
  expect(stateOf(lastRun)).toBe(text);
});

test.each([
  [null, 'none yet'],
  [{ ...run, outcome: 'failed' as const, error: 'The file is cut.' }, 'failed: The file is cut.'],
  [{ ...run, outcome: 'abandoned' as const }, 'given up'],
  [{ ...run, outcome: 'done' as const, warnings: 2 }, 'finished with 2 warnings'],
])('a load that ended tells its end', (lastRun, text) => {
  expect(stateOf(lastRun)).toBe(text);
});
