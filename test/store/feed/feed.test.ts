import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EntityRow } from '../../../src/domain/entity.js';
import { openCatalog, type SqliteCatalog } from '../../../src/store/sqlite/catalog/sqlite-catalog.js';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import {
  type ChangeEvent,
  type ChangeFilter,
  ChangesExpiredError,
  type StageScope,
} from '../../../src/store/store.js';
import { endOf, entityRow, filing, newRun, WITHOUT_FILES } from '../catalog/fixtures.js';

const COUNTS = { records: 0, added: 0, changed: 0, unchanged: 0, repeated: 0 };

let folder: string;
let catalog: SqliteCatalog;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-changes-'));
  catalog = openCatalog({ folder, schema: 'migrate' });
});
afterEach(() => {
  catalog.close();
  rmSync(folder, { recursive: true });
});

async function events(filter?: ChangeFilter) {
  const { events: page } = await catalog.feed.changesAfter(null, 1_000, filter);
  return page.map(reported);
}

/** The event without its numbers, its changes parsed. */
function reported({ seq: _seq, changes, ...event }: ChangeEvent) {
  return { ...event, changes: JSON.parse(changes) as unknown };
}

async function load(rows: readonly EntityRow[], at: number, scope: StageScope | null = 'source') {
  const run = await catalog.loads.start(newRun('us_xx_register', at));
  const stage = await catalog.loads.openEntityStage(run, 'us_xx_register');
  await stage.put(rows);
  const { gone } = await (await stage.seal(scope)).apply(() => {});
  await catalog.loads.finish(run, endOf(COUNTS, gone, scope !== null, at));
  return run;
}

const SOURCE = 'us_xx_register';
const NONE = { state: null, cik: null, form: null, publishedAt: null };

test('the first load of a source is one event', async () => {
  const run = await load([entityRow('A'), entityRow('B')], 1);
  expect(await events()).toEqual([
    {
      ...NONE,
      kind: 'baseline',
      recordType: 'source',
      id: SOURCE,
      source: SOURCE,
      seenAt: 1,
      run,
      changes: [],
    },
  ]);
});

test('events since a time are found from the first event of its day on, whatever order the loads ended in', async () => {
  const DAY = 86_400_000;
  await load([entityRow('A', 'Alpha')], DAY);
  await load([entityRow('A', 'Alpha Two')], 5 * DAY + 10);
  // It began before the load above, and ended after it.
  await load([entityRow('A', 'Alpha Three')], 3 * DAY);
  await load([entityRow('A', 'Alpha Four')], 7 * DAY);
  const since = async (at: number, filter: ChangeFilter = {}) =>
    (await events({ ...filter, since: at })).map(({ seenAt }) => seenAt);
  expect(await since(0)).toEqual([DAY, 5 * DAY + 10, 3 * DAY, 7 * DAY]);
  expect(await since(2 * DAY)).toEqual([5 * DAY + 10, 3 * DAY, 7 * DAY]);
  expect(await since(4 * DAY)).toEqual([5 * DAY + 10, 7 * DAY]);
  expect(await since(5 * DAY + 11)).toEqual([7 * DAY]);
  expect(await since(4 * DAY, { id: 'XX:A', kinds: ['changed'] })).toEqual([5 * DAY + 10, 7 * DAY]);
  expect(await since(8 * DAY)).toEqual([]);
  const { newest } = await catalog.feed.state();
  expect(await catalog.feed.countChanges(0, newest, { since: 4 * DAY })).toBe(2);
  expect(await catalog.feed.changesAfter(null, 10, { since: 8 * DAY })).toEqual({
    events: [],
    next: newest,
    hasMore: false,
  });
});

