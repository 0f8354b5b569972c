import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EntityRow } from '../../../src/domain/entity.js';
import { CATALOG_MIGRATIONS } from '../../../src/store/sqlite/catalog/schema.js';
import { openDatabase } from '../../../src/store/sqlite/file/database.js';
import { budget } from '../../support/effort.js';
import { CatalogBench, SOURCE } from './bench.js';
import { entityRow, WITHOUT_FILES } from './fixtures.js';

const ABSENT = ['{}', '{"status":"blank_at_source"}', '{"filings":"withheld","status":"blank_at_source"}'];

const VERSION = CATALOG_MIGRATIONS.find(({ name }) => name === 'absent counts')?.version ?? 0;
const open = (path: string) =>
  openDatabase({ path, migrations: CATALOG_MIGRATIONS, schema: 'current', synchronous: 'normal' });

const row = fc
  .record({ key: fc.constantFrom('A', 'B', 'C', 'D', 'E'), absent: fc.constantFrom(...ABSENT) })
  .map(({ key, absent }): EntityRow => ({ ...entityRow(key), absent, hash: `${key}${absent}` }));
const file = fc.record({ rows: fc.array(row, { maxLength: 8 }), complete: fc.boolean() });

/** What is counted, and what a count of all records gives. */
async function counts(bench: CatalogBench) {
  const state = (await bench.catalog.runs.listSourceStates()).find(({ sourceId }) => sourceId === SOURCE);
  const database = open(bench.path);
  const naive = database
    .prepare(
      'SELECT absent, count(*) AS records FROM entities WHERE gone_since IS NULL GROUP BY 1 ORDER BY 1',
    )
    .all();
  database.close();
  return { kept: state?.lacking, naive, records: state?.records };
}

test('records that lack the same are counted exactly, whatever files add, change, take away and bring back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 5 }), async (files) => {
      const bench = new CatalogBench();
      try {
        for (const { rows, complete } of files) {
          await bench.load(rows, complete ? 'source' : null);
          const { kept, naive, records } = await counts(bench);
          expect(kept).toEqual(naive);
          expect(kept?.reduce((sum, one) => sum + one.records, 0)).toBe(records);
        }
      } finally {
        bench.close();
      }
    }),
    { numRuns: budget(100) },
  );
});

test('a folder of before is counted when it is opened', async () => {
  const bench = new CatalogBench();
  await bench.load([entityRow('A'), { ...entityRow('B'), absent: ABSENT[1] as string }]);
  await bench.load([entityRow('A')], 'source');
  const older = open(bench.path);
  older.exec(
    `${WITHOUT_FILES} DROP TABLE absent_counts; DELETE FROM schema_version WHERE version >= ${VERSION}`,
  );
  older.close();
  bench.reopen();
  const { kept } = await counts(bench);
  expect(kept).toEqual([{ absent: '{}', records: 1 }]);
  bench.close();
});
