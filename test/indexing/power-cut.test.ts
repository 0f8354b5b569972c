import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildIndexes } from '../../src/indexing/build.js';
import { CURRENT, readManifest } from '../../src/indexing/files/files.js';
import { updateIndexes } from '../../src/indexing/update.js';
import type { Store } from '../../src/store/store.js';
import { openStore } from '../support/store.js';
import { ALWAYS_DELTA, ask, COLORADO, ENTITY_TIERS, loadEntities, now, openBoth } from './delta-support.js';

let folder: string;
let store: Store;
const index = () => join(folder, 'data', 'index');
const open = async () => {
  store = await openStore(join(folder, 'data'), { schema: 'migrate' });
};
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-power-'));
  await open();
  await loadEntities(store, COLORADO, FIRST);
  await buildIndexes(store.catalog, index(), now);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const FIRST = [{ key: '1', name: 'ASPEN' }];
const LOST = [...FIRST, { key: '2', name: 'BIRCH' }];
const OTHER = [...FIRST, { key: '3', name: 'CEDAR' }];

const find = (name: string) => openBoth(index()).entities.search(ask(name, ENTITY_TIERS)).hits.length;

/**
 * What a power cut may leave: the index is on the disk, the catalog is as it was at an earlier moment, since what its
 * log held last was not.
 */
async function loseAllSince(work: () => Promise<void>): Promise<void> {
  await store.close();
  const kept = join(folder, 'kept');
  cpSync(join(folder, 'data', 'catalog.db'), kept);
  await open();
  await work();
  await store.close();
  cpSync(kept, join(folder, 'data', 'catalog.db'));
  await open();
}

describe.each([
  ['a delta', () => updateIndexes(store.catalog, index(), now, { policy: ALWAYS_DELTA })],
  ['a build', () => buildIndexes(store.catalog, index(), now)],
] as const)('%s of a load that a power cut took back', (_, make) => {
  test('is not taken for an index of the next load, which made a content of the same version', async () => {
    let lost = 0;
    await loseAllSince(async () => {
      await loadEntities(store, COLORADO, LOST);
      await make();
      lost = await store.catalog.content.version();
    });
    await loadEntities(store, COLORADO, OTHER);
    expect(await store.catalog.content.version()).toBe(lost);
    expect(readManifest(index())?.contentVersion).toBe(lost);

    const updated = await updateIndexes(store.catalog, index(), now, { policy: ALWAYS_DELTA });
    expect(updated).toBeDefined();
    expect([find('aspen'), find('birch'), find('cedar')]).toEqual([1, 0, 1]);
  });

  test('is no ground for a delta of loads after it', async () => {
    await loseAllSince(async () => {
      await loadEntities(store, COLORADO, LOST);
      await make();
    });
    await loadEntities(store, COLORADO, OTHER);
    await loadEntities(store, COLORADO, [...OTHER, { key: '4', name: 'DOGWOOD' }]);
    await updateIndexes(store.catalog, index(), now, { policy: ALWAYS_DELTA });
    expect([find('birch'), find('cedar'), find('dogwood')]).toEqual([0, 1, 1]);
  });
});

test('an index that names no run, as older versions wrote it, holds what its version says', async () => {
  const { run, ...older } = readManifest(index()) ?? {};
  expect(run).toMatch(/^1 \d+$/);
  writeFileSync(join(index(), CURRENT), JSON.stringify(older));
  expect(await updateIndexes(store.catalog, index(), now)).toBeUndefined();
  await loadEntities(store, COLORADO, OTHER);
  const policy = ALWAYS_DELTA;
  expect(await updateIndexes(store.catalog, index(), now, { policy })).toMatchObject({
    delta: { touched: 1 },
  });
});
