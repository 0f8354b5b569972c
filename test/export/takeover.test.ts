import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXPORT_FORMATS } from '../../src/contract/export.js';
import { readOrder } from '../../src/export/order.js';
import { indexOf, planExport } from '../../src/export/plan.js';
import { runExport } from '../../src/export/run.js';
import { ExportFiles } from '../../src/export/service/files.js';
import { buildIndexes } from '../../src/indexing/build.js';
import { readBuild, viewsOf } from '../../src/indexing/files/index-loader.js';
import type { IndexPair } from '../../src/indexing/files/index-pair.js';
import type { Store } from '../../src/store/store.js';
import { budget } from '../support/effort.js';
import { fill } from '../support/service.js';
import { openStore } from '../support/store.js';

const COLORADO = 'us_co_business_entities';
const RECORDS = 21_000;
const ID = 'exp_1';

let store: Store;
let indexes: IndexPair;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-takeover-'));
  store = await openStore(folder, { schema: 'create' });
  const draft = (at: number) => ({ key: String(20_000_000_000 + at), name: `Aspen ${at} LLC` });
  await fill(store.catalog, {
    entities: { [COLORADO]: Array.from({ length: RECORDS }, (_, at) => draft(at)) },
  });
  const index = join(folder, 'index');
  indexes = viewsOf(await readBuild(index, await buildIndexes(store.catalog, index, Date.now)));
});
afterAll(() => store.close());

async function planned(format: (typeof EXPORT_FORMATS)[number], partBytes: number): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'dossier-exports-'));
  const order = readOrder({ kind: 'entities', format, fields: ['id', 'name'] });
  const planning = { order, asOf: Date.now(), partBytes, data: null };
  await planExport(new ExportFiles(data).folder(ID), planning, store, indexOf(indexes));
  return data;
}

const contentOf = (folder: string) =>
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('base64')]);

test('whoever is taken over writes nothing any more, at whatever page it is, and the bytes are those of one worker', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...EXPORT_FORMATS),
      fc.constantFrom(1, 60_000, 2 ** 30),
      fc.integer({ min: 0, max: RECORDS }),
      fc.integer({ min: 0, max: RECORDS }),
      async (format, partBytes, takenAt, finishedAt) => {
        const data = await planned(format, partBytes);
        const alone = mkdtempSync(join(tmpdir(), 'dossier-exports-'));
        cpSync(data, alone, { recursive: true });
        const files = new ExportFiles(data);
        const old = files.takeOver(ID, 1);
        const later: { end?: Promise<unknown> } = {};
        let canFinish: () => void = () => undefined;
        const mayFinish = new Promise<void>((resolve) => {
          canFinish = resolve;
        });
        const stale = runExport(old, store, (rows) => {
          if (rows >= takenAt && later.end === undefined) {
            const taken = files.takeOver(ID, 2);
            later.end = runExport(taken, store, (written) => {
              if (written >= finishedAt) canFinish();
            }).finally(canFinish);
          }
        });
        await stale.catch(() => undefined);
        await mayFinish;
        await later.end;
        expect(() => files.complete(ID, 1)).toThrow('ENOENT');
        files.complete(ID, 2);
        const single = new ExportFiles(alone);
        await runExport(single.takeOver(ID, 7), store);
        single.complete(ID, 7);
        expect(contentOf(files.folder(ID).path)).toEqual(contentOf(single.folder(ID).path));
        expect(readdirSync(join(data, 'exports'))).toEqual([ID]);
      },
    ),
    { numRuns: budget(30, 3) },
  );
});

test('an export that is removed while it is written is gone, and its writer fails', async () => {
  const data = await planned('ndjson', 1);
  const files = new ExportFiles(data);
  const running = runExport(files.takeOver(ID, 1), store, (rows) => {
    if (rows > 0) files.remove(ID);
  });
  await expect(running).rejects.toThrow('ENOENT');
  expect(files.held()).toEqual([]);
});

test('folders are told by id, whoever writes them, and others are left alone', () => {
  const data = mkdtempSync(join(tmpdir(), 'dossier-exports-'));
  const files = new ExportFiles(data);
  expect(files.held()).toEqual([]);
  for (const name of ['exp_1.4', 'exp_10', 'exp_2'])
    mkdirSync(join(data, 'exports', name), { recursive: true });
  expect(
    files
      .held()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(['exp_1', 'exp_10', 'exp_2']);
  files.remove('exp_1');
  expect(readdirSync(join(data, 'exports')).sort()).toEqual(['exp_10', 'exp_2']);
  expect(() => files.takeOver('exp_1', 5)).toThrow('ENOENT');
});
