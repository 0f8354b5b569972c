import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CatalogBench, SOURCE } from './bench.js';
import { entityRow, gather, newRun } from './fixtures.js';

let bench: CatalogBench;
beforeEach(() => {
  bench = new CatalogBench();
});
afterEach(() => bench.close());

describe('entities of the catalog', () => {
  test('a loaded record is found by its id, and by its number with what it is searched by', async () => {
    const { startedAt } = await bench.load([entityRow('A', 'Alpha LLC')]);
    const { facets, document, absent, hash } = entityRow('A', 'Alpha LLC');
    const stored = await bench.catalog.entities.get('XX:A');
    expect(stored).toEqual({
      number: expect.any(Number),
      asOf: null,
      id: 'XX:A',
      sourceId: SOURCE,
      document,
      absent,
      changedAt: startedAt,
      goneSince: null,
      appliedAt: expect.any(Number),
    });
    expect(await bench.catalog.entities.getByNumber([stored?.number ?? 0])).toEqual([
      { ...stored, hash, facets },
    ]);
    expect(await bench.catalog.entities.get('XX:B')).toBeUndefined();
  });

  test('records come by number in the order asked for, unknown numbers left out', async () => {
    await bench.load([entityRow('A'), entityRow('B'), entityRow('C')]);
    const [a, b, c] = (await gather(bench.catalog.entities.scanFacets())).map((row) => row.number);
    const found = await bench.catalog.entities.getByNumber([c ?? 0, 999_999, a ?? 0, b ?? 0]);
    expect(found.map((entity) => entity.id)).toEqual(['XX:C', 'XX:A', 'XX:B']);
  });

  test('what records are searched by comes without their documents, gone records left out', async () => {
    await bench.load([entityRow('A'), entityRow('B')]);
    const [a, b] = (await gather(bench.catalog.entities.scanFacets())).map((row) => row.number);
    await bench.load([entityRow('A')], 'source');
    const { facets } = entityRow('A');
    expect(await bench.catalog.entities.getFacets([b ?? 0, 999_999, a ?? 0])).toEqual([
      { number: a, facets: JSON.parse(facets) },
    ]);
  });

  test('all ids come with their numbers, over pages, whatever is written in them', async () => {
    const keys = Array.from({ length: 2_001 }, (_, at) => `${at}"\\é`);
    await bench.load(keys.map((key) => entityRow(key)));
    const { max, pages } = bench.catalog.entities.ids();
    const ids = new Map<string, number>();
    for await (const page of pages) {
      for (const [at, id] of page.ids.entries()) ids.set(id, page.numbers[at] ?? 0);
    }
    expect([...ids.keys()].sort()).toEqual(keys.map((key) => `XX:${key}`).sort());
    expect(Math.max(...ids.values())).toBe(max);
    for (const key of [keys[0], keys[1_999], keys[2_000]]) {
      expect((await bench.catalog.entities.get(`XX:${key}`))?.number).toBe(ids.get(`XX:${key}`));
    }
  });

  test('what records are searched by comes in order of number, over pages, whatever is written in it', async () => {
    const rows = Array.from({ length: 2_001 }, (_, at) => entityRow(String(at), `A "${at}"\u0001,é]`));
    await bench.load(rows);
    const found = await gather(bench.catalog.entities.scanFacets());
    const numbers = found.map(({ number }) => number);
    expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
    const names = (await bench.catalog.entities.getFacets(numbers)).map(({ facets }) => facets.name);
    expect(found.map(({ facets }) => facets.name)).toEqual(names);
    expect(new Set(names).size).toBe(2_001);
  });

  test('the same records again are counted unchanged and change nothing', async () => {
    const rows = [entityRow('A'), entityRow('B')];
    await bench.load(rows);
    const before = await bench.catalog.entities.get('XX:A');
    const version = await bench.catalog.content.version();
    expect(await bench.load(rows, 'source')).toMatchObject({ added: 0, changed: 0, unchanged: 2, gone: 0 });
    expect(await bench.catalog.entities.get('XX:A')).toEqual(before);
    expect(await bench.catalog.content.version()).toBe(version);
  });

  test('the same records in another order, with new ones between, are recognised', async () => {
    const rows = Array.from({ length: 200 }, (_, index) => entityRow(`K${index}`));
    await bench.load(rows);
    const mixed = [entityRow('N1'), ...rows.slice(100), entityRow('N2'), ...rows.slice(0, 100).reverse()];
    expect(await bench.load(mixed, 'source')).toMatchObject({
      added: 2,
      changed: 0,
      unchanged: 200,
      gone: 0,
    });
  });

  test('a changed record keeps its number and says when it changed', async () => {
    await bench.load([entityRow('A', 'Alpha'), entityRow('B')]);
    const before = await bench.catalog.entities.get('XX:A');
    const { startedAt, changed } = await bench.load([entityRow('A', 'Alpha Two'), entityRow('B')]);
    const after = await bench.catalog.entities.get('XX:A');
    expect(changed).toBe(1);
    expect(after).toMatchObject({ number: before?.number, changedAt: startedAt });
    expect(JSON.parse(after?.document ?? '{}')).toMatchObject({ name: 'Alpha Two' });
  });

  test('a record whose facets alone differ keeps hash, time and run, and the index learns of it', async () => {
    await bench.load([entityRow('A', 'Alpha'), entityRow('B')]);
    const origin = await bench.catalog.origins.ofRecords(null, ['XX:A']);
    const version = await bench.catalog.content.version();
    const facets = JSON.stringify({ name: 'Alpha', fresh: true });
    const loaded = await bench.load([{ ...entityRow('A', 'Alpha'), facets }, entityRow('B')]);
    expect(loaded).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    expect(await bench.catalog.origins.ofRecords(null, ['XX:A'])).toEqual(origin);
    const { number = 0 } = (await bench.catalog.entities.get('XX:A')) ?? {};
    expect(await bench.catalog.entities.getFacets([number])).toEqual([
      { number, facets: JSON.parse(facets) },
    ]);
    expect((await bench.catalog.content.changesSince(version))?.entities).toEqual([number]);
  });

  test('a changed record raises the content version', async () => {
    await bench.load([entityRow('A')]);
    const version = await bench.catalog.content.version();
    await bench.load([entityRow('A', 'Other')]);
    expect(await bench.catalog.content.version()).toBeGreaterThan(version);
  });

  test.each([
    ['new', [], ['First', 'Second'], { added: 1, changed: 0, unchanged: 0 }, 'Second'],
    ['changed', ['Old'], ['First', 'Second'], { added: 0, changed: 1, unchanged: 0 }, 'Second'],
    ['changed and back', ['Old'], ['First', 'Old'], { added: 0, changed: 0, unchanged: 1 }, 'Old'],
    ['unchanged, then changed', ['Old'], ['Old', 'Second'], { added: 0, changed: 1, unchanged: 0 }, 'Second'],
  ])(
    'of a record that is there twice (%s) the last wins and one is counted',
    async (_, before, twice, counts, name) => {
      if (before.length > 0) await bench.load(before.map((old) => entityRow('A', old)));
      const loaded = await bench.load(twice.map((version) => entityRow('A', version)));
      expect(loaded).toMatchObject({ records: 1, repeated: 1, ...counts });
      expect(JSON.parse((await bench.catalog.entities.get('XX:A'))?.document ?? '{}')).toMatchObject({
        name,
      });
    },
  );

  test('what a complete load does not name is gone: readable, with its date, and not scanned', async () => {
    await bench.load([entityRow('A'), entityRow('B')]);
    const { startedAt, gone } = await bench.load([entityRow('A')], 'source');
    expect(gone).toBe(1);
    expect(await bench.catalog.entities.get('XX:B')).toMatchObject({ goneSince: startedAt });
    expect(await bench.ids()).toEqual(['XX:A']);
  });

  test('a load that is not complete marks nothing gone', async () => {
    await bench.load([entityRow('A'), entityRow('B')]);
    expect(await bench.load([entityRow('A')], null)).toMatchObject({ gone: 0 });
    expect(await bench.ids()).toEqual(['XX:A', 'XX:B']);
  });

  test('a gone record that is named again comes back with its number', async () => {
    await bench.load([entityRow('A'), entityRow('B')]);
    const before = await bench.catalog.entities.get('XX:B');
    await bench.load([entityRow('A')], 'source');
    expect(await bench.load([entityRow('A'), entityRow('B')], 'source')).toMatchObject({
      changed: 1,
      gone: 0,
    });
    expect(await bench.catalog.entities.get('XX:B')).toEqual({ ...before, appliedAt: expect.any(Number) });
    expect(await bench.ids()).toEqual(['XX:A', 'XX:B']);
  });

  test('missing records are counted before anything is marked', async () => {
    await bench.load([entityRow('A'), entityRow('B'), entityRow('C')]);
    const runId = await bench.catalog.loads.start(newRun(SOURCE, 9_000));
    const stage = await bench.catalog.loads.openEntityStage(runId, SOURCE);
    await stage.put([entityRow('A'), entityRow('D')]);
    expect(await stage.countMissing('source')).toBe(2);
    await stage.discard();
    expect(await bench.ids()).toEqual(['XX:A', 'XX:B', 'XX:C']);
  });

  test('the records of one source are not missed by another', async () => {
    await bench.load([entityRow('A')]);
    const runId = await bench.catalog.loads.start(newRun('us_yy_register', 9_000));
    const stage = await bench.catalog.loads.openEntityStage(runId, 'us_yy_register');
    expect(await stage.countMissing('source')).toBe(0);
    await stage.discard();
  });

  test('numbers grow with records, not with changes, removals or repeated rows', async () => {
    const keys = Array.from({ length: 20 }, (_, at) => String(at));
    for (let load = 0; load < 10; load += 1) {
      const rows = [...keys, `new-${load}`].map((key) => entityRow(key, `Name ${key} ${load}`));
      await bench.load([...rows, ...rows.slice(0, 5)], 'source');
    }
    const highest = bench.catalog.entities.ids().max;
    expect((await bench.ids()).length).toBe(21);
    expect(highest).toBeLessThanOrEqual(20 + 10 + 5);
    for (const id of await bench.ids()) expect(await bench.catalog.entities.get(id)).toMatchObject({ id });
  });
});
