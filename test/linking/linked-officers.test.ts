import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OfficerOf } from '../../src/domain/entity.js';
import type { DatasetDraft } from '../../src/domain/records/dataset.js';
import { buildIndexes } from '../../src/indexing/build.js';
import { readManifest } from '../../src/indexing/files/files.js';
import { updateIndexes } from '../../src/indexing/update.js';
import { publishLinkChanges } from '../../src/linking/changes/link-feed.js';
import { takeInLinkedOfficers } from '../../src/linking/changes/linked-officers.js';
import { isLinked, relink } from '../../src/linking/relink.js';
import { TIERS } from '../../src/operations/search-entities/query.js';
import type { Store } from '../../src/store/store.js';
import {
  ALWAYS_DELTA,
  ask,
  COLORADO,
  loadDataset,
  loadEntities,
  now,
  openBoth,
} from '../indexing/delta-support.js';
import { openStore } from '../support/store.js';

const SAM = 'us_sam_registrations';
const FORM_990 = 'us_irs_form_990';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-linked-officers-'));
  store = await openStore(folder, { schema: 'migrate' });
  await loadEntities(store, COLORADO, [
    { key: '1', name: 'LANTERN WORKS', officers: [{ name: 'OWN HAND', title: null }], ...ein('840000001') },
    { key: '2', name: 'OTHER COMPANY', ...ein('840000002') },
  ]);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});
const index = () => join(folder, 'index');
const build = () => buildIndexes(store.catalog, index(), now);
const update = () => updateIndexes(store.catalog, index(), now, { policy: ALWAYS_DELTA });
const link = () => relink(store.catalog, store.links, now);
const takeIn = () => takeInLinkedOfficers(store.catalog, store.links, now);

