import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EntityRow } from '../../../src/domain/entity.js';
import { CATALOG_MIGRATIONS } from '../../../src/store/sqlite/catalog/schema.js';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import type { RecordOrigin } from '../../../src/store/store.js';
import { budget } from '../../support/effort.js';
import { CatalogBench, SOURCE } from './bench.js';
import { entityRow, newRun, WITHOUT_FILES } from './fixtures.js';

const VERSION = CATALOG_MIGRATIONS.find(({ name }) => name === 'files of records')?.version ?? 0;
const KEYS = ['A', 'B', 'C', 'D'];
const IDS = KEYS.map((key) => `XX:${key}`);

let bench: CatalogBench;
beforeEach(() => {
  bench = new CatalogBench();
});
afterEach(() => bench.close());

const row = fc
  .record({
    key: fc.constantFrom(...KEYS),
    name: fc.constantFrom('One', 'Two'),
    files: fc.constantFrom(undefined, '0', '1', '0,2'),
  })
  .map(({ key, name, files }): EntityRow => ({ ...entityRow(key, name), files }));
const loads = fc.array(fc.record({ rows: fc.array(row, { maxLength: 6 }), complete: fc.boolean() }), {
  maxLength: 6,
});

test('after any loads each record tells the run and the files that wrote it, and the run that missed it', async () => {
  await fc.assert(
    fc.asyncProperty(loads, async (all) => {
      const own = new CatalogBench();
      const model = new Map<string, Omit<RecordOrigin, 'key'>>();
      for (const { rows, complete } of all) {
        const { runId, startedAt } = await own.load(rows, complete ? 'source' : null);
        for (const { id, hash, files } of new Map(rows.map((one) => [one.id, one])).values()) {
          const held = model.get(id);
          const isSame = held?.hash === hash;
          if (isSame && held?.missedBy === null) continue;
          model.set(id, {
            ...{ hash, run: runId, missedBy: null },
            changedAt: isSame && held ? held.changedAt : startedAt,
            files: files?.split(',').map(Number) ?? null,
          });
        }
        for (const [id, held] of model) {
          const isMissed = complete && held.missedBy === null && !rows.some((one) => one.id === id);
          if (isMissed) model.set(id, { ...held, missedBy: runId });
        }
      }
      const reported = await own.catalog.origins.ofRecords(null, IDS);
      own.close();
      expect(reported).toEqual(IDS.flatMap((key) => (model.has(key) ? [{ key, ...model.get(key) }] : [])));
    }),
    { numRuns: budget(60) },
  );
});

test('in a folder of before, a record tells its run; one that is gone only the run that missed it', async () => {
  const { runId } = await bench.load([entityRow('A'), entityRow('B')]);
  const second = await bench.load([entityRow('A')], 'source');
  const older = new Database(bench.path);
  older.exec(`${WITHOUT_FILES} DELETE FROM schema_version WHERE version >= ${VERSION}`);
  older.close();
  bench.reopen();
  expect(await bench.catalog.origins.ofRecords(null, IDS)).toMatchObject([
    { key: 'XX:A', run: runId, files: null, missedBy: null },
    { key: 'XX:B', run: null, files: null, missedBy: second.runId },
  ]);
});

test('a stage that an older version sealed is applied', async () => {
  await bench.load([entityRow('A')]);
  const runId = await bench.catalog.loads.start(newRun(SOURCE, 50_000));
  const stage = await bench.catalog.loads.openEntityStage(runId, SOURCE);
  await stage.put([entityRow('A', 'Another'), entityRow('B')]);
  await stage.seal(null);
  const sealed = new Database(join(dirname(bench.path), 'stage', `${runId}.db`));
  sealed.exec('ALTER TABLE steps DROP COLUMN files');
  sealed.close();
  bench.reopen();
  await (await bench.catalog.loads.resume(runId)).apply(() => {});
  expect(await bench.catalog.origins.ofRecords(null, IDS)).toMatchObject([
    { key: 'XX:A', run: runId, files: null },
    { key: 'XX:B', run: runId, files: null },
  ]);
});
