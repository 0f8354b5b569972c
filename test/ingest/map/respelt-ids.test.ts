import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bulkId } from '../../../src/domain/ids.js';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import { Bench, type Lines } from '../runs/register.js';

const bench = Bench.forEachTest();
/** Keys that an id cannot hold as they are. */
const lines: Lines = Array.from(
  { length: 10 },
  (_, index) => [`Firm ${index}; Town`, `Name ${index}`] as const,
);
const idOf = (key: string) => bulkId('us_co_register', key);
const formerIdOf = (key: string) => `CO:${key}`;

/** Makes the stored records what an older version stored: ids with the key as it is, and nothing known of rows. */
function storeFormerIds(): void {
  const database = new Database(join(bench.folder, 'catalog.db'));
  const respell = database.prepare('UPDATE entities SET id = ? WHERE id = ?');
  for (const [key] of lines) expect(respell.run(formerIdOf(key), idOf(key)).changes).toBe(1);
  database.close();
  rmSync(join(bench.folder, 'rows'), { recursive: true, force: true });
}

test('records whose ids are made otherwise now replace those of the former ids at the next complete load', async () => {
  await bench.load(lines);
  storeFormerIds();
  expect(Object.keys(await bench.names())).toContain(formerIdOf('Firm 0; Town'));

  expect(await bench.load(lines)).toMatchObject({ outcome: 'done', complete: true, added: 10, gone: 10 });
  const names = await bench.names();
  expect(names).toEqual(Object.fromEntries(lines.map(([key, name]) => [idOf(key), name])));
  expect((await bench.catalog.entities.get(formerIdOf('Firm 0; Town')))?.goneSince).toBe(bench.now);

  // From then on a load is a load like any other.
  expect(await bench.load(lines)).toMatchObject({ complete: true, unchanged: 10, added: 0, gone: 0 });
});

test('a file that is not complete takes nothing away, whatever the ids are', async () => {
  await bench.load(lines);
  storeFormerIds();
  expect(await bench.load(lines.slice(0, 2))).toMatchObject({ complete: false, added: 2, gone: 0 });
  expect(Object.keys(await bench.names())).toHaveLength(12);
});
