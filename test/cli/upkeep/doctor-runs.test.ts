import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Finding } from '../../../src/cli/doctor/finding.js';
import { buildIndexes } from '../../../src/indexing/build.js';
import { toEntityRow } from '../../../src/ingest/map/entity-row.js';
import { relink } from '../../../src/linking/relink.js';
import { claimFolder, confirmFolder, type DataFolder } from '../../../src/store/folder/data-folder.js';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import type { Store } from '../../../src/store/store.js';
import { COLORADO, loadDataset, loadEntities } from '../../indexing/delta-support.js';
import { endOf, newRun } from '../../store/catalog/fixtures.js';
import { runProgram } from '../../support/processes/program.js';
import { entitySource } from '../../support/service.js';
import { openStore } from '../../support/store.js';

const NOW = Date.UTC(2026, 4, 5);
const NAME = { key: '1', name: 'EARLY BIRD LLC' };

let folder: DataFolder;
beforeEach(async () => {
  folder = claimFolder(mkdtempSync(join(tmpdir(), 'dossier-doctor-')), 'data');
  await withStore(async (store) => {
    await loadEntities(store, COLORADO, [NAME]);
    await relink(store.catalog, store.links, () => NOW);
    await buildIndexes(store.catalog, folder.index, () => NOW);
  });
  confirmFolder(folder);
});
afterEach(() => rmSync(folder.path, { recursive: true }));

async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(folder.path, { schema: 'create' });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** What is wrong with the loads and links; the records of these tests are older than any period. */
async function wrongWith(subject: Finding['subject'], ...options: string[]) {
  const settings = { DOSSIER_DATA: folder.path, DOSSIER_PORT: '0' };
  const { stdout } = await runProgram(['doctor', '--json', ...options], settings, () => NOW);
  const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
  return findings
    .filter((found) => found.subject === subject && !found.ok && !found.what.startsWith('Out of date'))
    .map(({ what, cure }) => [what, cure]);
}

