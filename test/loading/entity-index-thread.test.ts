import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildIndexes, type WriteEntities } from '../../src/indexing/build.js';
import { readManifest } from '../../src/indexing/files/files.js';
import { entitiesInThread } from '../../src/loading/threads/entity-threads.js';
import type { Store } from '../../src/store/store.js';
import { COLORADO, loadEntities, now, openBoth } from '../indexing/delta-support.js';
import { openStore } from '../support/store.js';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-entity-thread-'));
  store = await openStore(folder, { schema: 'migrate' });
  await loadEntities(store, COLORADO, [
    { key: '1', name: 'ASPEN' },
    { key: '2', name: 'BIRCH' },
  ]);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

async function entitiesBuilt(index: string, writeEntities?: WriteEntities): Promise<Buffer> {
  const path = join(folder, index);
  await buildIndexes(store.catalog, path, now, { writeEntities });
  return readFileSync(join(path, readManifest(path)?.entities ?? ''));
}

test('a thread of its own writes the very index that the thread of the command does, ids included', async () => {
  const alone = await entitiesBuilt('alone');
  expect(await entitiesBuilt('threaded', entitiesInThread(folder))).toEqual(alone);
  const { entities } = openBoth(join(folder, 'threaded'));
  const [first, second] =
    (await store.catalog.entities.scanFacets()[Symbol.asyncIterator]().next()).value ?? [];
  expect([entities.numberOf('id', 'CO:1'), entities.numberOf('id', 'CO:2')]).toEqual([
    first?.number,
    second?.number,
  ]);
});

test('where the ids cannot be read the thread is ended: it would wait for them for ever', async () => {
  const noIds = Promise.reject(new Error('The disk is gone.'));
  const written = entitiesInThread(folder)(join(folder, 'entities.idx'), noIds);
  await expect(written).rejects.toThrow('The entity index thread ended before it had finished.');
  expect(readdirSync(folder)).not.toContain('entities.idx');
});