describe('officers of linked records', () => {
  it('are found in an index that is built after the links', async () => {
    await load(SAM, 'MARY CONTACT');
    await link();
    await build();
    expect(foundBy('mary contact')).toEqual(['CO:1']);
    expect(foundBy('own hand')).toEqual(['CO:1']);
  });

  it('come with a delta where the links are made after the index, which is as it was but for that', async () => {
    await load(SAM, 'MARY CONTACT');
    await load(FORM_990, 'JOHN TRUSTEE');
    await build();
    expect(foundBy('mary contact')).toEqual([]);
    const built = readManifest(index())?.entities;
    await link();
    await update();
    expect(readManifest(index())).toMatchObject({ entities: built, delta: { touched: 1 } });
    expect([foundBy('mary contact'), foundBy('john trustee'), foundBy('own hand')]).toEqual(
      Array(3).fill(['CO:1']),
    );
    expect(await isLinked(store.catalog, store.links)).toBe(true);
    expect(await update()).toBeUndefined();
  });

  it('change with their record and go with it', async () => {
    await load(FORM_990, 'JOHN TRUSTEE');
    await link();
    await build();
    await load(FORM_990, 'SUE SUCCESSOR');
    await link();
    await update();
    expect([foundBy('john trustee'), foundBy('sue successor')]).toEqual([[], ['CO:1']]);
    await loadDataset(store, FORM_990, []);
    await link();
    await update();
    expect([foundBy('sue successor'), foundBy('own hand')]).toEqual([[], ['CO:1']]);
  });

  it('stay where their entity is loaded again with another name', async () => {
    await load(SAM, 'MARY CONTACT');
    await link();
    await build();
    await loadEntities(store, COLORADO, [{ key: '1', name: 'LANTERN WORKS TWO', ...ein('840000001') }]);
    await update();
    expect([foundBy('mary contact'), foundBy('own hand')]).toEqual([['CO:1'], []]);
  });

  it('follow a correction', async () => {
    await load(SAM, 'MARY CONTACT');
    await link();
    await build();
    const about = { dataset: SAM, party: 'ein:840000001', note: '' };
    await store.links.correct({ ...about, entity: 'CO:1', verdict: 'denied', at: now() });
    await store.links.correct({ ...about, entity: 'CO:2', verdict: 'confirmed', at: now() });
    expect(await takeIn()).toBe(1);
    await update();
    expect(foundBy('mary contact')).toEqual(['CO:2']);
    await store.links.uncorrect({ ...about, entity: 'CO:1' });
    await store.links.uncorrect({ ...about, entity: 'CO:2' });
    expect(await takeIn()).toBe(1);
    await update();
    expect(foundBy('mary contact')).toEqual(['CO:1']);
  });

  it('are taken in once; what a run that was cut had done already is no new content', async () => {
    await load(SAM, 'MARY CONTACT');
    await link();
    const version = await store.catalog.content.version();
    const cut = { ...linksOf(store), forgetRelinked: () => Promise.reject(new Error('cut')) };
    await store.links.correct({
      ...{ entity: 'CO:2', dataset: SAM, party: 'ein:840000001', verdict: 'confirmed', note: '', at: now() },
    });
    await expect(takeInLinkedOfficers(store.catalog, cut, now)).rejects.toThrow('cut');
    expect(await store.catalog.content.version()).toBe(version + 1);
    expect(await takeIn()).toBe(0);
    expect(await store.catalog.content.version()).toBe(version + 1);
    expect(await store.links.relinked(10)).toEqual({ entities: [], upTo: 0 });
  });

  it('that are noted while others are taken in are not forgotten', async () => {
    await load(SAM, 'MARY CONTACT');
    const correct = (entity: string) =>
      store.links.correct({
        ...{ entity, dataset: SAM, party: 'ein:840000001', verdict: 'confirmed', note: '', at: now() },
      });
    await correct('CO:1');
    const { upTo } = await store.links.relinked(10);
    await correct('CO:1');
    await store.links.forgetRelinked(upTo);
    expect((await store.links.relinked(10)).entities).toEqual([{ entity: 'CO:1', isFirst: true }]);
  });

  it('and their links are told in the feed of changes, the first ones as one event of the data set', async () => {
    await load(SAM, 'MARY CONTACT');
    await link();
    const reported = async () => {
      const { events } = await store.catalog.feed.changesAfter(null, 100, {
        kinds: ['link_changed', 'baseline'],
      });
      return events.map(({ kind, id, changes }) => [kind, id, ...(JSON.parse(changes) as object[])]);
    };
    const first = await reported();
    expect(first.at(-1)).toEqual(['baseline', SAM]);
    expect(first.map(([kind]) => kind)).not.toContain('link_changed');
    await load(SAM, 'SUE SUCCESSOR');
    await link();
    const officers = { field: 'linkedOfficers', from: ['MARY CONTACT'], to: ['SUE SUCCESSOR'] };
    expect((await reported()).slice(first.length)).toEqual([['link_changed', 'CO:1', officers]]);

    const about = { dataset: SAM, party: 'ein:840000001', note: '' };
    await store.links.correct({ ...about, entity: 'CO:1', verdict: 'denied', at: now() });
    const cut = {
      linkChanges: (max: number) => store.links.linkChanges(max),
      forgetLinkChanges: () => Promise.reject(new Error('cut')),
    };
    await expect(publishLinkChanges(store.catalog, cut, now)).rejects.toThrow('cut');
    await publishLinkChanges(store.catalog, store.links, now);
    expect((await reported()).slice(first.length + 1)).toEqual([
      ['link_changed', 'CO:1', { field: `links.${SAM}`, from: ['ein:840000001'], to: null }],
    ]);
  });
});

const linksOf = ({ links }: Store) => ({
  relinked: (max: number) => links.relinked(max),
  ofEntity: (entity: string) => links.ofEntity(entity),
});

/** The ids that an officer's name finds in the index as it is now. */
function foundBy(name: string): string[] {
  const { entities } = openBoth(index());
  const { hits } = entities.search(ask(name, TIERS.officer, { guess: 'none' }));
  return hits.map(({ key }) => IDS[Number(key)] ?? String(key));
}

/** By number: in the order of the load. */
const IDS: Readonly<Record<number, string>> = { 1: 'CO:1', 2: 'CO:2' };

function ein(value: string) {
  return { linkKeys: [{ scheme: 'ein', value } as const] };
}

/** One record of the data set, linked to the first entity by its number. */
function load(dataset: string, ...names: readonly string[]): Promise<void> {
  const officers = names.map((name): Omit<OfficerOf, 'source'> => ({ name, title: 'Contact' }));
  const party = {
    key: 'ein:840000001',
    names: [{ text: 'LANTERN WORKS', kind: 'current' as const }],
    people: names,
    identifiers: [{ scheme: 'ein', value: '840000001' } as const],
  };
  const draft: DatasetDraft = { key: '1', document: { officers }, parties: [party] };
  return loadDataset(store, dataset, [draft]);
}
