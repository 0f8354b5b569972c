import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SourceItem } from '../../src/contract/service/source.js';
import { progressOf, stateOf } from '../../src/web/pages/sources/run.js';
import { newSampleFolder } from '../support/sample.js';
import { startOn, type TestService } from '../support/service.js';

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
  expect(loaded).toContain('not said');
  expect(text).toContain('us_ak_corporations');
  expect(text).not.toContain('id="stale"');
});

test('a source that is not loaded says so, and none is a 404', async () => {
  expect((await open('/sources/us_ak_corporations')).text).toContain('This source is not loaded here.');
  expect((await open('/sources/us_zz_nothing')).status).toBe(404);
});

test('a source that was due long ago is stale, on its page and in the list', async () => {
  now += 41.5 * DAY_MS;
  const told = 'Last loaded 41 days ago; it is published daily.';
  expect((await open('/sources/us_co_business_entities')).text).toContain(told);
  expect((await open('/sources')).text).toContain(told);
  now -= 41.5 * DAY_MS;
});

test('the script is told how far a load is, and when it ended', async () => {
  const { text } = await open('/sources/us_co_business_entities/progress');
  expect(JSON.parse(text)).toEqual({ texts: { progress: 'ended well' }, done: true, everyMs: 1_000 });
});

const run = {
  ...{ outcome: 'running', startedAt: null, finishedAt: null, rows: 1_200, bytes: 250, totalBytes: 1_000 },
  ...{ added: 0, changed: 0, unchanged: 0, gone: 0, complete: false, warnings: 0, error: null },
} as NonNullable<SourceItem['lastRun']>;

test.each([
  [run, '1,200 rows read, 25 % of the files'],
  [{ ...run, totalBytes: null }, '1,200 rows read'],
  [{ ...run, outcome: 'applying' as const }, '1,200 rows read; being written'],
])('a load that runs tells its progress', (lastRun, text) => {
  expect(progressOf(lastRun)).toBe(text);
  expect(stateOf(lastRun)).toBe(text);
});

test.each([
  [null, 'none yet'],
  [{ ...run, outcome: 'failed' as const, error: 'The file is cut.' }, 'failed: The file is cut.'],
  [{ ...run, outcome: 'abandoned' as const }, 'given up before its end'],
  [{ ...run, outcome: 'done' as const, warnings: 2 }, 'ended with 2 warnings'],
])('a load that ended tells its end', (lastRun, text) => {
  expect(stateOf(lastRun)).toBe(text);
});
