import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CatalogBench, SOURCE } from './bench.js';
import { entityRow, filing, gather, newRun } from './fixtures.js';

let bench: CatalogBench;
beforeEach(() => {
  bench = new CatalogBench();
});
afterEach(() => bench.close());

describe('an apply that stops in the middle', () => {
  const stop = () => {
    throw new Error('stopped');
  };

  test('goes on where it stopped (entities)', async () => {
    const rows = Array.from({ length: 60_000 }, (_, index) => entityRow(`K${index}`));
    const runId = await bench.catalog.loads.start(newRun(SOURCE, 50_000));
    const stage = await bench.catalog.loads.openEntityStage(runId, SOURCE);
    await stage.put(rows);
    const sealed = await stage.seal(null);
    await expect(sealed.apply(stop)).rejects.toThrow('stopped');
    const applied = (await bench.ids()).length;
    expect(applied).toBeGreaterThan(0);
    expect(applied).toBeLessThan(rows.length);
    await (await bench.catalog.loads.resume(runId)).apply(() => {});
    expect(await bench.ids()).toEqual(rows.map((row) => row.id));
    expect(await bench.catalog.runs.listSourceStates()).toMatchObject([{ records: rows.length }]);
  });

  test('goes on where it stopped (filings, filers and what was withdrawn)', async () => {
    const many = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => {
        const accession = `0000000001-16-${String(from + index).padStart(6, '0')}`;
        return filing({ accession, cik: 1 + (index % 50), name: `NAME ${index}` });
      });
    await bench.loadSec('us_sec_full_index', many(0, 12_000));
    const runId = await bench.catalog.loads.start(newRun('us_sec_full_index', 50_000));
    const stage = await bench.catalog.loads.openSecStage(runId, 'us_sec_full_index');
    await stage.put(many(6_000, 18_000));
    let sealed = await stage.seal({ from: '2016-07-01', to: '2016-09-30' });
    for (let stops = 0; stops < 3; stops += 1) {
      await expect(sealed.apply(stop)).rejects.toThrow('stopped');
      sealed = await resumeDead(runId);
    }
    expect(await sealed.apply(() => {})).toEqual({ gone: 6_000 });
    const found = await gather(bench.catalog.filings.scan());
    expect(found.map((row) => row.accession)).toEqual(many(6_000, 18_000).map((row) => row.accession));
    expect(await bench.catalog.runs.listSourceStates()).toMatchObject([{ records: 12_000 }]);
  });

  /** As another owner does once the one before is gone. */
  async function resumeDead(runId: number) {
    bench.reopen();
    return await bench.catalog.loads.resume(runId);
  }
});