/** A load that was killed after its first transaction. Returns its stage. */
function killedWhileApplied(): Promise<string> {
  return withStore(async ({ catalog }) => {
    const runId = await catalog.loads.start(newRun(COLORADO, NOW));
    const stage = await catalog.loads.openEntityStage(runId, COLORADO);
    await stage.put([toEntityRow(entitySource(COLORADO), { key: '2', name: 'NIGHT OWL LLC' })]);
    const sealed = await stage.seal(null);
    const killed = sealed.apply(() => {
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    return join(folder.path, 'stage', `${runId}.db`);
  });
}

const NOTHING = { records: 0, added: 0, changed: 0, unchanged: 0, repeated: 0 };
const ended = (outcome: 'done' | 'failed') =>
  withStore(async ({ catalog }) => {
    const runId = await catalog.loads.start(newRun(COLORADO, NOW));
    await catalog.loads.finish(runId, { ...endOf(NOTHING, 0, false, NOW), outcome, error: 'a reason' });
  });
const killedWhileRead = () => withStore(({ catalog }) => catalog.loads.start(newRun(COLORADO, NOW)));

test('nothing is wrong with loads that ended well and are linked', async () => {
  expect(await wrongWith('runs', '--deep')).toEqual([]);
  expect(await wrongWith('links')).toEqual([]);
});

test.each([
  [
    'failed',
    () => ended('failed'),
    'The last load failed: us_co_business_entities.',
    /^Run dossier sources ID to see why, .* ingest ID/,
  ],
  [
    'was killed while it read',
    killedWhileRead,
    'A load was killed while reading, and changed nothing: us_co_business_entities.',
    /^Run dossier ingest ID again/,
  ],
])('a last load that %s is told, until the next one ends well', async (_, happens, what, cure) => {
  await happens();
  expect(await wrongWith('runs')).toEqual([[what, expect.stringMatching(cure)]]);
  await ended('done');
  expect(await wrongWith('runs')).toEqual([]);
});

test('a load that another process works on is not told', async () => {
  await withStore(async ({ catalog }) => {
    const runId = await catalog.loads.start(newRun(COLORADO, NOW));
    expect(await wrongWith('runs')).toEqual([]);
    await catalog.loads.finish(runId, endOf(NOTHING, 0, false, NOW));
  });
});

const KILLED = 'The load of us_co_business_entities (run 2) was stopped while it was being applied';

test('a load that was killed while it was applied is told with the command that finishes it', async () => {
  await killedWhileApplied();
  expect(await wrongWith('runs')).toEqual([
    [`${KILLED}; part of it is visible.`, expect.stringContaining('dossier ingest --finish')],
  ]);
  const { error } = await runProgram(['ingest', '--finish'], { DOSSIER_DATA: folder.path }, () => NOW);
  expect(error).toBeNull();
  for (const subject of ['runs', 'links', 'index'] as const) expect(await wrongWith(subject)).toEqual([]);
});

test('a load whose stage is lost is to be loaded again', async () => {
  rmSync(await killedWhileApplied());
  expect(await wrongWith('runs')).toEqual([
    [`${KILLED}, and the rest of it is lost.`, 'Run: dossier ingest us_co_business_entities'],
  ]);
});

test.each([
  ['cut', (path: string) => truncateSync(path, 70_000)],
  ['overwritten', (path: string) => writeFileSync(path, 'x'.repeat(200_000))],
])('a load whose stage is %s is to be given up and loaded again', async (_, damage) => {
  damage(await killedWhileApplied());
  expect(await wrongWith('runs')).toEqual([
    [
      `${KILLED}, and the rest of it is damaged.`,
      'Run: dossier ingest --give-up 2, then dossier ingest us_co_business_entities',
    ],
  ]);
  const { error } = await runProgram(['ingest', '--give-up', '2'], { DOSSIER_DATA: folder.path });
  expect(error).toBeNull();
  expect(await wrongWith('runs')).toEqual([
    ['The last load failed: us_co_business_entities.', expect.anything()],
  ]);
});

test('links that are older than the data are told with the command that makes them', async () => {
  await withStore((store) => loadEntities(store, COLORADO, [NAME, { key: '3', name: 'LATE RISER LLC' }]));
  expect(await wrongWith('links')).toEqual([
    ['Links are out of date: records were loaded after the last linking run.', 'Run: dossier resolve'],
  ]);
  expect((await runProgram(['resolve'], { DOSSIER_DATA: folder.path })).error).toBeNull();
  expect(await wrongWith('links')).toEqual([]);
});

test('an index that a load has outrun is told with the command that renews it', async () => {
  await withStore((store) => loadEntities(store, COLORADO, [NAME, { key: '3', name: 'LATE RISER LLC' }]));
  expect(await wrongWith('index')).toEqual([['The search index is out of date.', 'Run: dossier index']]);
  expect((await runProgram(['index'], { DOSSIER_DATA: folder.path })).error).toBeNull();
  expect(await wrongWith('index')).toEqual([]);
});

const SOCIETY = { names: [{ text: 'EARLY BIRD SOCIETY', kind: 'current' as const }] };
const BODY = { key: '1', document: {}, parties: [{ key: 'ein:840000001', ...SOCIETY }] };

test.each([
  ['an entity that is gone', `DELETE FROM candidate_entity_rows`],
  ['an entity of other content', `UPDATE candidate_entity_rows SET mark = '1 2'`],
  ['an entity of another name', `UPDATE candidate_entity_rows SET sketch = replace(sketch, 'bird', 'crow')`],
  [
    'an entity too many',
    `INSERT INTO candidate_entity_rows SELECT 99, 'CO:99', source, state, mark, sketch FROM candidate_entity_rows`,
  ],
  [
    'keys of entities that are gone',
    `DELETE FROM candidate_entity_buckets WHERE bucket = (SELECT min(bucket) FROM candidate_entity_buckets)`,
  ],
  ['another number of entities of a state', `INSERT INTO candidate_states VALUES ('WY', 3)`],
  ['a party that is gone', `DELETE FROM candidate_party_rows`],
  ['a party of another name', `UPDATE candidate_party_rows SET sketch = replace(sketch, 'bird', 'crow')`],
  ['keys of parties that are gone', `DELETE FROM candidate_party_recent`],
])('link candidates with %s are told by --deep, and made again by its cure', async (_, sql) => {
  await withStore(async (store) => {
    await loadDataset(store, 'us_irs_exempt_organizations', [BODY]);
    await relink(store.catalog, store.links, () => NOW);
  });
  expect(await wrongWith('links', '--deep')).toEqual([]);
  const database = new Database(join(folder.path, 'links.db'));
  expect(database.prepare(sql).run().changes).toBeGreaterThan(0);
  database.close();
  expect(await wrongWith('links')).toEqual([]);
  expect(await wrongWith('links', '--deep')).toEqual([
    [
      expect.stringMatching(/^The link candidates differ from the data in \d+ places?\.$/),
      'Run: dossier resolve --all',
    ],
  ]);
  expect((await runProgram(['resolve', '--all'], { DOSSIER_DATA: folder.path })).error).toBeNull();
  expect(await wrongWith('links', '--deep')).toEqual([]);
});
