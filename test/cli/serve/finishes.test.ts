import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildIndexes } from '../../../src/indexing/build.js';
import { toEntityRow } from '../../../src/ingest/map/entity-row.js';
import { claimFolder, confirmFolder } from '../../../src/store/folder/data-folder.js';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import type { RunOutcome, Store } from '../../../src/store/store.js';
import { newAccountIn } from '../../faults/support.js';
import { COLORADO, loadEntities } from '../../indexing/delta-support.js';
import { endOf, newRun } from '../../store/catalog/fixtures.js';
import { end, runDossier, spawnDossier, startServing } from '../../support/processes/process.js';
import { entitySource } from '../../support/service.js';
import { openStore } from '../../support/store.js';

const NOTHING = { records: 0, added: 0, changed: 0, unchanged: 0, repeated: 0 };

let path: string;
let key: string;
beforeEach(async () => {
  path = mkdtempSync(join(tmpdir(), 'dossier-finishes-'));
  const folder = claimFolder(path, 'data');
  const store = await openStore(path, { schema: 'create' });
  await loadEntities(store, COLORADO, [{ key: '1', name: 'EARLY BIRD LLC' }]);
  await buildIndexes(store.catalog, folder.index, Date.now);
  await leaveInterrupted(store, 'NIGHT OWL LLC');
  await store.close();
  confirmFolder(folder);
  ({ key } = await newAccountIn(path, 1_000, 1_000, Date.now(), 'data'));
});
afterEach(() => rmSync(path, { recursive: true }));

/** As a kill leaves it: the first transaction of a sealed stage is in the catalog, the run has not ended. */
async function leaveInterrupted({ catalog }: Store, name: string): Promise<void> {
  const runId = await catalog.loads.start(newRun(COLORADO, Date.now()));
  const stage = await catalog.loads.openEntityStage(runId, COLORADO);
  await stage.put([toEntityRow(entitySource(COLORADO), { key: '2', name })]);
  const sealed = await stage.seal(null);
  const killed = sealed.apply(() => {
    throw new Error('killed');
  });
  await expect(killed).rejects.toThrow('killed');
}

async function lastOutcome(): Promise<RunOutcome | undefined> {
  const store = await openStore(path, { schema: 'current' });
  const [state] = await store.catalog.runs.listSourceStates();
  await store.close();
  return state?.lastRun?.outcome;
}

test('a server that starts after a load was killed answers at once, and another process finishes the load', async () => {
  // Nobody can finish anything before this lets go.
  const writer = new Database(join(path, 'catalog.db'));
  writer.exec('BEGIN IMMEDIATE');
  const { child, started, stderr } = await startServing(path);
  const headers = { authorization: `Bearer ${key}` };
  const named = async (name: string) => {
    const response = await fetch(`${started.url}/api/v1/search?name=${name}`, { headers });
    const { data } = (await response.json()) as { data: readonly { name: string }[] };
    return data.map(({ name: found }) => found);
  };
  expect((await fetch(`${started.url}/readyz`)).status).toBe(200);
  expect(await named('early+bird')).toEqual(['EARLY BIRD LLC']);
  await expect.poll(stderr).toContain(`A load was stopped while it was being applied: ${COLORADO} (run 2).`);
  expect(await lastOutcome()).toBe('applying');

  writer.exec('ROLLBACK');
  writer.close();
  await expect.poll(() => named('night+owl')).toEqual(['NIGHT OWL LLC']);
  await expect.poll(stderr).toContain(`Finished: ${COLORADO} (run 2).`);
  expect(await lastOutcome()).toBe('done');
  await end(child, 'SIGTERM');
});

test('`ingest --finish` finishes what waits for it, and says which run cannot be finished', async () => {
  const env = { DOSSIER_DATA: path };
  const finish = () => runDossier(['ingest', '--finish'], env);
  expect((await finish()).stdout).toBe(`Finished: ${COLORADO} (run 2).\n`);
  expect((await finish()).stdout).toBe('There are no loads to finish.\n');

  const store = await openStore(path, { schema: 'current' });
  await leaveInterrupted(store, 'DAY OWL LLC');
  await store.close();
  rmSync(join(path, 'stage', '3.db'));
  expect(await finish()).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining(`Run: dossier ingest ${COLORADO}`),
  });
});

test('a load waits for the killed load of its source that another process finishes, and says so', async () => {
  const file = join(path, 'colorado.csv');
  const [sample = ''] = readdirSync(join('sample', COLORADO));
  cpSync(join('sample', COLORADO, sample), file);
  const store = await openStore(path, { schema: 'current' });
  const stage = await store.catalog.loads.resume(2);
  const child = spawnDossier(['ingest', COLORADO, '--file', file, '--no-index'], { DOSSIER_DATA: path });
  let reported = '';
  child.stderr?.on('data', (chunk) => {
    reported += String(chunk);
  });
  const closed = once(child, 'close');
  const line = `The load of ${COLORADO} (run 2) is being applied by another process; waiting for it.`;
  await expect.poll(() => reported).toContain(line);
  const { gone } = await stage.apply(() => undefined);
  await store.catalog.loads.finish(2, endOf({ ...NOTHING, added: 1 }, gone, false, Date.now()));
  await store.close();
  expect([await closed, reported.split(line)]).toEqual([[0, null], expect.objectContaining({ length: 2 })]);
  expect(await lastOutcome()).toBe('done');
});
