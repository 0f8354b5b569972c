import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readManifest } from '../../../src/indexing/files/files.js';
import { claimFolder } from '../../../src/store/folder/data-folder.js';
import { runDossier, spawnDossier } from '../../support/processes/process.js';
import { runProgram } from '../../support/processes/program.js';
import { lockFile, openStore } from '../../support/store.js';

async function newFolder(): Promise<string> {
  const { path } = claimFolder(mkdtempSync(join(tmpdir(), 'dossier-index-')), 'data');
  await (await openStore(path, { schema: 'create' })).close();
  return path;
}

test('the build before can be made current again, and a second time undoes it', async () => {
  const folder = await newFolder();
  let now = 1_000;
  const index = (...options: string[]) =>
    runProgram(['index', ...options], { DOSSIER_DATA: folder }, () => {
      now += 1;
      return now;
    });
  const built = () => readManifest(join(folder, 'index'))?.builtAt;
  expect((await index('--roll-back')).error).toBe('There is no previous build.');
  await index();
  const first = built();
  await index();
  const second = built();
  expect((await index('--roll-back')).stdout).toContain('is current again.');
  expect([first === second, built()]).toEqual([false, first]);
  await index('--roll-back');
  expect(built()).toBe(second);
});

test('a build before that is damaged is not made current, and one sentence says so', async () => {
  const folder = await newFolder();
  const env = { DOSSIER_DATA: folder };
  await runDossier(['index'], env);
  const first = readManifest(join(folder, 'index'));
  await runDossier(['index'], env);
  const second = readManifest(join(folder, 'index'));
  writeFileSync(join(folder, 'index', first?.filings ?? ''), 'not an index');
  const { status, stderr } = await runDossier(['index', '--roll-back'], env);
  expect([status, stderr]).toEqual([1, 'dossier: These bytes are not a name index.\n']);
  expect(readManifest(join(folder, 'index'))).toEqual(second);
});

test('a build waits for another that is under way, and says so', async () => {
  const folder = await newFolder();
  await runDossier(['index'], { DOSSIER_DATA: folder });
  const other = lockFile(join(folder, 'index', 'building.lock'));
  const waiting = spawnDossier(['index', '--changed'], { DOSSIER_DATA: folder });
  const [said] = (await once(waiting.stderr ?? waiting, 'data')) as [Buffer];
  expect(String(said)).toBe('Another process is building the search indexes; waiting for it.\n');
  expect(waiting.exitCode).toBeNull();
  other?.release();
  expect(await once(waiting, 'close')).toEqual([0, null]);
});
