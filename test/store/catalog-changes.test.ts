import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EntityRow } from '../../src/domain/entity.js';
import { ChangeLog } from '../../src/store/sqlite/catalog/runs/changes.js';
import { openCatalog, type SqliteCatalog } from '../../src/store/sqlite/catalog/sqlite-catalog.js';
import { Database } from '../../src/store/sqlite/driver.js';
import type { StageScope } from '../../src/store/store.js';
import { endOf, entityRow, filing, newRun } from './catalog-fixtures.js';

const COUNTS = { records: 0, added: 0, changed: 0, unchanged: 0, repeated: 0 };

let folder: string;
let catalog: SqliteCatalog;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-changes-'));
  catalog = openCatalog({ folder, schema: 'migrate' });
});
afterEach(() => {
  catalog.close();
  rmSync(folder, { recursive: true });
});

function changes() {
  const database = new Database(join(folder, 'catalog.db'), { readonly: true });
  const rows = database.prepare('SELECT record, what, field, before, after, run, at FROM changes').all();
  database.close();
  return rows;
}

async function load(rows: readonly EntityRow[], at: number, scope: StageScope | null = 'source') {
  const run = await catalog.startRun(newRun('us_xx_register', at));
  const stage = await catalog.openEntityStage(run, 'us_xx_register');
  await stage.put(rows);
  const { gone } = await (await stage.seal(scope)).apply(() => {});
  await catalog.finishRun(run, endOf(COUNTS, gone, scope !== null, at));
  return run;
}

test('the first load of a source writes no change rows', async () => {
  await load([entityRow('A'), entityRow('B')], 1);
  expect(changes()).toEqual([]);
});

test('afterwards what was added, changed, gone and back is a row each, by field, with run and time', async () => {
  await load([entityRow('A', 'Alpha'), entityRow('B')], 1);
  const second = await load([entityRow('A', 'Alpha Two'), entityRow('C')], 20);
  const third = await load([entityRow('A', 'Alpha Two'), entityRow('B'), entityRow('C')], 30);
  const none = { field: null, before: null, after: null };
  expect(changes()).toEqual([
    { record: 'XX:C', what: 'added', ...none, run: second, at: 20 },
    {
      record: 'XX:A',
      what: 'changed',
      field: 'name',
      before: '"Alpha"',
      after: '"Alpha Two"',
      run: second,
      at: 20,
    },
    { record: 'XX:B', what: 'gone', ...none, run: second, at: 20 },
    { record: 'XX:B', what: 'back', ...none, run: third, at: 30 },
  ]);
});

test('the same records again write neither change rows nor records', async () => {
  await load([entityRow('A'), entityRow('B')], 1);
  const tables = ['entities', 'entity_facets', 'entity_keys', 'changes', 'filing_rows', 'filers'];
  const database = new Database(join(folder, 'catalog.db'), { readonly: true });
  const read = () => tables.map((table) => database.prepare(`SELECT * FROM ${table}`).all());
  const before = read();
  await load([entityRow('B'), entityRow('A')], 2);
  expect(read()).toEqual(before);
  database.close();
});

test('link keys follow their record', async () => {
  const keys = () => {
    const database = new Database(join(folder, 'catalog.db'), { readonly: true });
    const rows = database
      .prepare('SELECT scheme, value, id FROM entity_keys JOIN entities USING (number) ORDER BY value')
      .all();
    database.close();
    return rows;
  };
  await load([entityRow('A'), entityRow('B')], 1);
  expect(keys()).toEqual([
    { scheme: 'ein', value: '1A', id: 'XX:A' },
    { scheme: 'ein', value: '1B', id: 'XX:B' },
  ]);
  const moved = { ...entityRow('A'), linkKeys: [{ scheme: 'ein', value: '9' }], hash: 'other' } as const;
  await load([moved, entityRow('B')], 2);
  expect(keys()).toEqual([
    { scheme: 'ein', value: '1B', id: 'XX:B' },
    { scheme: 'ein', value: '9', id: 'XX:A' },
  ]);
});

test('a corrected filing is a change by field; a new one is none', async () => {
  for (const [at, description] of [
    [1, 'WRONG'],
    [2, 'RIGHT'],
  ] as const) {
    const run = await catalog.startRun(newRun('us_sec_submissions', at));
    const stage = await catalog.openSecStage(run, 'us_sec_submissions');
    await stage.put([filing({ description }), filing({ accession: `0000000009-16-00000${at}` })]);
    await (await stage.seal(null)).apply(() => {});
    await catalog.finishRun(run, endOf(COUNTS, 0, false, at));
  }
  expect(changes()).toMatchObject([
    {
      record: '0000000001-16-000001/1318605/10-Q',
      what: 'changed',
      field: 'description',
      before: '"WRONG"',
      after: '"RIGHT"',
    },
  ]);
});

test('only the newest changes are kept', () => {
  const database = new Database(':memory:');
  database.exec(
    'CREATE TABLE changes (number INTEGER PRIMARY KEY, record, what, field, before, after, run, at)',
  );
  for (let run = 1; run <= 5; run += 1) {
    const log = new ChangeLog(database, { id: run, startedAt: run, isFirst: false }, 100);
    for (let at = 0; at < 60; at += 1) log.write(`${run}/${at}`, 'changed');
  }
  const kept = database.prepare<[], number>('SELECT count(*) FROM changes').pluck().get();
  expect(kept).toBe(160);
  expect(database.prepare('SELECT record FROM changes ORDER BY number DESC LIMIT 1').pluck().get()).toBe(
    '5/59',
  );
});
