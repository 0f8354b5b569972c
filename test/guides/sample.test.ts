import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QUERY_PROPERTIES } from '../../src/operations/reconcile/index.js';
import { end, type Serving, startServing } from '../support/processes/process.js';
import { folderWithSample } from '../support/sample.js';
import { runBlocks } from './support/run-blocks.js';

/** Guides on the bundled sample, all with one service. */
let data: string;
let work: string;
let serving: Serving;
let env: Record<string, string>;
beforeAll(async () => {
  data = await folderWithSample('dossier-guides-');
  work = mkdtempSync(join(tmpdir(), 'dossier-guides-work-'));
  serving = await startServing(data, ['--sample']);
  env = { DOSSIER_DATA: data, URL: serving.started.url, KEY: serving.started.key ?? '' };
});
afterAll(async () => {
  await end(serving.child, 'SIGTERM');
  for (const folder of [data, work]) rmSync(folder, { recursive: true, force: true });
});

test('start', async () => {
  const [request = '', priced = '', loaded = ''] = await runBlocks('docs/guides/start.md', work, env);
  expect(request).toContain('"totalCount"');
  expect(request).toContain('"uei"');
  expect(request).toContain('"outcome":"found"');
  expect(priced).toContain('"cost":7');
  expect(loaded).toContain('us_co_business_entities');
});

test('batch', async () => {
  const [sent = '', priced = ''] = await runBlocks('docs/guides/batch.md', work, env);
  const { data: results } = JSON.parse(sent) as { data: { status: number; cost: number }[] };
  expect(results.map(({ status, cost }) => [status, cost])).toEqual([
    [200, 2],
    [200, 1],
    [404, 0],
  ]);
  expect(JSON.parse(priced)).toMatchObject({ data: { cost: 2 } });
});

test('how matching decides', async () => {
  const [request = ''] = await runBlocks('docs/guides/how-matching-decides.md', work, env);
  const { data: answer } = JSON.parse(request) as {
    data: { outcome: string; candidates: { evidence: object[] }[] };
  };
  expect(answer.outcome).toBe('found');
  const fields = answer.candidates[0]?.evidence.map((one) => (one as { field: string }).field);
  expect(fields).toEqual(expect.arrayContaining(['name', 'state', 'city', 'people']));
});

test('OpenRefine', async () => {
  const said = await runBlocks('docs/guides/openrefine.md', work, env);
  const [token = '', address = '', manifest = '', queries = '', extension = '', ended = ''] = said;
  expect(token).toMatch(/dsr_test_\w+\n/);
  expect(address).toMatch(/\/reconcile\/k\/dsr_test_\w+\n$/);
  expect(JSON.parse(manifest)).toMatchObject({ versions: ['0.2'], batchSize: 50 });
  const answered = JSON.parse(queries) as Record<string, { result: { id: string; match: boolean }[] }>;
  expect(answered.q0?.result[0]).toMatchObject({ id: 'CO:20221555001', match: true });
  expect(answered.q1).toEqual({ result: [] });
  const cells = { status: [{ str: 'Exists' }], formed: [{ date: '2022-01-04T00:00:00+00:00' }] };
  expect(JSON.parse(extension)).toMatchObject({ rows: { 'CO:20221555001': cells } });
  expect(ended).toMatch(/Key key_\w+ is revoked/);
});

test('the properties that the guide of OpenRefine names are those that there are', () => {
  const guide = readFileSync('docs/guides/openrefine.md', 'utf8');
  const named = [...guide.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, id]) => id),
  );
  const known = QUERY_PROPERTIES.map(({ id }) => id);
  expect(named.toSorted()).toEqual(known.filter((id) => id !== 'name').toSorted());
});
