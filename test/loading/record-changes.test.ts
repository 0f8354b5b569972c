import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toConfig } from '../../src/config/config.js';
import { readEnv } from '../../src/config/settings.js';
import type { Identifier } from '../../src/domain/entity.js';
import { bulkId } from '../../src/domain/ids.js';
import type { DatasetDraft } from '../../src/domain/records/dataset.js';
import type { FieldChange } from '../../src/domain/records/field-changes.js';
import { parentsOf } from '../../src/domain/records/ownership.js';
import { returnsOf } from '../../src/domain/records/return-document.js';
import { linkWhatIsNew } from '../../src/loading/update-links.js';
import { exclusion } from '../../src/sources/support/exclusions.js';
import { claimFolder, type DataFolder } from '../../src/store/folder/data-folder.js';
import type { Store } from '../../src/store/store.js';
import { EventMatcher } from '../../src/webhooks/event-matcher.js';
import { COLORADO, loadDataset, loadEntities, now } from '../indexing/delta-support.js';
import { budget } from '../support/effort.js';
import { lei } from '../support/invented-lei.js';
import { openStore } from '../support/store.js';

const SAM = 'us_sam_exclusions';
const RETURNS = 'us_irs_form_990';
const RELATIONSHIPS = 'us_gleif_relationships';
const UEI = ['QHW1QHW1QHW1', 'QHW2QHW2QHW2'] as const;
const CAGE = ['5UTE1', '6UTE2'] as const;
const EIN = '840000009';
const registrant = (at: 0 | 1) => bulkId('us_sam_entities', UEI[at]);

let folder: DataFolder;
let store: Store;
beforeEach(open);
afterEach(close);

async function open() {
  folder = claimFolder(mkdtempSync(join(tmpdir(), 'dossier-record-changes-')), 'data');
  store = await openStore(folder.path, { schema: 'migrate' });
  await loadEntities(
    store,
    'us_sam_entities',
    UEI.map((value, at) => {
      const numbers: Identifier[] = [
        { scheme: 'uei', value },
        { scheme: 'cage', value: CAGE[at] ?? '' },
      ];
      return { key: value, name: `Registrant ${value} Inc`, identifiers: numbers, linkKeys: numbers };
    }),
  );
}

async function close() {
  await store.close();
  rmSync(folder.path, { recursive: true });
}

const report = { note: () => undefined, progress: () => ({ show: () => undefined, end: () => undefined }) };
const link = () => linkWhatIsNew({ config: toConfig(readEnv({})), store, folder, now, report });

const entry = (key: string, numbers: readonly Identifier[], startDate = '2026-01-02') =>
  exclusion({
    ...{ key, names: [`Entry ${key} Inc`], list: 'Prohibition', program: null, agency: 'EPA' },
    ...{ startDate, endDate: null, place: { city: null, state: null, country: 'USA' } },
    identifiers: numbers,
  });
const uei = (at: 0 | 1): Identifier => ({ scheme: 'uei', value: UEI[at] });
const cage = (at: 0 | 1): Identifier => ({ scheme: 'cage', value: CAGE[at] });

async function events() {
  const { events: all } = await store.catalog.feed.changesAfter(null, 1_000);
  return all
    .filter(({ kind }) => kind === 'link_changed')
    .map(({ id, source, run, changes }) => ({
      id,
      source,
      run,
      changes: JSON.parse(changes) as FieldChange[],
    }));
}

const VERSION = expect.stringMatching(/^[0-9a-f]{16}$/) as string;

const datesOf = (changes: readonly FieldChange[]) =>
  changes.flatMap(({ to }) => (to as { date: string }[]).map(({ date }) => date));

