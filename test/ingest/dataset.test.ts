import { describe, expect, test } from 'vitest';
import { toDatasetRow } from '../../src/ingest/map/dataset-mapper.js';
import { finishInterruptedRuns } from '../../src/ingest/run/roll-forward.js';
import { defineDataset } from '../../src/sources/declare/index.js';
import { columns } from '../../src/sources/support/columns.js';
import { Bench } from './runs/register.js';

const bench = Bench.forEachTest();

const returns = defineDataset({
  id: 'us_xx_returns',
  title: 'Returns',
  agency: { name: 'Nobody', level: 'federal', url: 'https://example.com' },
  licence: 'public domain',
  every: 'month',
  fetch: { kind: 'manual', how: 'Invent it.' },
  layout: 'unverified',
  delivery: 'snapshot',
  expect: { min: 1 },
  main: 'rows',
  tables: { rows: { format: { kind: 'portal' }, columns: columns('ein name state'), keys: {} } },
  record: (group) => {
    const row = group.one('rows');
    if (row === undefined) return undefined;
    const ein = row.need('ein');
    const party = { key: `ein:${ein}`, names: [{ text: row.need('name'), kind: 'current' as const }] };
    return { key: ein, scope: row.take('state') ?? '', document: { ein }, parties: [party] };
  },
});

const rows = (state: string, ...eins: number[]) => eins.map((ein) => `${ein},NAME ${ein},${state}`);
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
const load = (lines: readonly string[]) =>
  bench.ingest({
    source: returns,
    paths: [bench.write('returns.csv', ['ein,name,state', ...lines, ''].join('\n'))],
  });
const isHeld = async (ein: number) =>
  (await bench.catalog.datasets.getPartyRecords(returns.id, [`ein:${ein}`], 1)).totalCount === 1;

describe('a data set delivered in parts', () => {
  test('marks gone what a complete part does not name, and nothing of other parts', async () => {
    await load([...rows('CT', ...numbers(100, 20)), ...rows('MS', ...numbers(200, 20))]);
    const report = await load(rows('CT', ...numbers(101, 19)));
    expect(report).toMatchObject({ outcome: 'done', gone: 1, complete: true, unchanged: 19 });
    expect([await isHeld(100), await isHeld(101), await isHeld(200)]).toEqual([false, true, true]);
  });

  test('marks nothing gone of a part that lost more than a fifth, and says so', async () => {
    await load(rows('CT', ...numbers(100, 20)));
    const report = await load(rows('CT', 100, 101, 102));
    expect(report).toMatchObject({ outcome: 'done', gone: 0, complete: false });
    expect(report.warnings).toMatchObject([
      { code: 'not_complete', detail: 'CT: 17 of the stored records are not among the 3 read' },
    ]);
    expect(await isHeld(119)).toBe(true);
  });

  test('keeps what changed: a row for each record and field', async () => {
    await load(rows('CT', 100));
    await load(['100,OTHER NAME,CT', '101,NEW,CT']);
    expect(await bench.catalog.runs.list(returns.id, 1)).toMatchObject([
      { added: 1, changed: 1, unchanged: 0 },
    ]);
  });

  test('that cannot be read changes nothing', async () => {
    await load(rows('CT', 100));
    const report = await load(['101,"CUT']);
    expect(report).toMatchObject({
      outcome: 'failed',
      error: expect.stringMatching(/^returns\.csv is truncated/),
    });
    expect([await isHeld(100), await isHeld(101)]).toEqual([true, false]);
  });

  test('read whole before a kill is applied after it', async () => {
    const runId = await bench.catalog.loads.start({
      ...{ sourceId: returns.id, startedAt: 1, inputs: [], publishedAt: null },
    });
    const stage = await bench.catalog.loads.openDatasetStage(runId, returns.id);
    await stage.put([toDatasetRow({ key: '1', document: {}, parties: [{ key: 'ein:100', names: [] }] })]);
    await stage.seal(null);
    bench.reopen();
    expect(await isHeld(100)).toBe(false);
    expect(await finishInterruptedRuns(bench.catalog, () => 2)).toHaveLength(1);
    expect(await isHeld(100)).toBe(true);
  });
});
