import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildIndexes } from '../../src/indexing/build.js';
import { toEntityRow } from '../../src/ingest/map/entity-row.js';
import { giveUpRun } from '../../src/ingest/run/roll-forward.js';
import { isLinked, relink } from '../../src/linking/relink.js';
import type { Links, Store } from '../../src/store/store.js';
import { COLORADO, loadDataset, loadEntities, now } from '../indexing/delta-support.js';
import { newRun } from '../store/catalog/fixtures.js';
import { entitySource } from '../support/service.js';
import { openLinks, openStore } from '../support/store.js';

const NONPROFITS = 'us_irs_exempt_organizations';
const [HERE, THERE] = ['1 INVENTED WAY, DENVER, CO 80202', '7 OTHER ST, PUEBLO, CO 81001'];
const firm = (key: string, name: string, principalAddress: string) => ({ key, name, principalAddress });
const FIRST = [firm('1', 'ASPEN LANTERN SOCIETY', HERE), firm('2', 'BIRCH QUARTZ LLC', THERE)];
const LOST = [...FIRST, firm('3', 'CEDAR OSPREY LLC', HERE)];
/** It takes one of those that share an address to another one, brings one there, and gives the party another bearer. */
const OTHER = [
  firm('1', 'ASPEN LANTERN SOCIETY', THERE),
  firm('2', 'BIRCH QUARTZ LLC', THERE),
  firm('4', 'ASPEN LANTERN SOCIETY', HERE),
];
const PARTY = {
  key: 'ein:840000001',
  names: [{ text: 'ASPEN LANTERN SOCIETY', kind: 'current' as const }],
  address: { street: '1 INVENTED WAY', city: 'DENVER', state: 'CO', zip: '80202' },
  identifiers: [{ scheme: 'ein' as const, value: '840000001' }],
};

let folder: string;
let store: Store;
const data = () => join(folder, 'data');
const index = () => join(folder, 'index');
const open = async () => {
  store = await openStore(data(), { schema: 'migrate' });
};
const link = () => relink(store.catalog, store.links, now);
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-lost-content-'));
  await open();
  await loadEntities(store, COLORADO, FIRST);
  await loadDataset(store, NONPROFITS, [{ key: '1', document: {}, parties: [PARTY] }]);
  await link();
  await buildIndexes(store.catalog, index(), now);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** A power cut may leave this: the links are on the disk, and the catalog is as it was at an earlier moment. */
async function loseContentOf(work: () => Promise<void>): Promise<number> {
  await store.close();
  const kept = join(folder, 'kept');
  cpSync(join(data(), 'catalog.db'), kept);
  await open();
  await work();
  const lost = await store.catalog.content.version();
  await store.close();
  cpSync(kept, join(data(), 'catalog.db'));
  await open();
  return lost;
}

async function all(links: Links) {
  const shared = ['1 invented way 80202', '7 other st 81001'].map((key) => ({
    kind: 'principal_address' as const,
    key,
  }));
  return {
    shared: await Promise.all(shared.map((one) => links.sharing(one, 10))),
    linked: await Promise.all(['1', '2', '3', '4'].map((key) => links.ofEntity(`CO:${key}`))),
  };
}

/** What it applies stays, and no run is known to have made that content. */
async function loadAndGiveUp({ catalog }: Store): Promise<void> {
  const runId = await catalog.loads.start(newRun(COLORADO, now()));
  const stage = await catalog.loads.openEntityStage(runId, COLORADO);
  await stage.put(OTHER.map((draft) => toEntityRow(entitySource(COLORADO), draft)));
  const stop = () => {
    throw new Error('stopped');
  };
  await expect((await stage.seal(null)).apply(stop)).rejects.toThrow('stopped');
  expect(await giveUpRun(catalog, runId, now)).toMatchObject({ id: runId });
}

test.each([
  ['at once', () => loadEntities(store, COLORADO, OTHER)],
  [
    'after an index was built, which lets the catalog forget',
    async () => {
      await loadEntities(store, COLORADO, OTHER);
      await buildIndexes(store.catalog, index(), now);
    },
  ],
  ['which is of a run that was given up', () => loadAndGiveUp(store)],
])(
  'links of a content that a power cut took back are made anew for another of its version, %s',
  async (_, loadOther) => {
    const lost = await loseContentOf(async () => {
      await loadEntities(store, COLORADO, LOST);
      await link();
      await buildIndexes(store.catalog, index(), now);
    });
    await loadOther();
    expect(await store.catalog.content.version()).toBe(lost);
    expect(await isLinked(store.catalog, store.links)).toBe(false);
    await link();
    const fresh = openLinks({ path: join(folder, 'fresh.db'), schema: 'migrate' });
    await relink(store.catalog, fresh, now);
    const found = await all(store.links);
    expect(found.shared).toEqual([['CO:4'], ['CO:1', 'CO:2']]);
    expect(found).toEqual(await all(fresh));
    fresh.close();
  },
);

test('links stay whole where the index is built again, though the catalog then forgets all before', async () => {
  for (let time = 0; time < 2; time++) await buildIndexes(store.catalog, index(), now);
  expect(await isLinked(store.catalog, store.links)).toBe(true);
});
