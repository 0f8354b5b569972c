import { randomBytes } from 'node:crypto';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../../src/store/sqlite/file/driver.js';
import { type DamageSearch, damageOf, isDamage } from '../../src/store/sqlite/inspect/damage.js';

const PAGE = 4_096;
const folder = mkdtempSync(join(tmpdir(), 'dossier-damage-'));
const [small, large] = [join(folder, 'small.db'), join(folder, 'large.db')];

beforeAll(() => {
  for (const [path, rows] of [
    [small, 2_000],
    [large, 180_000],
  ] as const) {
    const database = new Database(path);
    database.pragma('journal_mode = WAL');
    database.exec(`
      CREATE TABLE records (number INTEGER PRIMARY KEY, id TEXT UNIQUE, document TEXT) STRICT;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
      INSERT INTO records SELECT i, 'XX:' || i, hex(zeroblob(400)) FROM n;
      DELETE FROM records WHERE number % 7 = 0;
    `);
    database.close();
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What is found while pages from one on are overwritten. */
function foundWith(path: string, first: number, bytes: Buffer, how: DamageSearch): string | null {
  const kept = readFileSync(path);
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, first * PAGE);
  const database = new Database(path, { readonly: true });
  try {
    return damageOf(database, how);
  } finally {
    database.close();
    writeSync(file, kept.subarray(first * PAGE, first * PAGE + bytes.length), 0, bytes.length, first * PAGE);
    closeSync(file);
  }
}

const noise = (pages: number) => randomBytes(pages * PAGE);

test('nothing is found in whole files', () => {
  for (const path of [small, large]) {
    for (const how of ['sampled', 'whole'] as const)
      expect(foundWith(path, 0, Buffer.alloc(0), how)).toBeNull();
  }
});

test('a single damaged page of a small file is found by either search', () => {
  for (const bytes of [noise(1), Buffer.alloc(PAGE)]) {
    for (const how of ['sampled', 'whole'] as const)
      expect(foundWith(small, 200, bytes, how)).toBeTypeOf('string');
  }
});

test('a damaged page of a schema of several pages is told, not thrown', () => {
  const path = join(folder, 'schema.db');
  const database = new Database(path);
  for (let table = 0; table < 200; table++)
    database.exec(`CREATE TABLE records_${table} (id TEXT, document TEXT)`);
  database.close();
  const pages = statSync(path).size / PAGE - 1;
  for (const how of ['sampled', 'whole'] as const)
    expect(foundWith(path, 1, noise(pages), how)).toMatch(/malformed/);
});

test('a single damaged page of a large file is found by reading the whole of it', () => {
  expect(foundWith(large, 20_000, noise(1), 'whole')).toBeTypeOf('string');
});

test('a fiftieth of the pages of a large file, overwritten or blank, is found in a sample', () => {
  const pages = Math.floor(statSync(large).size / PAGE / 50);
  for (const bytes of [noise(pages), Buffer.alloc(pages * PAGE)]) {
    expect(foundWith(large, 15_000, bytes, 'sampled')).toBeTypeOf('string');
  }
});

test('a file that is no database is damaged; one that may not be read or is not there is not called so', () => {
  const reported = (path: string) => {
    try {
      new Database(path, { fileMustExist: true }).pragma('journal_mode');
      return undefined;
    } catch (error) {
      return isDamage(error);
    }
  };
  const other = join(folder, 'other.db');
  writeFileSync(other, noise(3));
  expect(reported(other)).toBe(true);
  expect(reported(join(folder, 'none.db'))).toBe(false);
  expect(isDamage(Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_SHMSIZE' }))).toBe(false);
});
