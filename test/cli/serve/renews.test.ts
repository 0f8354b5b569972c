import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type IndexManifest, readManifest } from '../../../src/indexing/files/files.js';
import { sampleWith } from '../../faults/support.js';
import { COLORADO, loadEntities, openBoth } from '../../indexing/delta-support.js';
import { end, type Serving, startServing } from '../../support/processes/process.js';
import { openStore } from '../../support/store.js';

let data: string;
let before: IndexManifest;
let serving: Serving;
const index = () => join(data, 'index');
beforeEach(async () => {
  data = (await sampleWith(1_000)).path;
  before = present();
});
afterEach(() => end(serving.child, 'SIGTERM'));

function present(): IndexManifest {
  const manifest = readManifest(index());
  if (!manifest) throw new Error('There is no index.');
  return manifest;
}

/** The next build, made by a process that the server started. */
async function renewed(): Promise<IndexManifest> {
  while (present().builtAt === before.builtAt) await new Promise((resolve) => setTimeout(resolve, 50));
  return present();
}

test('a server that finds the current index damaged has it built again', async () => {
  const path = join(index(), before.filings);
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  writeFileSync(path, bytes);
  serving = await startServing(data);
  expect((await renewed()).contentVersion).toBe(before.contentVersion);
  expect(openBoth(index()).filings.documentCount).toBeGreaterThan(0);
});

test('a server that finds the index older than the data has it brought up to date', async () => {
  const store = await openStore(data, { schema: 'current' });
  await loadEntities(store, COLORADO, [{ key: 'new', name: 'NEWLY ARRIVED LLC' }]);
  const version = await store.catalog.content.version();
  await store.close();
  serving = await startServing(data);
  expect((await renewed()).contentVersion).toBe(version);
});
