import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { backUp } from '../../../src/backup/index.js';
import { isLinked } from '../../../src/linking/relink.js';
import { claimFolder } from '../../../src/store/folder/data-folder.js';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import { Bench } from '../../ingest/runs/register.js';
import { runDossier } from '../../support/processes/process.js';
import { openStore } from '../../support/store.js';
import {
  COUNT,
  compileChild,
  completeFolder,
  content,
  holdAt,
  letEnd,
  loadedOnce,
  second,
  unstopped,
} from './held-load.js';

compileChild();
const bench = Bench.forEachTest();
afterEach(() => vi.restoreAllMocks());

const held = async () => {
  bench.goOnFrom(await loadedOnce());
  await completeFolder(bench.folder);
  return await holdAt(bench, ['applying', COUNT / 2], second);
};
const target = () => join(mkdtempSync(join(tmpdir(), 'dossier-backup-')), 'copy');

/** Restores a backup, and expects in it all that two loads give of which none was stopped, also after the links are made. */
async function expectWhole(backup: string): Promise<void> {
  const data = join(mkdtempSync(join(tmpdir(), 'dossier-restored-')), 'data');
  const env = { DOSSIER_DATA: data };
  expect(await runDossier(['restore', backup], env)).toMatchObject({ status: 0 });
  expect(await runDossier(['ingest', '--finish'], env)).toMatchObject({
    status: 0,
    stdout: 'There are no loads to finish.\n',
  });
  const { catalog, links, close } = await openStore(data, { schema: 'current' });
  expect(await content(catalog)).toEqual(await unstopped());
  expect(await catalog.runs.listSourceStates()).toMatchObject([
    { records: second.length, lastRun: { id: 2, outcome: 'done' } },
  ]);
  expect(await isLinked(catalog, links)).toBe(true);
  await close();
  expect((await runDossier(['doctor', '--deep'], env)).stdout).not.toMatch(
    /^wrong {2}(files|runs|links|index|ledger)/m,
  );
  rmSync(data, { recursive: true });
}

test('a backup of a load that a live process applies holds the rest of it, and leaves the load alone', async () => {
  const child = await held();
  const backup = target();
  expect(await runDossier(['backup', backup], { DOSSIER_DATA: bench.folder })).toMatchObject({ status: 0 });
  expect(existsSync(join(backup, 'stage', '2.db'))).toBe(true);
  await expectWhole(backup);
  await letEnd(bench.folder, child);
  expect(await content(bench.catalog)).toEqual(await unstopped());
});

test.each([
  ['links.db', 1],
  ['catalog.db', 2],
  ['state.db', 1],
])('a backup is whole if the load ends after the copy of %s', async (last, copies) => {
  const child = await held();
  const copied: string[] = [];
  const { backup: copy } = Database.prototype;
  vi.spyOn(Database.prototype, 'backup').mockImplementation(async function (
    this: InstanceType<typeof Database>,
    ...to
  ) {
    const done = await copy.apply(this, to);
    copied.push(basename(this.name));
    if (basename(this.name) === last && child.exitCode === null) await letEnd(bench.folder, child);
    return done;
  });
  const backup = target();
  await backUp(claimFolder(bench.folder, 'data'), backup, 1);
  expect(copied.filter((name) => name === last)).toHaveLength(copies);
  await expectWhole(backup);
});
