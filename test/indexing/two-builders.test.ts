import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildIndexes, writeIndex } from '../../src/indexing/build.js';
import { entityIndexInput } from '../../src/indexing/entities/entity-index.js';
import { filesOf, readManifest } from '../../src/indexing/files/files.js';
import { rollBackIndex } from '../../src/indexing/files/roll-back.js';
import { updateIndexes } from '../../src/indexing/update.js';
import type { Catalog, Filings, Store } from '../../src/store/store.js';
import { openStore } from '../support/store.js';
import {
  ALWAYS_DELTA,
  COLORADO,
  filer,
  filing,
  loadEntities,
  loadSec,
  now,
  openBoth,
} from './delta-support.js';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-builders-'));
  store = await openStore(folder, { schema: 'migrate' });
  await loadEntities(store, COLORADO, [{ key: '1', name: 'ASPEN' }]);
  await loadSec(store, 'us_sec_submissions', [filer(1), filing(1, 1, '2016-08-05')]);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});
const index = () => join(folder, 'index');
const update = () => updateIndexes(store.catalog, index(), now, { policy: ALWAYS_DELTA });

/** All files of the current build and of the one before. */
function named(): string[] {
  const manifest = readManifest(index());
  if (!manifest) throw new Error('Nothing was built.');
  return [...filesOf(manifest), ...(manifest.previous ? filesOf(manifest.previous) : [])];
}
const lost = () => named().filter((name) => !existsSync(join(index(), name)));

describe('two processes that index one folder', () => {
  it('build one after the other: no file is removed that a manifest names', async () => {
    const events: string[] = [];
    const writer = (name: string, meanwhile: () => Promise<void>) => async (path: string) => {
      events.push(`${name} begins`);
      await meanwhile();
      const written = writeIndex(path, await entityIndexInput(store.catalog));
      events.push(`${name} ends`);
      return written;
    };
    let second: Promise<unknown> = Promise.resolve();
    const build = (name: string, meanwhile = async () => {}) =>
      buildIndexes(store.catalog, index(), now, {
        writeEntities: writer(name, meanwhile),
        onWait: () => events.push(`${name} waits`),
      });
    await build('first', async () => {
      second = build('second');
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    });
    await second;
    expect(events).toEqual(['first begins', 'second waits', 'first ends', 'second begins', 'second ends']);
    expect(lost()).toEqual([]);
  });

  it('are kept apart until nobody writes any more, also where one part of a build fails', async () => {
    const events: string[] = [];
    const failing = withFilings(store.catalog, {
      scan: () => {
        events.push('filings fail');
        throw new Error('The filings cannot be read.');
      },
    });
    const writeEntities = async () => {
      while (!events.includes('filings fail')) await new Promise(setImmediate);
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
      events.push('entities end');
      return 0;
    };
    const build = buildIndexes(failing, index(), now, { writeEntities });
    await expect(build.finally(() => events.push('build ends'))).rejects.toThrow(
      'The filings cannot be read.',
    );
    expect(events).toEqual(['filings fail', 'entities end', 'build ends']);
  });

  it('leave a delta that is being written alone, also where a build is rolled back meanwhile', async () => {
    await buildIndexes(store.catalog, index(), now);
    await buildIndexes(store.catalog, index(), now);
    const during = async () => {
      await loadEntities(store, COLORADO, [{ key: '2', name: 'BIRCH' }]);
      await loadSec(store, 'us_sec_daily_index', [filing(2, 1, '2016-08-06')]);
    };
    const rolling = between(store.catalog, () => rollBackIndex(index()));
    const writeEntities = async (path: string) => {
      await during();
      return writeIndex(path, await entityIndexInput(store.catalog));
    };
    await buildIndexes(rolling, index(), now, { writeEntities });
    expect(readManifest(index())?.delta).toMatchObject({ entities: expect.any(String), touched: 3 });
    expect(lost()).toEqual([]);
    expect(openBoth(index()).filings.documentCount).toBe(2);
  });
});

/** The catalog, with something that happens when the first of a delta's two files is written. */
function between(catalog: Catalog, happens: () => Promise<unknown>): Catalog {
  const { filings } = catalog;
  return withFilings(catalog, {
    get: async (accessions) => {
      await happens();
      return filings.get(accessions);
    },
  });
}

function withFilings(catalog: Catalog, change: Partial<Filings>): Catalog {
  const filings = new Proxy<Filings>(catalog.filings, {
    get: (real, name) => change[name as keyof Filings] ?? real[name as keyof Filings].bind(real),
  });
  return { ...catalog, filings };
}

describe('a build that cannot be opened', () => {
  beforeEach(async () => {
    await buildIndexes(store.catalog, index(), now);
    await loadEntities(store, COLORADO, [{ key: '2', name: 'BIRCH' }]);
  });
  const path = () => join(index(), readManifest(index())?.entities ?? '');

  it.each([
    [
      'was written with another version of the bitmaps',
      (bytes: string) => bytes.replace('CRoaring', 'XRoaring'),
    ],
    ['is cut', (bytes: string) => bytes.slice(0, -1)],
    ['is damaged', (bytes: string) => `${bytes.slice(0, -1)}${bytes.endsWith('x') ? 'y' : 'x'}`],
  ])('is built again with the next load where it %s', async (_how, spoilt) => {
    const before = path();
    writeFileSync(before, spoilt(readFileSync(before, 'latin1')), 'latin1');
    expect((await update())?.delta).toBeUndefined();
    expect(path()).not.toBe(before);
    expect(openBoth(index()).entities.documentCount).toBe(1);
  });

  it('is built again with the next load where a file is lost', async () => {
    rmSync(path());
    await update();
    expect(openBoth(index()).entities.documentCount).toBe(1);
  });
});
