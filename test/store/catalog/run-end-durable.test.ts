import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { openCatalog } from '../../../src/store/sqlite/catalog/sqlite-catalog.js';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import { endOf, entityRow, gather, newRun } from './fixtures.js';

const SOURCE = 'us_xx_register';
const folder = mkdtempSync(join(tmpdir(), 'dossier-run-end-'));
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/**
 * The end of a run is a commit of the catalog that SQLite syncs before it returns (`synchronous = full`), and with
 * it the whole log before it. No power is cut here: the order is seen in what is asked of SQLite, and the moment after the
 * sync is kept in a copy.
 */
test('the end of a run is synced, with all that was applied, before its stage is removed', async () => {
  const catalog = openCatalog({ folder, schema: 'migrate' });
  const runId = await catalog.loads.start(newRun(SOURCE, 1));
  const stage = await catalog.loads.openEntityStage(runId, SOURCE);
  await stage.put([entityRow('1'), entityRow('2')]);
  const counts = stage.counts();
  const { gone } = await (await stage.seal(null)).apply(() => undefined);

  const seen: string[] = [];
  const afterSync = join(folder, 'after-sync');
  const outcome = () => {
    const reader = new Database(join(folder, 'catalog.db'), { readonly: true });
    const found = reader.prepare('SELECT outcome FROM runs').pluck().get();
    reader.close();
    return found;
  };
  const { pragma } = Database.prototype;
  vi.spyOn(Database.prototype, 'pragma').mockImplementation(function (
    this: InstanceType<typeof Database>,
    sql,
    options,
  ) {
    const isStaged = existsSync(join(folder, 'stage', `${runId}.db`));
    if (sql.startsWith('synchronous')) seen.push(`${sql}: ${outcome()}, ${isStaged ? 'staged' : 'no stage'}`);
    if (sql === 'synchronous = normal')
      for (const end of ['', '-wal'])
        cpSync(join(folder, `catalog.db${end}`), join(afterSync, `catalog.db${end}`));
    return pragma.call(this, sql, options);
  });
  await catalog.loads.finish(runId, endOf(counts, gone, false, 1));
  vi.restoreAllMocks();
  expect(seen).toEqual(['synchronous = full: applying, staged', 'synchronous = normal: done, staged']);
  expect(existsSync(join(folder, 'stage', `${runId}.db`))).toBe(false);
  catalog.close();

  const cut = openCatalog({ folder: afterSync, schema: 'current' });
  expect(await cut.runs.list(SOURCE, 1)).toMatchObject([{ outcome: 'done', records: 2 }]);
  expect(await gather(cut.entities.scanFacets())).toHaveLength(2);
  cut.close();
});
