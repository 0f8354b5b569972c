import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CATALOG_MIGRATIONS } from '../../../src/store/sqlite/catalog/schema.js';
import { openCatalog } from '../../../src/store/sqlite/catalog/sqlite-catalog.js';
import { openDatabase } from '../../../src/store/sqlite/file/database.js';

test('the feed of an older folder begins with its migration', async () => {
  const old = mkdtempSync(join(tmpdir(), 'dossier-changes-old-'));
  const file = { path: join(old, 'catalog.db'), synchronous: 'normal' } as const;
  const before = CATALOG_MIGRATIONS.findIndex(({ name }) => name === 'feed of changes');
  const older = openDatabase({ ...file, schema: 'migrate', migrations: CATALOG_MIGRATIONS.slice(0, before) });
  older.exec(`INSERT INTO changes (record, what, run, at) VALUES ('XX:A', 'added', 1, 1);
    INSERT INTO sources (id, records, first_run) VALUES ('us_xx_register', 1, 1);
    UPDATE counters SET value = 3 WHERE name = 'content_version';`);
  older.close();
  const began = Date.now();
  const migrated = openCatalog({ folder: old, schema: 'migrate' });
  const state = await migrated.feed.state();
  expect(state).toMatchObject({ oldest: 0, newest: 0 });
  expect(Math.abs(state.beganAt - began)).toBeLessThan(60_000);
  expect(await migrated.feed.positionOf(3)).toBe(0);
  expect((await migrated.feed.changesAfter(null, 9)).events).toEqual([]);
  migrated.close();
  rmSync(old, { recursive: true });
});