test('a feed of an older version learns its days when it is migrated', async () => {
  await load([entityRow('A', 'Alpha')], 1);
  await load([entityRow('A', 'Alpha Two')], 5 * 86_400_000);
  catalog.close();
  const database = new Database(join(folder, 'catalog.db'));
  database.exec(`${WITHOUT_FILES} DROP TRIGGER feed_day; DROP TABLE feed_days; DROP TABLE absent_counts`);
  database.exec('DELETE FROM schema_version WHERE version >= 10');
  database.close();
  catalog = openCatalog({ folder, schema: 'migrate' });
  expect((await events({ since: 2 * 86_400_000 })).map(({ kind }) => kind)).toEqual(['changed']);
  await load([entityRow('A', 'Alpha Three')], 9 * 86_400_000);
  expect((await events({ since: 6 * 86_400_000 })).map(({ kind }) => kind)).toEqual(['changed']);
});

test('afterwards what was created, changed, gone and restored is an event each, with its fields', async () => {
  await load([entityRow('A', 'Alpha'), entityRow('B')], 1);
  const second = await load([entityRow('A', 'Alpha Two'), entityRow('C')], 20);
  const third = await load([entityRow('A', 'Alpha Two'), entityRow('B', 'Bee'), entityRow('C')], 30);
  const of = (run: number, seenAt: number) => ({
    ...NONE,
    recordType: 'entity',
    source: SOURCE,
    run,
    seenAt,
  });
  const all = (key: string, from: string | null, to: string) => [
    { field: 'name', from, to },
    { field: 'stateEntityId', from: from && key, to: key },
  ];
  expect((await events()).slice(1)).toEqual([
    { ...of(second, 20), kind: 'created', id: 'XX:C', changes: all('C', null, 'Name C') },
    {
      ...of(second, 20),
      kind: 'changed',
      id: 'XX:A',
      changes: [{ field: 'name', from: 'Alpha', to: 'Alpha Two' }],
    },
    { ...of(second, 20), kind: 'gone', id: 'XX:B', changes: [] },
    { ...of(third, 30), kind: 'restored', id: 'XX:B', changes: all('B', 'Name B', 'Bee') },
  ]);
});

test('what is searched and linked by is no event, nor is anything but what is shown', async () => {
  await load([entityRow('A')], 1);
  await load([{ ...entityRow('A'), linkKeys: [{ scheme: 'ein', value: '9' }], hash: 'other' }], 2);
  expect(await events()).toHaveLength(1);
});

test('a page ends with the position of the next one, and a filter moves on over what it leaves out', async () => {
  await load([entityRow('A')], 1);
  await load([entityRow('A', 'Two'), entityRow('B'), entityRow('C')], 2);
  const first = await catalog.feed.changesAfter(null, 2);
  expect(first).toMatchObject({ hasMore: true });
  const rest = await catalog.feed.changesAfter(first.next, 2);
  expect([...first.events, ...rest.events].map(({ id }) => id)).toEqual([SOURCE, 'XX:B', 'XX:C', 'XX:A']);
  const { newest } = await catalog.feed.state();
  expect(rest).toMatchObject({ next: newest, hasMore: false });
  expect(await catalog.feed.changesAfter(newest, 2)).toEqual({ events: [], next: newest, hasMore: false });
  for (const filter of [
    { id: 'XX:none' },
    { kinds: ['gone'] },
    { cik: 1 },
    { fields: ['x'], kinds: ['changed'] },
  ]) {
    expect(await catalog.feed.changesAfter(null, 2, filter as ChangeFilter)).toEqual({
      events: [],
      next: newest,
      hasMore: false,
    });
  }
  expect((await events({ fields: ['name'], kinds: ['changed'] })).map(({ id }) => id)).toEqual(['XX:A']);
  expect((await events({ id: 'XX:B' })).map(({ kind }) => kind)).toEqual(['created']);
  expect((await events({ sources: ['us_yy'] })).length).toBe(0);
  expect((await events({ recordTypes: ['source'] })).map(({ kind }) => kind)).toEqual(['baseline']);
});

