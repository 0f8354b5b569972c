import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildIndexes } from '../../src/indexing/build.js';
import type { DeltaPolicy } from '../../src/indexing/delta/policy.js';
import { readManifest } from '../../src/indexing/files/files.js';
import { IndexLoader, viewsOf } from '../../src/indexing/files/index-loader.js';
import type { IndexPair } from '../../src/indexing/files/index-pair.js';
import { rollBackIndex } from '../../src/indexing/files/roll-back.js';
import { mergeDelta, updateIndexes } from '../../src/indexing/update.js';
import { FILING_TIERS } from '../../src/operations/search-filings/query.js';
import type { Store } from '../../src/store/store.js';
import { openStore } from '../support/store.js';
import {
  ALWAYS_DELTA,
  ask,
  COLORADO,
  ENTITY_TIERS,
  filer,
  filing,
  loadEntities,
  loadSec,
  NONPROFITS,
  now,
  openBoth,
} from './delta-support.js';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-delta-'));
  store = await openStore(folder, { schema: 'migrate' });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});
const index = () => join(folder, 'index');
const update = (policy = ALWAYS_DELTA) => updateIndexes(store.catalog, index(), now, { policy });
const current = (of = index()) => openBoth(of);

const keys = (pair: IndexPair, text: string | null) =>
  pair.filings.search(ask(text, FILING_TIERS)).hits.map(({ key }) => Number(key % 1_000_000n));

