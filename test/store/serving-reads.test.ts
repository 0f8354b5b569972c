import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EntityRow } from '../../src/domain/entity.js';
import type { SecFact } from '../../src/domain/sec/sec.js';
import { openStore } from '../../src/store/sqlite/open.js';
import type { SealedStage, Stage, Store } from '../../src/store/store.js';
import { endOf, entityRow, filing, newRun } from './catalog/fixtures.js';

let folder: string;
let loader: Store;
let served: Store;
let now = 1;

/** What others commit is seen from then on. */
const nextMoment = () => sleep(6);
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-serving-'));
  loader = await openStore(folder, { schema: 'migrate' });
  served = await openStore(folder, { schema: 'current', serving: true });
});
afterEach(async () => {
  await served.close();
  await loader.close();
  rmSync(folder, { recursive: true });
});

async function load<Row>(sourceId: string, open: (run: number) => Promise<Stage<Row>>, rows: readonly Row[]) {
  now += 1;
  const run = await loader.catalog.loads.start(newRun(sourceId, now));
  const stage = await open(run);
  await stage.put(rows);
  const counts = stage.counts();
  const sealed: SealedStage = await stage.seal(null);
  const { gone } = await sealed.apply(() => undefined);
  await loader.catalog.loads.finish(run, endOf(counts, gone, false, now));
}

const loadEntities = (...rows: EntityRow[]) =>
  load('us_xx_register', (run) => loader.catalog.loads.openEntityStage(run, 'us_xx_register'), rows);
const loadFilings = (...facts: SecFact[]) =>
  load('us_sec_submissions', (run) => loader.catalog.loads.openSecStage(run, 'us_sec_submissions'), facts);

const correct = () =>
  loader.links.correct({
    ...{ entity: 'XX:1', dataset: 'us_xx_awards', party: 'uei:A', verdict: 'confirmed', note: '', at: 1 },
  });

const nameOf = async (id: string) => {
  const entity = await served.catalog.entities.get(id);
  return entity && (JSON.parse(entity.document) as { name: string }).name;
};

test('a record asked for many times is answered again soon after it was changed', async () => {
  await loadEntities(entityRow('1', 'Old Name'));
  for (let time = 0; time < 5; time++) expect(await nameOf('XX:1')).toBe('Old Name');
  await loadEntities(entityRow('1', 'New Name'));
  await nextMoment();
  for (let time = 0; time < 5; time++) expect(await nameOf('XX:1')).toBe('New Name');
});

test('a record that was not there is found soon after it came', async () => {
  await loadEntities(entityRow('1'));
  expect(await nameOf('XX:2')).toBeUndefined();
  await loadEntities(entityRow('2'));
  await nextMoment();
  expect(await nameOf('XX:2')).toBe('Name 2');
});

test('a number that is not the record’s, or nobody’s, leads to the record all the same', async () => {
  await loadEntities(entityRow('1'), entityRow('2'));
  const [first, second] = [
    await loader.catalog.entities.get('XX:1'),
    await loader.catalog.entities.get('XX:2'),
  ];
  for (const number of [undefined, first?.number, second?.number, 0, 999]) {
    expect(await loader.catalog.entities.get('XX:2', () => number)).toEqual(second);
    await nextMoment();
    const probably = vi.fn(() => number);
    expect(await served.catalog.entities.get('XX:2', probably)).toEqual(second);
    if (number === undefined) expect(probably).toHaveBeenCalledExactlyOnceWith('XX:2');
    expect(await served.catalog.entities.get('XX:3', () => number)).toBeUndefined();
  }
});

test('reads that follow each other see one moment of the file', async () => {
  const found = async () => (await served.links.ofEntity('XX:1')).length;
  expect(await found()).toBe(0);
  // Nothing here waits for anything but promises.
  await correct();
  expect(await found()).toBe(0);
  await nextMoment();
  expect(await found()).toBe(1);
});

test('filings and filers asked for many times are answered again when they changed', async () => {
  const read = async () => {
    const [row] = await served.catalog.filings.get(['0000000001-16-000001']);
    const [filer] = await served.catalog.filings.getFilers([1_318_605]);
    await nextMoment();
    return [row?.description, filer?.name];
  };
  const filer = (name: string): SecFact => ({ kind: 'filer', cik: 1_318_605, name });
  await loadFilings(filing({ description: 'FIRST' }), filer('OLD NAME'));
  for (let time = 0; time < 4; time++) expect(await read()).toEqual(['FIRST', 'OLD NAME']);
  await loadFilings(filing({ description: 'SECOND' }), filer('NEW NAME'));
  await nextMoment();
  for (let time = 0; time < 4; time++) expect(await read()).toEqual(['SECOND', 'NEW NAME']);
});

test('links that are made while they are served are served soon after', async () => {
  const entities = async () => (await served.links.ofEntity('XX:1')).map(({ party }) => party);
  expect(await entities()).toEqual([]);
  expect(await served.links.state('us_xx_awards')).toBeUndefined();
  await correct();
  await loader.links.setState('us_xx_awards', { run: 3, at: 2, weights: 'w' });
  await nextMoment();
  expect(await entities()).toEqual(['uei:A']);
  expect(await served.links.state('us_xx_awards')).toEqual({ run: 3, at: 2, weights: 'w' });
});

test('the first link that is made is served, and none when the last is gone', async () => {
  const entities = async () => {
    await nextMoment();
    return (await served.links.ofEntity('XX:1')).map(({ party }) => party);
  };
  const link = {
    entity: 'XX:1',
    outcome: 'linked',
    tier: 'confirmed',
    attached: true,
    probability: 1,
  } as const;
  const links = [{ ...link, decidedBy: 'model', rivals: 0, samePlace: true, evidence: '[]' } as const];
  expect(await entities()).toEqual([]);
  await loader.links.putJudgements('us_xx_awards', [{ party: 'uei:A', fingerprint: '', links }]);
  expect(await entities()).toEqual(['uei:A']);
  await loader.links.dropParties('us_xx_awards', ['uei:A']);
  expect(await entities()).toEqual([]);
});

test('reads that take long are spread over turns: others are answered between any two', async () => {
  const accessions = Array.from({ length: 40 }, (_, at) => `0000000001-16-${String(at).padStart(6, '0')}`);
  await loadFilings(...accessions.map((accession) => filing({ accession })));
  const clock = vi.spyOn(performance, 'now');
  // By this clock each read takes as long as one from a disk.
  for (let time = 0; time < 1_000; time++) clock.mockReturnValueOnce(time * 10);
  let turns = 0;
  let isRead = false;
  const count = () => {
    turns += 1;
    if (!isRead) setImmediate(count);
  };
  setImmediate(count);
  const rows = await served.catalog.filings.get(accessions);
  isRead = true;
  clock.mockRestore();
  expect(rows.map(({ accession }) => accession)).toEqual(accessions);
  expect(turns).toBeGreaterThanOrEqual(accessions.length - 1);
});

test('a store that is served can be closed in the turn that reads from it', async () => {
  const other = await openStore(folder, { schema: 'current', serving: true });
  await other.catalog.entities.get('XX:1');
  await other.links.ofEntity('XX:1');
  await other.close();
  await nextMoment();
});