test('what is older than it is kept is deleted, and a position before it is refused', async () => {
  for (let at = 1; at <= 5; at += 1) await load([entityRow('A', `Name ${at}`)], at * 10);
  await catalog.feed.expire(30);
  expect((await events()).map(({ seenAt }) => seenAt)).toEqual([30, 40, 50]);
  const { oldest, newest } = await catalog.feed.state();
  await expect(catalog.feed.changesAfter(oldest - 1, 9)).rejects.toThrow(ChangesExpiredError);
  await expect(catalog.feed.changesAfter(newest + 1, 9)).rejects.toThrow(ChangesExpiredError);
  expect((await catalog.feed.changesAfter(oldest, 9)).events).toHaveLength(3);
  await catalog.feed.expire(1_000);
  expect((await events()).map(({ seenAt }) => seenAt)).toEqual([50]);
  await load([entityRow('A', 'After')], 60);
  expect((await catalog.feed.changesAfter(newest, 9)).events).toHaveLength(1);
});

test('the history of an entity is told newest first, and undone to any time', async () => {
  const row = (status: string, name = 'Alpha') => {
    const data = { id: 'XX:A', name, status, recordClass: 'registry_entity', jurisdictionLevel: null };
    return { ...entityRow('A'), document: JSON.stringify(data), hash: `${status}${name}` };
  };
  await load([row('Active'), entityRow('B')], 10);
  await load([row('Dissolved'), entityRow('B')], 20);
  await load([entityRow('B')], 30);
  await load([row('Active', 'Alpha Two'), entityRow('B'), entityRow('C')], 40);
  const { events: all, hasMore } = await catalog.feed.historyOf('XX:A', 2);
  expect([all.map(({ kind }) => kind), hasMore]).toEqual([['restored', 'gone'], true]);
  const before = all.at(-1)?.seq ?? 0;
  const { events: older } = await catalog.feed.historyOf('XX:A', 2, { before });
  expect(older.map(({ kind }) => kind)).toEqual(['changed']);
  const until = await catalog.feed.historyOf('XX:A', 9, { until: 30 });
  expect(until.events.map(({ kind }) => kind)).toEqual(['gone', 'changed']);
  const at = async (time: number, id = 'XX:A') => {
    const { outcome, record } = (await catalog.feed.entityAt(id, time)) ?? {};
    return [outcome, record?.status, record?.name];
  };
  expect(await at(15)).toEqual(['held', 'Active', 'Alpha']);
  expect(await at(20)).toEqual(['held', 'Dissolved', 'Alpha']);
  expect(await at(35)).toEqual(['gone', 'Dissolved', 'Alpha']);
  expect(await at(40)).toEqual(['held', 'Active', 'Alpha Two']);
  expect(await at(35, 'XX:C')).toEqual(['not_held', undefined, undefined]);
  expect(await at(35, 'XX:never')).toEqual([undefined, undefined, undefined]);
});

test('a reader of a content goes on before the events of runs that had not ended', async () => {
  const begun = async (source: string, keys: readonly string[], at: number) => {
    const run = await catalog.loads.start(newRun(source, at));
    const stage = await catalog.loads.openEntityStage(run, source);
    await stage.put(keys.map((key) => ({ ...entityRow(key), sourceId: source })));
    return { run, sealed: await stage.seal('source') };
  };
  await load([entityRow('A')], 1);
  const version = await catalog.content.version();
  const { newest } = await catalog.feed.state();
  expect(await catalog.feed.positionOf(version)).toBe(newest);
  expect(await catalog.feed.positionOf(version - 1)).toBe(0);
  const open = await begun(SOURCE, ['A', 'B'], 2);
  const stops = () => {
    throw new Error('stopped');
  };
  await expect(open.sealed.apply(stops)).rejects.toThrow('stopped');
  const ended = await begun('us_yy_register', ['Y'], 3);
  await ended.sealed.apply(() => {});
  const meanwhile = await catalog.feed.positionOf(await catalog.content.version());
  const behind = (await catalog.feed.changesAfter(meanwhile, 9)).events.map(({ id }) => id);
  expect(behind).toEqual(['XX:B', 'us_yy_register']);
  await (await catalog.loads.resume(open.run)).apply(() => {});
  const { newest: end } = await catalog.feed.state();
  expect(await catalog.feed.positionOf(await catalog.content.version())).toBe(end);
});

