import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CATALOG_MIGRATIONS } from '../../src/store/sqlite/catalog/schema.js';
import { openCatalog } from '../../src/store/sqlite/catalog/sqlite-catalog.js';
import { openDatabase } from '../../src/store/sqlite/file/database.js';

const GONE_AT = 7;
const RECORDS = 50_000;

test('a catalog from before facets stood in the rows of records keeps each with its own, in no file of twice the size', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-facets-'));
  const file = { path: join(folder, 'catalog.db'), synchronous: 'normal' } as const;
  const before = CATALOG_MIGRATIONS.findIndex(({ name }) => name === 'facets in rows');
  const older = openDatabase({ ...file, schema: 'migrate', migrations: CATALOG_MIGRATIONS.slice(0, before) });
  // Numbers have gaps, as those of a run that was cut off leave them.
  older.exec(`
    INSERT INTO sources (id, records, first_run) VALUES ('us_xx_register', ${RECORDS}, 1);
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${RECORDS})
      INSERT INTO entities (number, id, source, hash, changed_at, gone_since, run, absent, document, files, written_run)
      SELECT 3 * n, 'XX:' || n, 1, 'h' || n, n, iif(n = ${GONE_AT}, 9, NULL), 1, '{}', '{"name":"RECORD ' || n || '"}', '1', 1
      FROM n ORDER BY n;
    INSERT INTO entity_facets SELECT number, gone_since IS NOT NULL, '{"name":"FACETS OF ' || id || '"}' FROM entities;
  `);
  const columns =
    'id, source, hash, changed_at, gone_since, run, link_keys, absent, document, files, written_run';
  const rows = `SELECT count(*), sum(length(r)) FROM (SELECT concat_ws('|', ${columns}) AS r FROM entities)`;
  const held = older.prepare(rows).get();
  older.close();
  const bytes = statSync(file.path).size;

  expect(() => openCatalog({ folder, schema: 'current' })).toThrow('schema');
  const catalog = openCatalog({ folder, schema: 'migrate' });
  let read = 0;
  for await (const page of catalog.entities.scanFacets())
    for (const { number, facets } of page) {
      read += 1;
      if (facets.name !== `FACETS OF XX:${number / 3}`) throw new Error(`${number} has ${facets.name}.`);
    }
  expect(read).toBe(RECORDS - 1);
  expect(await catalog.entities.getFacets([3 * GONE_AT, 3 * GONE_AT + 1, 3 * RECORDS])).toEqual([
    { number: 3 * RECORDS, facets: { name: `FACETS OF XX:${RECORDS}` } },
  ]);
  expect(await catalog.entities.get(`XX:${GONE_AT}`)).toMatchObject({ number: 3 * GONE_AT, goneSince: 9 });
  catalog.close();

  const migrated = openDatabase({ ...file, schema: 'current', migrations: CATALOG_MIGRATIONS });
  expect(migrated.prepare(rows).get()).toEqual(held);
  expect(() =>
    migrated.exec(`INSERT INTO entities SELECT 1, id, source, hash, changed_at, gone_since, run, written_run,
    files, link_keys, absent, facets, document FROM entities LIMIT 1`),
  ).toThrow('UNIQUE');
  migrated.close();
  expect(statSync(file.path).size).toBeLessThan(1.6 * bytes);
  rmSync(folder, { recursive: true });
});
