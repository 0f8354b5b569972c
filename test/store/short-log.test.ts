import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Sqlite } from '../../src/store/sqlite/database.js';
import { keepLogShort } from '../../src/store/sqlite/short-log.js';
import { CatalogBench } from './catalog-bench.js';
import { entityRow } from './catalog-fixtures.js';

const MB = 2 ** 20;

let folder: string;
let database: Sqlite;
let readers: Worker;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-log-'));
  database = new Database(join(folder, 'catalog.db'));
  database.pragma('journal_mode = WAL');
  database.exec('CREATE TABLE rows (text)');
  readers = await readWithoutPause(database.name);
});
afterEach(async () => {
  await readers.terminate();
  database.close();
  rmSync(folder, { recursive: true });
});

it('a log that is read without a pause stays short where its writer keeps it so, and only there', () => {
  expect(logAfterLoad(() => undefined)).toBeGreaterThan(30 * MB);
  keepLogShort(database, 0);
  expect(logAfterLoad(() => keepLogShort(database, 4 * MB))).toBeLessThan(8 * MB);
});

it('a load that is read beside without a pause keeps it so', async () => {
  const bench = new CatalogBench();
  const beside = await readWithoutPause(bench.path);
  const large = 'x'.repeat(32_000);
  const rows = Array.from({ length: 7_500 }, (_, at) => entityRow(`K${at}`, large));
  await bench.load(rows);
  expect(statSync(`${bench.path}-wal`).size).toBeLessThan(200 * MB);
  await beside.terminate();
  bench.close();
}, 60_000);

/** Bytes of the log after 40 MB were written, a megabyte in a transaction. */
function logAfterLoad(betweenTransactions: () => void): number {
  const insert = database.prepare('INSERT INTO rows VALUES (?)');
  for (let transaction = 0; transaction < 40; transaction += 1) {
    insert.run('x'.repeat(MB));
    betweenTransactions();
  }
  return statSync(`${database.name}-wal`).size;
}

/** Two readers of which always one at least is in the middle of a transaction; each lasts a few milliseconds. */
function readWithoutPause(path: string): Promise<Worker> {
  const code = `
    const Database = require('better-sqlite3');
    const { parentPort, workerData } = require('node:worker_threads');
    const [one, other] = [0, 1].map(() => new Database(workerData, { readonly: true }));
    const begin = (reader) => { reader.exec('BEGIN'); reader.prepare('SELECT count(*) FROM sqlite_schema').get(); };
    begin(one);
    parentPort.postMessage('reading');
    let [reading, next] = [one, other];
    const turn = () => {
      begin(next);
      reading.exec('COMMIT');
      [reading, next] = [next, reading];
      setTimeout(turn, 2);
    };
    turn();`;
  return new Promise((resolve) => {
    const worker = new Worker(code, { eval: true, workerData: path });
    worker.once('message', () => resolve(worker));
  });
}