test('the same records again write neither events nor records', async () => {
  await load([entityRow('A'), entityRow('B')], 1);
  const tables = ['entities', 'entity_keys', 'events', 'filing_rows', 'filers'];
  const database = new Database(join(folder, 'catalog.db'), { readonly: true });
  const read = () => tables.map((table) => database.prepare(`SELECT * FROM ${table}`).all());
  const before = read();
  await load([entityRow('B'), entityRow('A')], 2);
  expect(read()).toEqual(before);
  database.close();
});

test('link keys follow their record', async () => {
  const keys = () => {
    const database = new Database(join(folder, 'catalog.db'), { readonly: true });
    const rows = database
      .prepare('SELECT scheme, value, id FROM entity_keys JOIN entities USING (number) ORDER BY value')
      .all();
    database.close();
    return rows;
  };
  await load([entityRow('A'), entityRow('B')], 1);
  expect(keys()).toEqual([
    { scheme: 'ein', value: '1A', id: 'XX:A' },
    { scheme: 'ein', value: '1B', id: 'XX:B' },
  ]);
  const moved = { ...entityRow('A'), linkKeys: [{ scheme: 'ein', value: '9' }], hash: 'other' } as const;
  await load([moved, entityRow('B')], 2);
  expect(keys()).toEqual([
    { scheme: 'ein', value: '1B', id: 'XX:B' },
    { scheme: 'ein', value: '9', id: 'XX:A' },
  ]);
});

test('new, corrected and withdrawn filings are events that carry filer and form', async () => {
  const one = '0000000009-16-000001';
  const loads = [
    { at: 1, facts: [filing({ description: 'WRONG' })], scope: null },
    {
      at: 2,
      facts: [filing({ description: 'RIGHT' }), filing({ accession: one, form: '8-K' })],
      scope: null,
    },
    { at: 3, facts: [filing({ description: 'RIGHT' })], scope: 'source' },
    {
      at: 4,
      facts: [filing({ description: 'RIGHT' }), filing({ accession: one, form: '8-K' })],
      scope: null,
    },
  ] as const;
  for (const { at, facts, scope } of loads) {
    const run = await catalog.loads.start(newRun('us_sec_submissions', at));
    const stage = await catalog.loads.openSecStage(run, 'us_sec_submissions');
    await stage.put(facts);
    await (await stage.seal(scope)).apply(() => {});
    await catalog.loads.finish(run, endOf(COUNTS, 0, false, at));
  }
  const of = { recordType: 'filing', source: 'us_sec_submissions', cik: 1_318_605 };
  expect((await events()).slice(1)).toMatchObject([
    {
      ...of,
      kind: 'created',
      id: one,
      form: '8-K',
      changes: [{ field: 'fileDate', from: null, to: '2016-08-05' }],
    },
    {
      ...of,
      kind: 'changed',
      id: '0000000001-16-000001',
      form: '10-Q',
      changes: [{ field: 'description', from: 'WRONG', to: 'RIGHT' }],
    },
    { ...of, kind: 'gone', id: one, form: '8-K' },
    { ...of, kind: 'restored', id: one, form: '8-K' },
  ]);
  expect(await events({ cik: 1_318_605, forms: ['8K'], kinds: ['created'] })).toHaveLength(1);
  expect(await events({ forms: ['10Q'] })).toHaveLength(1);
});

test('a filer tells what answers show of it, never its EIN', async () => {
  const load = async (name: string, at: number) => {
    const run = await catalog.loads.start(newRun('us_sec_submissions', at));
    const stage = await catalog.loads.openSecStage(run, 'us_sec_submissions');
    await stage.put([
      { kind: 'filer', cik: 7, name, ein: '123456789', entityType: 'operating', sic: '3711' },
    ]);
    await (await stage.seal(null)).apply(() => {});
    await catalog.loads.finish(run, endOf(COUNTS, 0, false, at));
  };
  await load('FIRST INC', 1);
  await load('SECOND INC', 2);
  expect((await events()).slice(1)).toMatchObject([
    { kind: 'changed', recordType: 'filer', id: '0000000007', cik: 7, changes: [{ field: 'name' }] },
  ]);
  expect(JSON.stringify(await events())).not.toContain('123456789');
});
