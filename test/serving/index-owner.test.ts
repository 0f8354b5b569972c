import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildIndexes } from '../../src/indexing/build.js';
import { readManifest } from '../../src/indexing/files/files.js';
import type { LoadedIndex } from '../../src/indexing/files/index-loader.js';
import { IndexOwner } from '../../src/serving/data/index-owner.js';
import type { Store } from '../../src/store/store.js';
import { forgetThreads, threads, watchThreads } from '../support/processes/threads.js';
import { openStore } from '../support/store.js';

let folder: string;
let store: Store;
const problems: string[] = [];
beforeEach(async () => {
  watchThreads();
  folder = mkdtempSync(join(tmpdir(), 'dossier-index-'));
  store = await openStore(folder, { schema: 'migrate' });
});
afterEach(async () => {
  forgetThreads();
  problems.length = 0;
  await store.close();
  rmSync(folder, { recursive: true });
});

const build = () => buildIndexes(store.catalog, join(folder, 'index'), Date.now);
const own = (onLoaded: (loaded: LoadedIndex) => void, lookEveryMs = 500) =>
  new IndexOwner({
    lookEveryMs,
    folder: join(folder, 'index'),
    onLoaded,
    onProblem: (problem) => problems.push(problem),
  });

test('a build that cannot be served at first is offered again until it is', async () => {
  await build();
  let again = () => {};
  const served = new Promise<void>((resolve) => {
    again = resolve;
  });
  const offered: number[] = [];
  const owner = own(({ manifest }) => {
    offered.push(manifest.builtAt);
    if (offered.length === 2) throw new Error('no memory');
    if (offered.length === 3) again();
  });
  await owner.started;
  const first = owner.latest;
  await build();
  await served;
  expect(new Set(offered).size).toBe(2);
  expect(offered[2]).toBe(offered[1]);
  expect(owner.latest?.manifest.builtAt).toBe(offered[2]);
  expect(first?.manifest.builtAt).toBe(offered[0]);
  expect(problems).toEqual(['Error: no memory']);
  await owner.close();
});

test('where the first build cannot be served the start fails, and no thread is left', async () => {
  await build();
  const owner = own(() => {
    throw new Error('no memory');
  });
  await expect(owner.started).rejects.toThrow('no memory');
  expect(owner.latest).toBeUndefined();
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1]);
});

test('it can be closed while it starts', async () => {
  const owner = own(() => {});
  await owner.close();
  await expect(owner.started).rejects.toThrow();
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1]);
  expect(problems).toEqual([]);
});

test('its thread ends if nothing is to be loaded, and starts for a new build and a roll-back', async () => {
  await build();
  const taken: number[] = [];
  const owner = own(({ manifest }) => taken.push(manifest.builtAt), 50);
  await owner.started;
  const alive = () => threads.filter(({ threadId }) => threadId > 0).length;
  const rests = () => expect.poll(alive).toBe(0);
  await rests();
  expect(threads).toHaveLength(1);
  await build();
  await expect.poll(() => taken.length).toBe(2);
  await rests();
  const before = await owner.rollBack();
  expect(before?.builtAt).toBe(taken[0]);
  await expect.poll(() => taken.length).toBe(3);
  expect(owner.latest?.manifest.builtAt).toBe(taken[0]);
  await rests();
  expect(threads).toHaveLength(3);
  await owner.close();
  expect(problems).toEqual([]);
});

test('a roll-back whose thread does not start fails, and the next one starts another', async () => {
  const first = await build();
  await build();
  const owner = own(() => {}, 50);
  await owner.started;
  await expect.poll(() => threads.every(({ threadId }) => threadId < 0)).toBe(true);
  const endOfOurs = (worker: Worker) => void (worker.constructor === Worker && worker.terminate());
  process.on('worker', endOfOurs);
  await expect(owner.rollBack()).rejects.toThrow();
  process.off('worker', endOfOurs);
  expect(problems).toMatchObject([expect.stringContaining('does not start')]);
  expect((await owner.rollBack())?.builtAt).toBe(first.builtAt);
  await owner.close();
  expect(threads).toHaveLength(3);
});

test('a start that fails is tried again, and told of once for each try', async () => {
  await build();
  const owner = own(() => {}, 50);
  await owner.started;
  await expect.poll(() => threads.every(({ threadId }) => threadId < 0)).toBe(true);
  const manifest = join(folder, 'index/current.json');
  renameSync(manifest, `${manifest}.kept`);
  mkdirSync(manifest);
  await expect.poll(() => problems.length).toBe(1);
  expect(problems[0]).toMatch(/^The index thread does not start: .*EISDIR/);
  rmSync(manifest, { recursive: true });
  renameSync(`${manifest}.kept`, manifest);
  await build();
  await expect.poll(() => owner.latest?.manifest.builtAt).toBe(readManifest(join(folder, 'index'))?.builtAt);
  await owner.close();
  expect(problems).toHaveLength(1);
});
