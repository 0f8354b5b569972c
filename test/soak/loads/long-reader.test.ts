import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import { LONGEST_LOG_BYTES } from '../../../src/store/sqlite/file/wal-checkpoint.js';
import { openCatalog } from '../../support/store.js';

const COUNT = 20_000;
const SOURCES = ['us_xx_one', 'us_xx_two'];

interface Loaded {
  /** Milliseconds, of each transaction. */
  readonly waits: readonly number[];
  readonly holds: readonly number[];
  readonly changed: number;
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-held-log-'));
  openCatalog({ folder, schema: 'migrate' }).close();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Loads of all sources at once, of which each begins to apply when all are ready to. */
async function loadAll(name: string, growLogBy = 0): Promise<readonly Loaded[]> {
  const sqlite = resolve('dist/src/store/sqlite');
  const script = new URL('load-thread.mjs', import.meta.url);
  const workers = SOURCES.map(
    (sourceId) =>
      new Worker(script, { workerData: { sqlite, folder, sourceId, count: COUNT, name, growLogBy } }),
  );
  const next = <T>(worker: Worker) =>
    new Promise<T>((said, failed) => void worker.once('message', said).once('error', failed));
  await Promise.all(workers.map((worker) => next(worker)));
  const done = workers.map((worker) => next<Loaded>(worker));
  for (const worker of workers) worker.postMessage('go');
  return await Promise.all(done);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const logBytes = () => statSync(join(folder, 'catalog.db-wal'), { throwIfNoEntry: false })?.size ?? 0;

test('two loads end while a reader holds the log, and no transaction waits a second longer than for what the other writes', async () => {
  await loadAll('Name');
  const reader = new Database(join(folder, 'catalog.db'), { readonly: true });
  const names = reader
    .prepare<[], number>(`SELECT count(*) FROM entities WHERE document LIKE '%"Other %'`)
    .pluck();
  reader.exec('BEGIN');
  expect(names.get()).toBe(0);

  const [one, two] = await loadAll('Other', 2 * LONGEST_LOG_BYTES);
  expect([one?.changed, two?.changed]).toEqual([COUNT, COUNT]);
  for (const [waiting, writing] of [
    [one, two],
    [two, one],
  ]) {
    expect(waiting?.waits.length).toBeGreaterThan(COUNT / 5_000);
    expect(Math.max(...(waiting?.waits ?? []))).toBeLessThan(sum(writing?.holds ?? []) + 1_000);
  }
  expect(logBytes()).toBeGreaterThan(LONGEST_LOG_BYTES);
  expect(names.get()).toBe(0);

  reader.exec('COMMIT');
  expect(names.get()).toBe(2 * COUNT);
  await loadAll('Third');
  expect(logBytes()).toBeLessThanOrEqual(LONGEST_LOG_BYTES);
  expect(names.get()).toBe(0);
  reader.close();
});
