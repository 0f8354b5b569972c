import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { EntityDraft } from '../../src/domain/entity.js';
import { searchText } from '../../src/domain/names.js';
import type { FilerFact, FilingFact, SecFact, SecSourceId } from '../../src/domain/sec.js';
import { buildIndexes } from '../../src/indexing/build.js';
import { DELTA_POLICY, type DeltaPolicy } from '../../src/indexing/delta/policy.js';
import { readManifest, readWhole } from '../../src/indexing/files.js';
import { IndexLoader, viewsOf } from '../../src/indexing/index-loader.js';
import { type IndexPair, openPair } from '../../src/indexing/index-pair.js';
import { rollBackIndex } from '../../src/indexing/roll-back.js';
import { mergeDelta, updateIndexes } from '../../src/indexing/update.js';
import { toEntityRow } from '../../src/ingest/entity-row.js';
import type { IndexQuery } from '../../src/search/index.js';
import { openStore } from '../../src/store/sqlite/open.js';
import type { Catalog, Stage, StageScope, Store } from '../../src/store/store.js';
import { endOf, newRun } from '../store/catalog-fixtures.js';
import { entitySource } from '../support/service.js';

const ALWAYS_DELTA: DeltaPolicy = { ...DELTA_POLICY, leastBytes: 0 };
const COLORADO = 'us_co_business_entities';
const NONPROFITS = 'us_irs_eo_bmf';

let folder: string;
let store: Store;
let clock = 1_000;
const now = () => ++clock;
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
const current = (of = index()) => open(of);

function open(of: string): IndexPair {
  const manifest = readManifest(of);
  if (!manifest) throw new Error('No index was built.');
  return openPair(manifest, (name) => readWhole(join(of, name)));
}

async function apply<Row>(
  catalog: Catalog,
  sourceId: string,
  stageOf: (runId: number) => Promise<Stage<Row>>,
  rows: readonly Row[],
  gone: StageScope | null,
): Promise<void> {
  const startedAt = now();
  const runId = await catalog.startRun(newRun(sourceId, startedAt));
  const stage = await stageOf(runId);
  await stage.put(rows);
  const counts = stage.counts();
  const applied = await (await stage.seal(gone)).apply(() => undefined);
  await catalog.finishRun(runId, endOf(counts, applied.gone, gone !== null, startedAt));
}

/** All that the source holds from now on; what it held before and does not name is gone. */
function loadEntities({ catalog }: Store, sourceId: string, drafts: readonly EntityDraft[]): Promise<void> {
  const rows = drafts.map((draft) => toEntityRow(entitySource(sourceId), draft));
  return apply(catalog, sourceId, (run) => catalog.openEntityStage(run, sourceId), rows, 'source');
}

function loadSec(
  { catalog }: Store,
  sourceId: SecSourceId,
  facts: readonly SecFact[],
  gone: StageScope | null = null,
): Promise<void> {
  return apply(catalog, sourceId, (run) => catalog.openSecStage(run, sourceId), facts, gone);
}

const filing = (
  accession: number,
  cik: number,
  filed: string,
  more: Partial<FilingFact> = {},
): FilingFact => ({
  kind: 'filing',
  accession: `0000000001-16-${String(accession).padStart(6, '0')}`,
  cik,
  form: '10-K',
  filed,
  name: NAMES[cik] ?? `FILER ${cik}`,
  ...more,
});
const filer = (cik: number, more: Partial<FilerFact> = {}): FilerFact => ({
  kind: 'filer',
  cik,
  name: NAMES[cik],
  ...more,
});

const NAMES: Readonly<Record<number, string>> = {
  1: 'ASPEN INC',
  2: 'Aspen Holdings Inc',
  3: 'J.P. Morgan & Co',
  4: 'BIRCH INC',
  5: 'Birch Aspen LLC',
  6: 'Aspens Co /DE/',
};
const EARLY = [1, 2, 3];

/** By tiers as the operations have them. */
const FILING_TIERS: IndexQuery['tiers'] = [
  { how: 'exact', lexicons: ['name', 'core', 'former', 'ticker'] },
  { how: 'prefix', lexicons: ['name', 'former'] },
  { how: 'words', lexicons: ['name', 'former'] },
  { how: 'exact', lexicons: ['item'] },
  { how: 'words', lexicons: ['description'] },
];
const ENTITY_TIERS: IndexQuery['tiers'] = [
  { how: 'exact', lexicons: ['name', 'core'] },
  { how: 'exact', lexicons: ['former', 'formerCore'] },
  { how: 'prefix', lexicons: ['name', 'former'] },
  { how: 'words', lexicons: ['name', 'former'] },
  { how: 'words', lexicons: ['agent'] },
  { how: 'exact', lexicons: ['number'] },
];