describe('a record that states a number of an entity', () => {
  it('comes and goes as an event with its source, number and day', async () => {
    await loadDataset(store, SAM, [entry('a', [uei(0)])]);
    await link();
    expect(await events()).toEqual([]);
    await loadDataset(store, SAM, [entry('a', [uei(0)]), entry('b', [uei(1), cage(1)], '2026-03-04')]);
    await link();
    const added = { scheme: 'uei', number: UEI[1], record: 'b', date: '2026-03-04', version: VERSION };
    const change = { field: `records.${SAM}`, from: null, to: [added] };
    const [first] = await events();
    expect(first).toMatchObject({ id: registrant(1), source: SAM, changes: [change] });
    expect(first?.run).not.toBeNull();
    await loadDataset(store, SAM, [entry('a', [uei(0)])]);
    await link();
    expect((await events()).slice(1).map(({ changes }) => changes)).toEqual([
      [{ field: `records.${SAM}`, from: [added], to: null }],
    ]);
  });

  it('is no event if a load changes nothing, or nobody has its number', async () => {
    await loadDataset(store, SAM, [entry('a', [uei(0)])]);
    await loadDataset(store, SAM, [entry('a', [uei(0)])]);
    await loadDataset(store, SAM, [
      entry('a', [uei(0)]),
      entry('c', [{ scheme: 'uei', value: 'QHW3QHW3QHW3' }]),
    ]);
    await link();
    expect(await events()).toEqual([]);
    expect(await store.catalog.feed.recordChanges(10)).toEqual([]);
  });

  it('is an event if a value in it changes: an exclusion that ends, a restated figure, a parent of the past', async () => {
    await loadEntities(store, 'us_irs_eo_bmf', [
      { key: EIN, name: 'Invented Fund', linkKeys: [{ scheme: 'ein', value: EIN }] },
      { key: 'B', name: 'Invented Subsidiary', linkKeys: [{ scheme: 'lei', value: lei(2) }] },
    ]);
    const ending = (endDate: string | null) => ({ ...entry('a', [uei(0)]), document: { endDate } });
    const filed = (document: object): DatasetDraft => ({
      ...{ key: 'f', date: '2024-12-31', document },
      parties: [{ key: returnsOf(EIN), names: [] }],
    });
    const owned = (isActive: boolean): DatasetDraft => ({
      ...{ key: 'r', date: '2026-02-01', document: { isActive } },
      parties: [{ key: parentsOf(lei(2)), names: [] }],
    });
    for (const [ends, revenue, isActive] of [[null, 1, true] as const, ['2026-05-06', 2, false] as const]) {
      await loadDataset(store, SAM, [ending(ends)]);
      await loadDataset(store, RETURNS, [filed({ revenue })]);
      await loadDataset(store, RELATIONSHIPS, [owned(isActive)]);
    }
    await link();
    const found = await events();
    expect(found.map(({ source, id }) => [source, id])).toEqual([
      [SAM, registrant(0)],
      [RETURNS, bulkId('us_irs_eo_bmf', EIN)],
      [RELATIONSHIPS, bulkId('us_irs_eo_bmf', 'B')],
    ]);
    for (const [{ from, to } = { from: null, to: null }] of found.map(({ changes }) => changes)) {
      const [[before = {}] = [], [after = {}] = []] = [from, to] as Record<string, unknown>[][];
      expect(after).toEqual({ ...before, version: VERSION });
      expect(after.version).not.toBe(before.version);
    }
    // A member that an older release did not store is no change.
    await loadDataset(store, RETURNS, [filed({ revenue: 2, employees: 3 })]);
    await link();
    expect(await events()).toHaveLength(3);
  });

  it('that names the entity without a number is no event', async () => {
    await loadDataset(store, SAM, []);
    await loadDataset(store, SAM, [{ ...entry('a', []), key: 'a' }]);
    await link();
    expect(await events()).toEqual([]);
  });

  it('reaches a watch of the entity, and a watch of the field', async () => {
    await loadDataset(store, SAM, []);
    await loadDataset(store, SAM, [entry('b', [uei(1)])]);
    await link();
    const { events: all } = await store.catalog.feed.changesAfter(null, 100, { fields: [`records.${SAM}`] });
    const event = all.find(({ kind }) => kind === 'link_changed');
    const reader = (id: string, filter: object) => ({ id, filter, position: 0 });
    const matcher = new EventMatcher([
      reader('one', { id: registrant(1) }),
      reader('two', { fields: [`records.${SAM}`], kinds: ['link_changed'] }),
      reader('other', { id: registrant(0) }),
    ] as unknown as ConstructorParameters<typeof EventMatcher>[0]);
    expect(event && matcher.watchesOf(event).map((watch) => (watch as { id?: string }).id)).toEqual([
      'one',
      'two',
    ]);
  });

  it('is found through records that join it by numbers: a new parent of a register entity', async () => {
    await loadEntities(store, COLORADO, [{ key: '20221555001', name: 'Wicklow Heather Mills, LLC' }]);
    await loadDataset(store, 'us_gleif_lei_records', [
      {
        key: lei(1),
        document: {},
        parties: [
          {
            key: `lei:${lei(1)}`,
            names: [{ text: 'Wicklow Heather Mills LLC', kind: 'current' }],
            identifiers: [
              { scheme: 'lei', value: lei(1) },
              { scheme: 'state_number', value: 'CO:20221555001' },
            ],
          },
        ],
      },
    ]);
    await loadDataset(store, RELATIONSHIPS, []);
    await loadDataset(store, RELATIONSHIPS, [
      { key: 'r', date: '2026-02-01', document: {}, parties: [{ key: parentsOf(lei(1)), names: [] }] },
    ]);
    await link();
    const to = [{ scheme: 'lei', number: lei(1), record: 'r', date: '2026-02-01', version: VERSION }];
    expect((await events()).map(({ id, changes }) => [id, changes])).toEqual([
      ['CO:20221555001', [{ field: `records.${RELATIONSHIPS}`, from: null, to }]],
    ]);
  });

  it('is found through links: a new return of a linked nonprofit', async () => {
    const party = {
      key: 'ein:840000001',
      names: [{ text: 'SUMMIT LANTERN WORKS LLC', kind: 'current' as const }],
      identifiers: [{ scheme: 'ein' as const, value: '840000001' }],
    };
    await loadEntities(store, COLORADO, [
      { key: '1', name: 'SUMMIT LANTERN WORKS LLC', linkKeys: [{ scheme: 'ein', value: '840000001' }] },
    ]);
    await loadDataset(store, 'us_irs_exempt_organizations', [{ key: '1', document: {}, parties: [party] }]);
    const figures = (year: number): DatasetDraft => ({
      ...{ key: `840000001 990 ${year}`, date: `${year}-12-31`, document: { year } },
      parties: [{ key: returnsOf('840000001'), names: [] }],
    });
    await loadDataset(store, RETURNS, [figures(2023)]);
    await loadDataset(store, RETURNS, [figures(2023), figures(2024)]);
    await link();
    const ofReturns = (await events()).filter(({ source }) => source === RETURNS);
    expect(ofReturns.map(({ changes }) => datesOf(changes))).toEqual([['2024-12-31', '2023-12-31']]);
  });
});

