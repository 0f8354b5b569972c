import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RunInProgressError } from '../../../src/store/store.js';
import { CatalogBench, SOURCE } from './bench.js';
import { endOf, entityRow, newRun } from './fixtures.js';

let bench: CatalogBench;
beforeEach(() => {
  bench = new CatalogBench();
});
afterEach(() => bench.close());

describe('runs of the catalog', () => {
  test('a run that was discarded leaves nothing behind but its row', async () => {
    const runId = await bench.catalog.loads.start(newRun(SOURCE, 5_000));
    const stage = await bench.catalog.loads.openEntityStage(runId, SOURCE);
    await stage.put([entityRow('A')]);
    await stage.discard();
    await bench.catalog.loads.finish(runId, {
      ...endOf({ records: 1, added: 1, changed: 0, unchanged: 0, repeated: 0 }, 0, false, 6_000),
      outcome: 'failed',
      error: 'The file was cut.',
    });
    expect(await bench.catalog.entities.get('XX:A')).toBeUndefined();
    expect(await bench.catalog.runs.list(SOURCE, 10)).toMatchObject([
      { id: runId, outcome: 'failed', error: 'The file was cut.' },
    ]);
  });

  test('two runs of one source cannot overlap; of two sources they can', async () => {
    await bench.catalog.loads.start(newRun(SOURCE, 1));
    await expect(bench.catalog.loads.start(newRun(SOURCE, 2))).rejects.toThrow(RunInProgressError);
    await expect(bench.catalog.loads.start(newRun('us_yy_register', 2))).resolves.toBeGreaterThan(0);
  });

  test('a run whose owner is gone is abandoned by the next one', async () => {
    const dead = await bench.catalog.loads.start(newRun(SOURCE, 1));
    bench.reopen();
    const next = await bench.catalog.loads.start(newRun(SOURCE, 2));
    expect(await bench.catalog.runs.list(SOURCE, 10)).toMatchObject([
      { id: next, outcome: 'running' },
      { id: dead, outcome: 'abandoned' },
    ]);
  });

  test('progress and warnings are served while the run goes on', async () => {
    const runId = await bench.catalog.loads.start(newRun(SOURCE, 1));
    const warningList = [{ code: 'unread_column', detail: 'fax', count: 3 }];
    await bench.catalog.runs.recordProgress(runId, {
      rows: 7,
      bytes: 70,
      totalBytes: 700,
      warnings: 3,
      warningList,
    });
    expect(await bench.catalog.runs.list(SOURCE, 1)).toMatchObject([
      { outcome: 'running', rows: 7, bytes: 70, totalBytes: 700, warnings: 3, warningList },
    ]);
  });

  test('a source tells its live records, its last run and its last good one', async () => {
    const good = await bench.load([entityRow('A'), entityRow('B')]);
    const running = await bench.catalog.loads.start(newRun(SOURCE, 90_000));
    expect(await bench.catalog.runs.listSourceStates()).toMatchObject([
      {
        sourceId: SOURCE,
        records: 2,
        lastRun: { id: running },
        lastGoodRun: { id: good.runId, added: 2 },
      },
    ]);
  });

  test('live records are counted through gone and back', async () => {
    await bench.load([entityRow('A'), entityRow('B'), entityRow('C')]);
    await bench.load([entityRow('A')], 'source');
    await bench.load([entityRow('A'), entityRow('B')], 'source');
    expect(await bench.catalog.runs.listSourceStates()).toMatchObject([{ records: 2 }]);
  });

  test('a run that was killed after sealing rolls forward to what it would have been', async () => {
    await bench.load([entityRow('A', 'Alpha'), entityRow('B')]);
    const runId = await bench.catalog.loads.start(newRun(SOURCE, 50_000));
    const stage = await bench.catalog.loads.openEntityStage(runId, SOURCE);
    await stage.put([entityRow('A', 'Alpha Two'), entityRow('C')]);
    await stage.seal('source');
    bench.reopen();
    const interrupted = await bench.catalog.loads.listInterrupted();
    expect(interrupted).toMatchObject([{ id: runId, added: 1, changed: 1, complete: true }]);
    await expect(bench.catalog.loads.start(newRun(SOURCE, 51_000))).rejects.toThrow(RunInProgressError);
    const sealed = await bench.catalog.loads.resume(runId);
    expect(await sealed.apply(() => {})).toEqual({ gone: 1 });
    expect(await bench.ids()).toEqual(['XX:A', 'XX:C']);
    expect(await bench.catalog.entities.get('XX:A')).toMatchObject({ changedAt: 50_000 });
  });

  test('a run that was killed before sealing is abandoned and changes nothing', async () => {
    const runId = await bench.catalog.loads.start(newRun(SOURCE, 1));
    await (await bench.catalog.loads.openEntityStage(runId, SOURCE)).put([entityRow('A')]);
    bench.reopen();
    expect(await bench.catalog.loads.listInterrupted()).toEqual([]);
    expect(await bench.catalog.runs.list(SOURCE, 1)).toMatchObject([{ outcome: 'abandoned' }]);
    expect(await bench.catalog.entities.get('XX:A')).toBeUndefined();
  });
});