function ask(text: string | null, tiers: IndexQuery['tiers'], more: Partial<IndexQuery> = {}): IndexQuery {
  return { text, tiers, filters: [], ranges: [], order: 'tiers', offset: 0, limit: 100, ...more };
}

const keys = (pair: IndexPair, text: string | null) =>
  pair.filings.search(ask(text, FILING_TIERS)).hits.map(({ key }) => Number(key % 1_000_000n));

describe('main and delta', () => {
  const word = fc.constantFrom(
    'aspen',
    'aspens',
    'inc',
    'holdings',
    'birch',
    'J.P.',
    'morgan',
    '& Co',
    'LLC',
    'asp',
  );
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
  const day = fc.constantFrom('1999-12-31', '2016-08-05', '2016-08-06', '2024-02-29');
  const draft = fc.record({
    name,
    otherNames: fc.array(fc.record({ name, kind: fc.constantFrom('former' as const, 'assumed' as const) }), {
      maxLength: 2,
    }),
    formedDate: fc.option(day, { nil: undefined }),
    registeredAgent: fc.option(
      name.map((agent) => ({ name: agent, address: null })),
      { nil: undefined },
    ),
    activity: fc.constantFrom('active' as const, 'inactive' as const, undefined),
  });
  const drafts = (most: number) =>
    fc
      .uniqueArray(fc.tuple(fc.integer({ min: 1, max: most }), draft), {
        selector: ([key]) => key,
        maxLength: 8,
      })
      .map((all) => all.map(([key, one]): EntityDraft => ({ key: String(key), ...one })));
  const filings = (ciks: readonly number[]) =>
    fc
      .array(
        fc.record({
          accession: fc.integer({ min: 1, max: 9 }),
          ciks: fc.subarray([...ciks], { minLength: 1 }),
          form: fc.constantFrom('10-K', '10-K/A', '4', '8-K'),
        }),
        { maxLength: 9 },
      )
      .chain((drafts) =>
        fc
          .array(day, { minLength: 10, maxLength: 10 })
          .map((days) =>
            drafts.flatMap(({ accession, ciks, form }) =>
              ciks.map((cik) => filing(accession, cik, days[accession] ?? '', { form })),
            ),
          ),
      );
  const load = (ciks: readonly number[]) =>
    fc.record({ register: drafts(9), nonprofits: drafts(4), filings: filings(ciks) });
  const query = (tiers: IndexQuery['tiers'], filters: IndexQuery['filters'], column: string) =>
    fc
      .record({
        text: fc.oneof(fc.constant(null), name.map(searchText), fc.constantFrom('aspxn', 'bir', 'inx', 'a')),
        filters: fc.subarray([...filters]),
        ranges: fc.subarray([{ column, from: 16_000, to: 17_500 }]),
        group: fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined, freq: 3 }),
        order: fc.constantFrom('tiers' as const, 'rank' as const),
        offset: fc.integer({ min: 0, max: 6 }),
        limit: fc.integer({ min: 0, max: 9 }),
      })
      .map(({ group, ...rest }): IndexQuery => ({ tiers, ...rest, ...(group !== undefined && { group }) }));
  const asked = fc.record({
    before: load(EARLY),
    after: load([1, 2, 3, 4, 5, 6]),
    ofEntities: fc.array(query(ENTITY_TIERS, [{ facet: 'activity', values: ['active'] }], 'formed'), {
      minLength: 10,
      maxLength: 20,
    }),
    ofFilings: fc.array(query(FILING_TIERS, [{ facet: 'form', values: ['10-K', '10-K/A'] }], 'filed'), {
      minLength: 10,
      maxLength: 20,
    }),
  });

  async function put(
    to: Store,
    {
      register,
      nonprofits,
      filings,
    }: { register: EntityDraft[]; nonprofits: EntityDraft[]; filings: FilingFact[] },
  ) {
    await loadEntities(to, COLORADO, register);
    await loadEntities(to, NONPROFITS, nonprofits);
    await loadSec(to, 'us_sec_full_index', filings, 'source');
  }

  const answer = ({ search }: Pick<IndexPair['filings'], 'search'>, one: IndexQuery) => {
    const { tierOfGroup, ...rest } = search(one);
    return { ...rest, tiers: Object.keys(NAMES).map((cik) => tierOfGroup(Number(cik))) };
  };

  test('answer every query as one index built from everything, filers that changed excepted', async () => {
    await fc.assert(
      fc.asyncProperty(asked, async ({ before, after, ofEntities, ofFilings }) => {
        const own = mkdtempSync(join(folder, 'run-'));
        const both = await openStore(own, { schema: 'migrate' });
        try {
          await loadSec(
            both,
            'us_sec_submissions',
            EARLY.map((cik) => filer(cik)),
          );
          await put(both, before);
          await buildIndexes(both.catalog, join(own, 'index'), now);
          await put(both, after);
          await updateIndexes(both.catalog, join(own, 'index'), now, { policy: ALWAYS_DELTA });
          await buildIndexes(both.catalog, join(own, 'everything'), now);
          const [pair, one] = [open(join(own, 'index')), open(join(own, 'everything'))];
          for (const query of ofEntities) {
            expect(pair.entities.search(query)).toMatchObject({
              ...one.entities.search(query),
              tierOfGroup: expect.any(Function),
            });
          }
          for (const query of ofFilings) {
            expect(answer(bound(pair.filings), query)).toEqual(answer(bound(one.filings), query));
          }
        } finally {
          await both.close();
          rmSync(own, { recursive: true });
        }
      }),
      { numRuns: 12 },
    );
  }, 120_000);

  const bound = (of: IndexPair['filings']) => ({ search: (query: IndexQuery) => of.search(query) });
});

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

  it('ranks a late filing with an old date where that belongs', async () => {
    await loadSec(store, 'us_sec_daily_index', [filing(4, 3, '2016-08-06'), filing(5, 3, '1999-01-04')]);
    await update();
    expect(keys(current(), null)).toEqual([3, 2, 4, 1, 5]);
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
    expect(current().filings.search(ask('birch inc', FILING_TIERS)).tierOfGroup(4)).toBe(0);
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

  it('forgets a record that is gone: its words are no longer known', async () => {
    const named = (text: string) => current().entities.search(ask(text, ENTITY_TIERS));
    expect(named('birhc')).toMatchObject({ total: 1, corrected: 'birch' });
    await loadEntities(store, COLORADO, [{ key: '1', name: 'ASPEN' }]);
    await update();
    expect(named('birhc')).toMatchObject({ total: 0, corrected: null });
    expect(current().entities.documentCount).toBe(1);
  });

  it('is empty where nothing that is searched changed: the build is said to hold the new content', async () => {
    await loadEntities(store, NONPROFITS, []);
    await loadSec(store, 'us_sec_tickers', [filer(1, { tickers: ['ASPN'] })]);
    await update();
    const manifest = readManifest(index());
    expect(manifest?.contentVersion).toBe(await store.catalog.contentVersion());
    expect(manifest?.delta).toEqual({ since: expect.any(Object), touched: 0, filers: 1 });
  });

  it.each([
    ['the build is small', { leastBytes: 2 ** 30 }],
    ['too many records were touched', { mostTouched: 0 }],
    ['too many known filers were spoken of', { mostFilers: 0 }],
  ])('is not made where %s: everything is built anew', async (_, policy) => {
    await loadSec(store, 'us_sec_submissions', [filer(1, { tickers: ['NEW'] }), filing(4, 1, '2016-08-08')]);
    await update({ ...ALWAYS_DELTA, ...policy });
    expect(readManifest(index())?.delta).toBeUndefined();
    expect(keys(current(), 'new')).toEqual([4, 1]);
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
    rollBackIndex(index());
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
    expect(running.look()).toBeDefined();
    await loadSec(store, 'us_sec_daily_index', [filing(4, 1, '2016-08-08')]);
    await update();
    flipOneByte(join(index(), readManifest(index())?.delta?.filings ?? ''));
    expect([running.look(), running.look()]).toEqual([undefined, undefined]);
    expect(problems).toHaveLength(1);
    const started = loader();
    const found = started.look();
    expect(found && keys(viewsOf(found), 'aspen inc')).toEqual([1, 2]);
    expect(started.look()).toBeUndefined();
    expect(problems).toHaveLength(2);
    await loadSec(store, 'us_sec_daily_index', [filing(5, 1, '2016-08-09')]);
    await update();
    const mended = started.look();
    expect(mended && keys(viewsOf(mended), 'aspen inc')).toEqual([5, 4, 1, 2]);
  });
});

function flipOneByte(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}
