import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import { whileUnwritten } from '../../../src/store/sqlite/while-unwritten.js';

afterEach(() => vi.restoreAllMocks());

test('a folder that others go on reading is given up after half a minute, waits inside of SQLite counted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-unwritten-'));
  new Database(join(folder, 'links.db')).close();
  const catalog = new Database(join(folder, 'catalog.db'));
  catalog.exec('PRAGMA journal_mode = WAL; CREATE TABLE a (b)');
  const reader = new Database(catalog.name);
  reader.exec('BEGIN');
  reader.prepare('SELECT * FROM a').get();
  catalog.exec('INSERT INTO a VALUES (1)');
  // A round blocks the thread for some seconds; here each takes a minute by the clock.
  const now = performance.now.bind(performance);
  let minutes = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000 * minutes++);
  const given = whileUnwritten(folder, () => Promise.resolve());
  // If the first round was not the last, the reader is gone in the second.
  setTimeout(() => reader.close());
  await expect(given).rejects.toThrow(/catalog\.db: Other processes are using the database\.$/);
  reader.close();
  catalog.close();
});
