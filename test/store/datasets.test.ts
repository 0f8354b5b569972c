import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DatasetDraft, Party } from '../../src/domain/records/dataset.js';
import { toDatasetRow } from '../../src/ingest/map/dataset-mapper.js';
import { openCatalog, type SqliteCatalog } from '../../src/store/sqlite/catalog/sqlite-catalog.js';
import type { StageScope } from '../../src/store/store.js';
import { endOf, gather, newRun } from './catalog/fixtures.js';

const SOURCE = 'us_xx_awards';

let folder: string;
let catalog: SqliteCatalog;
let clock = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-datasets-'));
  catalog = openCatalog({ folder, schema: 'migrate' });
});
afterEach(() => {
  catalog.close();
  rmSync(folder, { recursive: true });
});

const party = (key: string, name = key): Party => ({ key, names: [{ text: name, kind: 'current' }] });
const award = (key: string, more: Partial<DatasetDraft> = {}): DatasetDraft => ({
  key,
  date: '2020-01-01',
  document: { key },
  parties: [party('uei:A')],
  ...more,
});

async function open() {
  clock += 1_000;
  const runId = await catalog.loads.start(newRun(SOURCE, clock));
  return { runId, stage: await catalog.loads.openDatasetStage(runId, SOURCE) };
}

async function load(drafts: readonly DatasetDraft[], goneScope: StageScope | null = null) {
  const { runId, stage } = await open();
  await stage.put(drafts.map(toDatasetRow));
  const counts = stage.counts();
  const { gone } = await (await stage.seal(goneScope)).apply(() => {});
  await catalog.loads.finish(runId, endOf(counts, gone, goneScope !== null, clock));
  return { ...counts, gone };
}

const keysOf = async (...parties: string[]) =>
  (await catalog.datasets.getPartyRecords(SOURCE, parties, 25)).records.map((record) => record.key);

