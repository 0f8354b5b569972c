import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { Database, type Sqlite } from '../../../src/store/sqlite/file/driver.js';
import { keepLogShort } from '../../../src/store/sqlite/file/wal-checkpoint.js';
import { CatalogBench } from '../../store/catalog/bench.js';
import { entityRow } from '../../store/catalog/fixtures.js';
import { openLinks } from '../../support/store.js';

const MB = 2 ** 20;

let folder: string;
let database: Sqlite;
let readers: Worker;
/** Whether a log was not cut, as a reader that got no processor was waited for in vain. */
let stayedLong = false;
beforeAll(() => {
  const { pragma } = Database.prototype;
  vi.spyOn(Database.prototype, 'pragma').mockImplementation(function (this: Sqlite, source, options) {
    const answer = pragma.call(this, source, options);
    if (source.startsWith('wal_checkpoint') && (answer as [{ busy: number }])[0].busy) stayedLong = true;
    return answer;
  });
});
afterAll(() => {
  vi.restoreAllMocks();
});
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

/** The bytes of a log after a load, which is made again if a reader was waited for in vain. */
async function logBytes(load: () => number | Promise<number>): Promise<number> {
  for (;;) {
    stayedLong = false;
    const bytes = await load();
    if (!stayedLong) return bytes;
  }
}

it('a log that is read without a pause stays short where its writer keeps it so, and only there', async () => {
  // The checkpoints that SQLite makes by itself meet a moment without a reader only by chance.
  expect(logAfterLoad(() => undefined)).toBeGreaterThan(12 * MB);
  const load = () => {
    keepLogShort(database, 0);
    return logAfterLoad(() => keepLogShort(database, 4 * MB));
  };
  expect(await logBytes(load)).toBeLessThan(8 * MB);
});

it('a load that is read beside without a pause keeps it so', async () => {
  const large = 'x'.repeat(32_000);
  const rows = Array.from({ length: 7_500 }, (_, at) => entityRow(`K${at}`, large));
  const load = async () => {
    const bench = new CatalogBench();
    const beside = await readWithoutPause(bench.path);
    await bench.load(rows);
    const { size } = statSync(`${bench.path}-wal`);
    await beside.terminate();
    bench.close();
    return size;
  };
  expect(await logBytes(load)).toBeLessThan(200 * MB);
});

it('links that are made while others read without a pause keep it so', async () => {
  const line = {
    field: 'name',
    ours: 'x'.repeat(100_000),
    theirs: null,
    verdict: 'agrees',
    weight: 1,
    text: '',
  };
  const evidence = JSON.stringify([line]);
  const link = {
    ...({
      outcome: 'linked',
      tier: 'confirmed',
      attached: true,
      probability: 1,
      decidedBy: 'model',
    } as const),
    ...{ rivals: 0, samePlace: true, evidence },
  };
  const load = async () => {
    const path = join(mkdtempSync(join(folder, 'links-')), 'links.db');
    const links = openLinks({ path, schema: 'migrate' });
    const beside = await readWithoutPause(path);
    for (let page = 0; page < 60; page += 1) {
      const parties = Array.from({ length: 40 }, (_, at) => `uei:${page * 40 + at}`);
      const judged = parties.map((party) => ({
        party,
        fingerprint: '',
        links: [{ ...link, entity: party }],
      }));
      await links.putJudgements('us_xx_awards', judged);
    }
    const { size } = statSync(`${path}-wal`);
    await beside.terminate();
    links.close();
    return size;
  };
  expect(await logBytes(load)).toBeLessThan(160 * MB);
});

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
  const worker = new Worker(new URL('log-readers.mjs', import.meta.url), {
    workerData: { driver: resolve('dist/src/store/sqlite/file/driver.js'), path },
  });
  return new Promise((reading) => worker.once('message', () => reading(worker)));
}
