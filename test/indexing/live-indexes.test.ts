import { mkdtempSync, readdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { buildIndexes } from '../../src/indexing/build.js';
import { readManifest } from '../../src/indexing/files/files.js';
import { IndexLoader } from '../../src/indexing/files/index-loader.js';
import { LiveIndexes, warmUp } from '../../src/indexing/live-indexes.js';
import { WARM_UP } from '../../src/operations/warm-up.js';
import { type Content, fill } from '../support/service.js';
import { openStore } from '../support/store.js';

const COLORADO = (...names: string[]): Content => ({
  entities: { us_co_business_entities: names.map((name, at) => ({ key: String(at + 1), name })) },
});
const BY_NAME = {
  text: 'aspen',
  tiers: [{ how: 'words', lexicons: ['name'] }],
  filters: [],
  ranges: [],
  order: 'tiers',
  offset: 0,
  limit: 10,
} as const;

let folder: string;
let problems: string[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-index-'));
  problems = [];
});

async function build(builtAt: number, content: Content): Promise<void> {
  const store = await openStore(folder, { schema: 'migrate' });
  await fill(store.catalog, content);
  await buildIndexes(store.catalog, join(folder, 'index'), () => builtAt);
  await store.close();
}
/** A loader and the views over what it loads, as two threads have them. */
async function open() {
  const loader = new IndexLoader(join(folder, 'index'), (problem) => problems.push(problem));
  const indexes = new LiveIndexes();
  const refresh = async () => {
    const loaded = await loader.look();
    if (loaded) indexes.use(structuredClone(loaded));
    return loaded;
  };
  await refresh();
  return { current: () => indexes.current(), refresh };
}
const found = (indexes: Pick<LiveIndexes, 'current'>) => indexes.current()?.entities.search(BY_NAME).total;

it('tells how far the first build is read, up to its end', async () => {
  await build(1, COLORADO('ASPEN'));
  const reported: [number, number][] = [];
  const loader = new IndexLoader(
    join(folder, 'index'),
    () => undefined,
    undefined,
    (...far) => reported.push(far),
  );
  const loaded = await loader.look();
  const total = [...(loaded?.files.values() ?? [])].reduce((sum, file) => sum + file.byteLength, 0);
  expect(reported.at(-1)).toEqual([total, total]);
  expect(reported.map(([read]) => read)).toEqual(
    reported.map(([read]) => read).sort((one, other) => one - other),
  );
  const before = reported.length;
  await build(2, COLORADO('BIRCH'));
  await loader.look();
  expect(reported).toHaveLength(before);
});

it('each query is asked at least once before requests are, and a few times at most', async () => {
  await build(1, COLORADO('ASPEN'));
  const pair = (await open()).current();
  const request = { entities: 0, filings: 0 };
  const counted = (name: keyof typeof request) => {
    const index = pair?.[name];
    if (!index) throw new Error('No index was built.');
    return Object.assign(Object.create(index) as typeof index, {
      search: (query: typeof BY_NAME) => {
        request[name] += 1;
        return index.search(query);
      },
    });
  };
  warmUp(
    { ...pair, entities: counted('entities'), filings: counted('filings') } as NonNullable<typeof pair>,
    WARM_UP,
  );
  for (const name of ['entities', 'filings'] as const) {
    const { length } = WARM_UP[name];
    expect(request[name]).toBeGreaterThanOrEqual(length);
    expect(request[name]).toBeLessThanOrEqual(4 * length);
  }
});

