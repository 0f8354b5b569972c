import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../src/store/sqlite/file/database.js';
import { Database, type Sqlite } from '../../src/store/sqlite/file/driver.js';
import { HELD_LOG_BYTES, keepLogShort } from '../../src/store/sqlite/file/wal-checkpoint.js';

const LONGEST = 100_000;

let folder: string;
let writer: Sqlite;
let reader: Sqlite;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-long-reader-'));
  writer = new Database(join(folder, 'catalog.db'), { timeout: 30_000 });
  writer.pragma('journal_mode = WAL');
  writer.exec('CREATE TABLE rows (text)');
  reader = new Database(writer.name);
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM rows').get();
});
afterEach(() => {
  reader.close();
  writer.close();
  rmSync(folder, { recursive: true });
});

const write = (bytes: number) => writer.prepare('INSERT INTO rows VALUES (?)').run('x'.repeat(bytes));
const logBytes = () => statSync(`${writer.name}-wal`).size;
/** How often it was tried to cut the log. */
const tries = (work: () => void) => {
  const statements: string[] = [];
  const pragma = writer.pragma.bind(writer);
  writer.pragma = ((source, options) => {
    statements.push(source);
    return pragma(source, options);
  }) as Sqlite['pragma'];
  work();
  writer.pragma = pragma;
  return statements.filter((source) => source.startsWith('wal_checkpoint')).length;
};

test('a long reader, such as a backup, is not waited for as long as another writer is, nor again at once', () => {
  write(2 * LONGEST);
  const started = performance.now();
  expect(tries(() => keepLogShort(writer, LONGEST))).toBe(1);
  expect(performance.now() - started).toBeLessThan(15_000);
  expect(writer.pragma('busy_timeout', { simple: true })).toBe(30_000);
  expect(tries(() => keepLogShort(writer, LONGEST))).toBe(0);
  write(2 * LONGEST);
  expect(tries(() => keepLogShort(writer, LONGEST))).toBe(1);
});

test('once it has gone the log of a database is cut without a load, as that of the ledger must be', () => {
  writer.close();
  writer = openDatabase({ path: writer.name, schema: 'current', synchronous: 'normal', migrations: [] });
  write(LONGEST);
  truncateSync(`${writer.name}-wal`, 2 * HELD_LOG_BYTES);
  const restart = () => {
    // SQLite writes a log of a thousand pages back by itself, and the next write begins it again if nobody reads.
    write(1_100 * 4_096);
    write(1);
  };
  restart();
  expect(logBytes()).toBe(2 * HELD_LOG_BYTES);
  reader.exec('COMMIT');
  restart();
  expect(logBytes()).toBeLessThanOrEqual(HELD_LOG_BYTES);
});

test('once it has gone the log is cut', () => {
  write(2 * LONGEST);
  keepLogShort(writer, LONGEST);
  reader.exec('COMMIT');
  write(2 * LONGEST);
  keepLogShort(writer, LONGEST);
  expect(logBytes()).toBe(0);
});
