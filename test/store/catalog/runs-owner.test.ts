import { mkdtempSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CATALOG_MIGRATIONS } from '../../../src/store/sqlite/catalog/schema.js';
import { openDatabase } from '../../../src/store/sqlite/file/database.js';
import { lockFile } from '../../../src/store/sqlite/file-lock.js';
import { openCatalog } from '../../support/store.js';
import { newRun } from './fixtures.js';

const SOURCE = 'us_xx_register';
const newFolder = () => mkdtempSync(join(tmpdir(), 'dossier-owner-'));

test('runs of the version before keep their process as the owner', async () => {
  const folder = newFolder();
  const before = CATALOG_MIGRATIONS.findIndex(({ name }) => name === 'owners of runs');
  const file = { path: join(folder, 'catalog.db'), synchronous: 'normal' } as const;
  const older = openDatabase({ ...file, schema: 'migrate', migrations: CATALOG_MIGRATIONS.slice(0, before) });
  older
    .prepare(`INSERT INTO runs (source, outcome, pid, started_at, inputs) VALUES (?, 'running', 42, 1, '[]')`)
    .run(SOURCE);
  older.close();
  const catalog = openCatalog({ folder, schema: 'migrate' });
  expect(await catalog.runs.list(SOURCE, 1)).toMatchObject([{ owner: 'process 42', outcome: 'abandoned' }]);
  const run = await catalog.loads.start(newRun(SOURCE, 2));
  const owner = `process ${process.pid} on ${hostname()}`;
  expect(await catalog.runs.listSummaries(SOURCE, 1)).toMatchObject([{ id: run, owner }]);
  catalog.close();
});

test('a catalog that is closed leaves its runs to others; one that is open keeps them', async () => {
  const folder = newFolder();
  const [first, second] = [
    openCatalog({ folder, schema: 'create' }),
    openCatalog({ folder, schema: 'create' }),
  ];
  const run = await first.loads.start(newRun(SOURCE, 1));
  expect(await second.runs.isAlive({ id: run })).toBe(true);
  first.close();
  expect(await second.runs.isAlive({ id: run })).toBe(false);
  expect(await second.runs.list(SOURCE, 1)).toMatchObject([{ outcome: 'abandoned' }]);
  second.close();
});

test('a run whose lock another process holds is not begun: it would pass for dead or for that of another', async () => {
  const folder = newFolder();
  const catalog = openCatalog({ folder, schema: 'create' });
  const lock = lockFile(join(folder, 'stage', '1.db-lock'));
  const begun = catalog.loads.start(newRun(SOURCE, 1));
  await expect(begun).rejects.toThrow('The lock of run 1 is held by another process; try again.');
  expect(await catalog.runs.list(SOURCE, 1)).toEqual([]);
  lock?.release();
  expect(await catalog.loads.start(newRun(SOURCE, 1))).toBe(1);
  catalog.close();
});
