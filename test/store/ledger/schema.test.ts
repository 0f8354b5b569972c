import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Migration, openDatabase, schemaVersion } from '../../../src/store/sqlite/file/database.js';
import { SchemaMismatchError } from '../../../src/store/store.js';

const FIRST: Migration = { version: 1, name: 'first', up: 'CREATE TABLE one (x INTEGER)' };
const SECOND: Migration = {
  version: 2,
  name: 'second',
  up: (db) => void db.exec('ALTER TABLE one ADD y TEXT'),
};

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-schema-'));
  path = join(folder, 'file.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (migrations: readonly Migration[], schema: 'migrate' | 'current' = 'migrate') =>
  openDatabase({ path, migrations, schema, synchronous: 'full' });

test('migrations run once, in order, and are kept with their names', () => {
  open([FIRST]).close();
  const database = open([FIRST, SECOND]);
  expect(schemaVersion(database)).toBe(2);
  expect(database.prepare('SELECT * FROM schema_version').all()).toEqual([
    { version: 1, name: 'first' },
    { version: 2, name: 'second' },
  ]);
  database.close();
});

test('a migration that fails leaves nothing of itself', () => {
  open([FIRST]).close();
  const broken = { version: 2, name: 'broken', up: 'CREATE TABLE two (x); SELECT nonsense' };
  expect(() => open([FIRST, broken])).toThrow(/nonsense/);
  const database = open([FIRST]);
  expect(database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'two'`).get()).toBeUndefined();
  database.close();
});

test('a file of a newer version is refused, also when migrating', () => {
  open([FIRST, SECOND]).close();
  expect(() => open([FIRST])).toThrow(SchemaMismatchError);
  expect(() => open([FIRST], 'current')).toThrow(/schema 2; this version supports 1/);
});

test('a file of an older version is refused where it must be current', () => {
  open([FIRST]).close();
  expect(() => open([FIRST, SECOND], 'current')).toThrow(/requires 2\). Back up, then run: dossier migrate/);
});

test('a file that is not there is made by migrating only', () => {
  expect(() => open([FIRST], 'current')).toThrow();
  expect(existsSync(path)).toBe(false);
});

test('a list with a gap is refused', () => {
  expect(() => open([SECOND])).toThrow(/out of order/);
});

test('commits are synchronous and the log is written ahead', () => {
  const database = open([FIRST]);
  expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(database.pragma('synchronous', { simple: true })).toBe(2);
  database.close();
});