const numberOfEntry = fc.constantFrom(uei(0), uei(1), cage(0), cage(1));
const edition = fc.uniqueArray(
  fc.record({
    key: fc.constantFrom('a', 'b', 'c', 'd'),
    numbers: fc.uniqueArray(numberOfEntry, { maxLength: 2, selector: ({ value }) => value }),
  }),
  { maxLength: 4, selector: ({ key }) => key },
);

it('the feed, replayed, lists what a plain search of the newest edition lists', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ entries: edition, links: fc.boolean() }), { minLength: 1, maxLength: 6 }),
      async (editions) => {
        await close();
        await open();
        await loadDataset(store, SAM, []);
        for (const { entries, links } of editions) {
          await loadDataset(
            store,
            SAM,
            entries.map(({ key, numbers }) => entry(key, numbers)),
          );
          if (links) await link();
        }
        await link();
        const shown = new Map<string, unknown>();
        for (const { id, changes } of await events()) {
          for (const { from, to } of changes) {
            expect(from).toEqual(shown.get(id) ?? null);
            shown.set(id, to);
          }
        }
        const newest = editions.at(-1)?.entries ?? [];
        for (const at of [0, 1] as const) {
          const own = [uei(at).value, cage(at).value];
          const expected = newest
            .filter(({ numbers }) => numbers.some(({ value }) => own.includes(value)))
            .map(({ key }) => key)
            .sort();
          const listed = (shown.get(registrant(at)) ?? []) as { record: string }[];
          expect(listed.map(({ record }) => record).sort()).toEqual(expected);
        }
      },
    ),
    { numRuns: budget(40, 5) },
  );
});