describe('live indexes', () => {
  it('are none before the first build', async () => {
    expect((await open()).current()).toBeUndefined();
  });

  it('are replaced by a newer build as a pair; who took the old one keeps it', async () => {
    await build(1, COLORADO('ASPEN'));
    const indexes = await open();
    const before = indexes.current();
    await build(2, COLORADO('ASPEN', 'ASPEN TOO'));
    await indexes.refresh();
    expect([before?.entities.search(BY_NAME).total, found(indexes)]).toEqual([1, 2]);
  });

  it.each([
    ['cut', (path: string) => truncateSync(path, 100)],
    ['with one byte changed', flipOneByte],
    ['of something else', (path: string) => writeFileSync(path, 'not an index')],
  ])('go on serving the build before a file that is %s, and say so once', async (_, damage) => {
    await build(1, COLORADO('ASPEN'));
    const indexes = await open();
    await build(2, COLORADO('ASPEN', 'ASPEN TOO'));
    damage(join(folder, 'index', readManifest(join(folder, 'index'))?.entities ?? ''));
    await indexes.refresh();
    await indexes.refresh();
    expect(found(indexes)).toBe(1);
    expect(problems).toHaveLength(1);
    await build(3, COLORADO('ASPEN', 'ASPEN TOO', 'ASPEN THREE'));
    await indexes.refresh();
    expect(found(indexes)).toBe(3);
  });

  it('serve the build before a damaged one at a start, too', async () => {
    await build(1, COLORADO('ASPEN'));
    await build(2, COLORADO('ASPEN', 'ASPEN TOO'));
    flipOneByte(join(folder, 'index', readManifest(join(folder, 'index'))?.filings ?? ''));
    expect(found(await open())).toBe(1);
    expect(problems).toHaveLength(1);
  });

  it('keep the files of the build before the current one, and no more', async () => {
    for (const at of [1, 2, 3, 4]) await build(at, COLORADO('ASPEN'));
    const kept = readdirSync(join(folder, 'index')).filter((name) => name.endsWith('.idx'));
    expect(kept.map((name) => Number(name.slice(0, 15))).sort()).toEqual([3, 3, 4, 4]);
  });

  it('are read and verified once: a file that the next manifest names again is the same memory', async () => {
    await build(1, COLORADO('ASPEN'));
    const indexes = await open();
    const manifest = readManifest(join(folder, 'index'));
    if (!manifest) throw new Error('Nothing was built.');
    await build(2, COLORADO('ASPEN', 'ASPEN TOO'));
    const next = readManifest(join(folder, 'index'));
    const mixed = { ...next, entities: manifest.entities };
    writeFileSync(join(folder, 'index', 'current.json'), JSON.stringify(mixed));
    flipOneByte(join(folder, 'index', manifest.entities));
    const loaded = await indexes.refresh();
    expect(found(indexes)).toBe(1);
    expect([...(loaded?.files.keys() ?? [])]).toEqual([mixed.entities, next?.filings]);
    expect(problems).toEqual([]);
  });

  it('that could not be read for a while are read later, and told of once', async () => {
    await build(1, COLORADO('ASPEN'));
    const indexes = await open();
    await build(2, COLORADO('ASPEN', 'ASPEN TOO'));
    const name = readManifest(join(folder, 'index'))?.entities ?? '';
    const path = join(folder, 'index', name);
    renameSync(path, `${path}-away`);
    for (let look = 0; look < 5; look += 1) await indexes.refresh();
    expect(problems).toEqual([expect.stringContaining('ENOENT')]);
    expect(found(indexes)).toBe(1);
    renameSync(`${path}-away`, path);
    await expect.poll(() => indexes.refresh().then(() => found(indexes))).toBe(2);
    expect(problems).toHaveLength(1);
  });

  it('lie in memory that threads share: a message carries no copy', async () => {
    await build(1, COLORADO('ASPEN'));
    const loaded = await new IndexLoader(join(folder, 'index'), (problem) => problems.push(problem)).look();
    for (const bytes of loaded?.files.values() ?? []) {
      expect(bytes.buffer).toBeInstanceOf(SharedArrayBuffer);
      expect(structuredClone(bytes).buffer).toBeInstanceOf(SharedArrayBuffer);
    }
    expect(loaded?.files.size).toBe(2);
  });

  it('name the content they were built from', async () => {
    await build(1, COLORADO('ASPEN'));
    const store = await openStore(folder, { schema: 'current' });
    expect(readManifest(join(folder, 'index'))?.contentVersion).toBe(await store.catalog.content.version());
    await store.close();
  });
});

function flipOneByte(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}
