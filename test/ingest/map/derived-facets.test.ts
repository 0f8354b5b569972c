import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import { ABC, Bench, type Lines } from '../runs/register.js';

const bench = Bench.forEachTest();
const IDS = ABC.map(([key]) => `CO:${key}`);

interface StoredRow {
  readonly facets: string;
  readonly hash: string;
  readonly changed_at: number;
  readonly run: number;
}

function withDatabase<Value>(use: (database: InstanceType<typeof Database>) => Value): Value {
  const database = new Database(join(bench.folder, 'catalog.db'));
  try {
    return use(database);
  } finally {
    database.close();
  }
}

const stored = () =>
  withDatabase(
    (database) =>
      database.prepare('SELECT facets, hash, changed_at, run FROM entities ORDER BY id').all() as StoredRow[],
  );

/** Stores the records as a version did that derives one facet less; a version before 0.2.0 hashed the facets too. */
function storeWithoutFacet(hashesFacets: boolean): void {
  withDatabase((database) => {
    database.exec(`UPDATE entities SET facets = json_remove(facets, '$.jurisdictionLevel')`);
    if (!hashesFacets) return;
    const rows = database
      .prepare(`SELECT number, document, absent, facets, coalesce(link_keys, '[]') AS keys FROM entities`)
      .all() as { number: number; document: string; absent: string; facets: string; keys: string }[];
    for (const { number, document, absent, facets, keys } of rows) {
      const hash = createHash('sha1').update([document, absent, facets, keys].join('\0')).digest('hex');
      database.prepare('UPDATE entities SET hash = ? WHERE number = ?').run(hash.slice(0, 16), number);
    }
  });
  rmSync(join(bench.folder, 'rows'), { recursive: true, force: true });
}

test.each([
  ['that hashed facets too', true],
  ['that hashes the content alone', false],
])('a facet more than a version had %s changes no record, and is stored', async (_, hashesFacets) => {
  await bench.load(ABC);
  const derived = stored().map(({ facets }) => facets);
  storeWithoutFacet(hashesFacets);
  const before = stored();
  const origins = await bench.catalog.origins.ofRecords(null, IDS);

  const report = await bench.load(ABC);
  expect(report).toMatchObject({ outcome: 'done', added: 0, changed: 0, unchanged: 3, gone: 0 });
  expect(await bench.catalog.origins.ofRecords(null, IDS)).toEqual(origins);
  expect(stored()).toEqual(before.map((row, at) => ({ ...row, facets: derived[at] })));

  const again = await bench.load(ABC);
  expect(again).toMatchObject({ changed: 0, unchanged: 3 });
  expect(stored().map(({ facets }) => facets)).toEqual(derived);
});

test('a record that changes beside such a facet is the only one that changed', async () => {
  await bench.load(ABC);
  storeWithoutFacet(true);
  const other: Lines = [['A', 'Another name'], ...ABC.slice(1)];
  const report = await bench.load(other);
  expect(report).toMatchObject({ changed: 1, unchanged: 2 });
  const [a, b] = stored();
  expect(a?.changed_at).toBe(bench.now);
  expect(b?.changed_at).toBeLessThan(bench.now);
});