describe('a delta', () => {
  const everyone = [filer(1, { tickers: ['ASP'] }), filer(2), filer(3)];
  const OLD = [filing(1, 1, '2016-08-05'), filing(2, 2, '2016-08-06'), filing(3, 3, '2016-08-07')];

  beforeEach(async () => {
    await loadSec(store, 'us_sec_submissions', everyone);
    await loadSec(store, 'us_sec_full_index', OLD);
    await loadEntities(store, COLORADO, [
      { key: '1', name: 'ASPEN' },
      { key: '2', name: 'BIRCH' },
    ]);
    await buildIndexes(store.catalog, index(), now);
  });

  it('stands beside the build, which stays as it is', async () => {
    const built = readManifest(index());
    await loadSec(store, 'us_sec_daily_index', [filing(4, 1, '2016-08-08')]);
    expect(await update()).toMatchObject({ entities: built?.entities, filings: built?.filings });
    expect(readManifest(index())?.delta).toMatchObject({ touched: 1, since: { builtAt: built?.builtAt } });
    expect(keys(current(), 'aspen inc')).toEqual([4, 1, 2]);
  });

  it('finds the number of each record of the build by its id, of those that are gone, too', async () => {
    await loadEntities(store, COLORADO, [
      { key: '2', name: 'BIRCH TREE' },
      { key: '3', name: 'CEDAR' },
    ]);
    await update();
    const { entities } = current();
    for (const id of ['CO:1', 'CO:2', 'CO:3']) {
      const stored = await store.catalog.entities.get(id);
      expect(entities.numberOf('id', id)).toBe(id === 'CO:3' ? undefined : stored?.number);
      expect(stored?.id).toBe(id);
    }
    await buildIndexes(store.catalog, index(), now);
    expect(current().entities.numberOf('id', 'CO:3')).toBe(
      (await store.catalog.entities.get('CO:3'))?.number,
    );
  });

  it('ranks a late filing with an old date where that belongs', async () => {
    await loadSec(store, 'us_sec_daily_index', [filing(4, 3, '2016-08-06'), filing(5, 3, '1999-01-04')]);
    await update();
    expect(keys(current(), null)).toEqual([3, 4, 2, 1, 5]);
  });

  it('takes the place of the one before, and its file goes', async () => {
    await loadSec(store, 'us_sec_daily_index', [filing(4, 1, '2016-08-08')]);
    await update();
    await loadSec(store, 'us_sec_daily_index', [filing(5, 1, '2016-08-09')]);
    await update();
    expect(keys(current(), 'aspen inc')).toEqual([5, 4, 1, 2]);
    expect(readManifest(index())?.delta?.touched).toBe(2);
    expect(readdirSync(index()).filter((name) => name.includes('delta'))).toHaveLength(1);
  });

  it('holds a filer that the build does not know, with all its names', async () => {
    await loadSec(store, 'us_sec_submissions', [filer(4, { tickers: ['BIR'] }), filing(4, 4, '2016-08-08')]);
    await update();
    expect([keys(current(), 'bir'), keys(current(), 'birch')]).toEqual([[4], [4]]);
    expect(
      current()
        .filings.search(ask('birch inc', FILING_TIERS, { guess: 'none' }))
        .tierOfGroup(4),
    ).toBe(FILING_TIERS.findIndex(({ lexicons }) => lexicons.includes('listedKey')));
  });

  it('leaves what is new of a known filer to the next build', async () => {
    await loadSec(store, 'us_sec_submissions', [filer(1, { name: 'CEDAR INC', tickers: ['CDR'] })]);
    await loadSec(store, 'us_sec_daily_index', [filing(4, 1, '2016-08-08', { name: 'CEDAR INC' })]);
    await update();
    expect([keys(current(), 'cdr'), keys(current(), 'cedar'), keys(current(), 'asp')]).toEqual([
      [],
      [],
      [4, 1, 2],
    ]);
    await buildIndexes(store.catalog, index(), now);
    expect([keys(current(), 'cdr'), keys(current(), 'cedar')]).toEqual([
      [4, 1],
      [4, 1],
    ]);
  });

  it('holds thousands of entities without reading their documents', async () => {
    const many = Array.from({ length: 4_500 }, (_, key) => ({ key: String(key), name: `ASPEN ${key}` }));
    await loadEntities(store, COLORADO, many);
    const getByNumber = vi.spyOn(store.catalog.entities, 'getByNumber');
    getByNumber.mockImplementation(() => {
      throw new Error('Documents are read.');
    });
    await updateIndexes(store.catalog, index(), now, { policy: ALWAYS_DELTA });
    expect(readManifest(index())?.delta?.entities).toBeDefined();
    const named = (text: string) => current().entities.search(ask(text, ENTITY_TIERS)).total;
    expect([named('aspen'), named('aspen 4499'), named('birch')]).toEqual([4_500, 1, 0]);
  });

  it('forgets a record that is gone: its words are no longer known', async () => {
    const named = (text: string) => current().entities.search(ask(text, ENTITY_TIERS));
    expect(named('birhc')).toMatchObject({ total: 1, corrected: 'birch' });
    await loadEntities(store, COLORADO, [{ key: '1', name: 'ASPEN' }]);
    await update();
    expect(named('birhc')).toMatchObject({ total: 0, corrected: null });
    expect(current().entities.documentCount).toBe(1);
  });

  it('forgets a whole name that nobody bears any more: no text is corrected to it', async () => {
    const other = { key: '2', name: 'ASPEN BIRCH' };
    await loadEntities(store, COLORADO, [{ key: '1', name: 'ASPENS ASPENS' }, other]);
    await buildIndexes(store.catalog, index(), now);
    const corrected = () => current().entities.search(ask('aspen aspens', ENTITY_TIERS)).corrected;
    expect(corrected()).toBe('aspens aspens');
    await loadEntities(store, COLORADO, [{ key: '1', name: 'JP ASPENS' }, other]);
    await update();
    expect(corrected()).toBeNull();
  });

  it('is empty where nothing that is searched changed: the build is said to hold the new content', async () => {
    await loadEntities(store, NONPROFITS, []);
    await loadSec(store, 'us_sec_tickers', [filer(1, { tickers: ['ASPN'] })]);
    await update();
    const manifest = readManifest(index());
    expect(manifest?.contentVersion).toBe(await store.catalog.content.version());
    expect(manifest?.delta).toEqual({ since: expect.any(Object), touched: 0, filers: 1 });
  });

  it.each([
    ['the build is small', { minBytes: 2 ** 30 }],
    ['too many records were touched', { maxTouched: 0 }],
    ['too many known filers are found otherwise', { maxFilers: 0 }],
  ])('is not made where %s: everything is built again', async (_, policy) => {
    await loadSec(store, 'us_sec_submissions', [filer(1, { tickers: ['NEW'] }), filing(4, 1, '2016-08-08')]);
    await update({ ...ALWAYS_DELTA, ...policy });
    expect(readManifest(index())?.delta).toBeUndefined();
    expect(keys(current(), 'new')).toEqual([4, 1]);
  });

  it('holds a day of the SEC: 4,000 filings by 3,000 filers that are known, many of which moved', async () => {
    const ciks = Array.from({ length: 3_000 }, (_, at) => 100 + at);
    const known = ciks.map((cik) => filer(cik, { name: `FILER ${cik}`, sic: '3711', city: 'AUSTIN' }));
    await loadSec(store, 'us_sec_submissions', known);
    await buildIndexes(store.catalog, index(), now);
    const day = Array.from({ length: 4_000 }, (_, at) => filing(100 + at, 100 + (at % 3_000), '2016-08-08'));
    await loadSec(store, 'us_sec_daily_index', day);
    await loadSec(store, 'us_sec_submissions', [
      ...known.map((one, at) => ({ ...one, ...(at % 2 === 0 && { city: 'DALLAS' }) })),
      ...day.map(({ name: _, ...one }) => one),
    ]);
    await update();
    expect(readManifest(index())?.delta).toMatchObject({ touched: 4_000, filers: 0 });
    expect(current().filings.documentCount).toBe(4_003);
    expect(keys(current(), 'filer 1001')).toEqual([4_001, 1_001]);
  });

  it('is taken in when it has grown, or the build is old', async () => {
    await loadSec(store, 'us_sec_daily_index', [filing(4, 1, '2016-08-08')]);
    await update();
    const merge = (policy: Partial<DeltaPolicy>) =>
      mergeDelta(store.catalog, index(), now, { policy: { ...ALWAYS_DELTA, ...policy } });
    expect(await merge({})).toBeUndefined();
    expect(await merge({ mergeFrom: 0 })).toMatchObject({ filingCount: 4 });
    expect(readManifest(index())?.delta).toBeUndefined();
    await loadSec(store, 'us_sec_daily_index', [filing(5, 1, '2016-08-08')]);
    await update();
    expect(await merge({ mergeAfterMs: 0 })).toMatchObject({ filingCount: 5 });
  });

  it('is rolled back with its build, and made again for the one before', async () => {
    await loadSec(store, 'us_sec_daily_index', [filing(4, 1, '2016-08-08')]);
    await update();
    await buildIndexes(store.catalog, index(), now);
    await rollBackIndex(index());
    expect(readManifest(index())?.delta?.touched).toBe(1);
    await loadSec(store, 'us_sec_daily_index', [filing(5, 1, '2016-08-09')]);
    await update();
    expect(keys(current(), 'aspen inc')).toEqual([5, 4, 1, 2]);
    expect(readManifest(index())?.delta?.touched).toBe(2);
  });

  it('that is damaged leaves the build serving, and that is said once', async () => {
    const loader = () => new IndexLoader(index(), (problem) => problems.push(problem));
    const problems: string[] = [];
    const running = loader();
    expect(await running.look()).toBeDefined();
    await loadSec(store, 'us_sec_daily_index', [filing(4, 1, '2016-08-08')]);
    await update();
    flipOneByte(join(index(), readManifest(index())?.delta?.filings ?? ''));
    expect([await running.look(), await running.look()]).toEqual([undefined, undefined]);
    expect(problems).toHaveLength(1);
    const started = loader();
    const found = await started.look();
    expect(found && keys(viewsOf(found), 'aspen inc')).toEqual([1, 2]);
    expect(await started.look()).toBeUndefined();
    expect(problems).toHaveLength(2);
    await loadSec(store, 'us_sec_daily_index', [filing(5, 1, '2016-08-09')]);
    await update();
    const mended = await started.look();
    expect(mended && keys(viewsOf(mended), 'aspen inc')).toEqual([5, 4, 1, 2]);
  });
});

function flipOneByte(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}