describe('records of a data set', () => {
  test('are found by their parties, newest first, each once, with the true total', async () => {
    await load([
      award('1'),
      award('2', { date: '2021-01-01', parties: [party('uei:A'), party('uei:B')] }),
      award('3', { parties: [party('uei:C')] }),
    ]);
    expect(await keysOf('uei:A', 'uei:B')).toEqual(['2', '1']);
    const { records, totalCount } = await catalog.datasets.getPartyRecords(SOURCE, ['uei:A', 'uei:B'], 1);
    expect(records.map((record) => record.key)).toEqual(['2']);
    expect(totalCount).toBe(2);
    expect(await catalog.datasets.countPartyYears(SOURCE, ['uei:A', 'uei:B'])).toEqual([
      { year: '2021', count: 1 },
      { year: '2020', count: 1 },
    ]);
    await load([award('4', { date: '' })]);
    expect(await catalog.datasets.countPartyYears(SOURCE, ['uei:A'])).toEqual([
      { year: '2021', count: 1 },
      { year: '2020', count: 1 },
    ]);
    expect(await catalog.datasets.countPartyYears(SOURCE, [])).toEqual([]);
    expect(await catalog.datasets.getPartyRecords('us_xx_other', ['uei:A'], 1)).toEqual({
      records: [],
      totalCount: 0,
    });
  });

  test('change, and their parties with them', async () => {
    await load([award('1'), award('2')]);
    const report = await load([award('1', { parties: [party('uei:B')] }), award('2')]);
    expect(report).toMatchObject({ records: 2, added: 0, changed: 1, unchanged: 1 });
    expect(await keysOf('uei:A')).toEqual(['2']);
    expect(await keysOf('uei:B')).toEqual(['1']);
  });

  test('issued again under one key: the greatest version wins, in one run and from run to run', async () => {
    const version = (text: string) => award('1', { version: text, document: { text } });
    const shown = async () =>
      (await catalog.datasets.getPartyRecords(SOURCE, ['uei:A'], 1)).records[0]?.document;
    expect(await load([version('2024'), version('2023')])).toMatchObject({ records: 1, repeated: 1 });
    expect(await shown()).toBe('{"text":"2024"}');
    expect(await load([version('2022')])).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await shown()).toBe('{"text":"2024"}');
    expect(await load([version('2022'), version('2025')])).toMatchObject({ changed: 1 });
    expect(await shown()).toBe('{"text":"2025"}');
  });

  test('that a complete part does not name are gone, those of other parts stay, and they may come back', async () => {
    await load([award('1', { scope: 'CT' }), award('2', { scope: 'CT' }), award('3', { scope: 'MS' })]);
    expect(await load([award('1', { scope: 'CT' })], { parts: ['CT'] })).toMatchObject({ gone: 1 });
    expect((await keysOf('uei:A')).sort()).toEqual(['1', '3']);
    expect(await load([award('2', { scope: 'CT' })])).toMatchObject({ changed: 1 });
    expect((await keysOf('uei:A')).sort()).toEqual(['1', '2', '3']);
  });

  test('missing from a run are counted by part before anything is marked gone', async () => {
    await load([award('1', { scope: 'CT' }), award('2', { scope: 'MS' })]);
    const { stage } = await open();
    await stage.put([toDatasetRow(award('3', { scope: 'CT' }))]);
    expect(await stage.parts()).toEqual([{ part: 'CT', records: 1, missing: 1 }]);
    expect(await stage.countMissing({ parts: ['CT'] })).toBe(1);
    expect(await stage.countMissing('source')).toBe(2);
    await stage.discard();
    expect(await keysOf('uei:A')).toHaveLength(2);
  });

  test('are counted as the records of their source, with the publisher’s date of the last good run', async () => {
    expect(await catalog.datasets.state(SOURCE)).toBeUndefined();
    await load([award('1'), award('2')]);
    expect(await catalog.datasets.state(SOURCE)).toEqual({ run: 1, publishedAt: null, missing: [] });
    expect(await catalog.runs.listSourceStates()).toMatchObject([{ sourceId: SOURCE, records: 2 }]);
  });
});

describe('parties', () => {
  test('are told once, with the names of all their records and the newest address', async () => {
    const at = (city: string) => ({ address: { street: '', city, state: 'CT', zip: '' } });
    await load([
      award('1', { date: '2020-01-01', parties: [{ ...party('uei:A', 'OLD NAME'), ...at('OLD TOWN') }] }),
      award('2', { date: '2022-01-01', parties: [{ ...party('uei:A', 'NEW NAME'), ...at('NEW TOWN') }] }),
      award('3', { parties: [party('uei:B')] }),
    ]);
    const parties = await gather(catalog.datasets.scanParties(SOURCE));
    expect(parties.map(({ party: { key } }) => key)).toEqual(['uei:A', 'uei:B']);
    expect(parties[0]?.party).toMatchObject({
      names: [
        { text: 'NEW NAME', kind: 'current' },
        { text: 'OLD NAME', kind: 'current' },
      ],
      address: { city: 'NEW TOWN' },
    });
  });

  test('have a hash that changes with what any of their records says', async () => {
    await load([award('1'), award('2')]);
    const [before] = await gather(catalog.datasets.scanParties(SOURCE));
    await load([award('2', { parties: [party('uei:A', 'OTHER')] })]);
    const [after] = await gather(catalog.datasets.scanParties(SOURCE));
    expect(after?.hash).not.toBe(before?.hash);
  });

  test('are told whole where a page of records ends among them', async () => {
    const many = Array.from({ length: 4_500 }, (_, index) =>
      award(`k${index}`, { parties: [party(`p${index % 3}`)] }),
    );
    await load(many);
    const parties = await gather(catalog.datasets.scanParties(SOURCE));
    expect(parties.map(({ party: { key } }) => key)).toEqual(['p0', 'p1', 'p2']);
  });
});
