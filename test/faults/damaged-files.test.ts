import { randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimFolder, confirmFolder } from '../../src/store/folder/data-folder.js';
import { runDossier } from '../support/processes/process.js';
import { openStore } from '../support/store.js';
import { copyOf, type Folder, newAccountIn } from './support.js';

const COLORADO = resolve('sample/us_co_business_entities/business-entities-in-colorado.csv');
const INGEST = `ingest us_co_business_entities --file ${COLORADO}`;
const PAGE = 4_096;

/** Real data, which no start makes again. */
let whole: Folder;
beforeAll(async () => {
  const path = mkdtempSync(join(tmpdir(), 'dossier-whole-'));
  const folder = claimFolder(path, 'data');
  await (await openStore(path, { schema: 'create' })).close();
  confirmFolder(folder);
  whole = { path, ...(await newAccountIn(path, 10, 10, Date.now(), 'data')) };
  expect((await runDossier(INGEST.split(' '), { DOSSIER_DATA: path })).status).toBe(0);
});
afterAll(() => rmSync(whole.path, { recursive: true }));

function overwrite(path: string, from: number, to: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, randomBytes(to - from), 0, to - from, from);
  closeSync(file);
}

const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
  'whose first bytes are overwritten': (path) => overwrite(path, 0, 100),
  'of which all but the first page is overwritten': (path) => overwrite(path, PAGE, statSync(path).size),
  'that is cut in half': (path) => truncateSync(path, Math.floor(statSync(path).size / 2 / PAGE) * PAGE),
};

test.each(
  ['catalog.db', 'ledger.db'].flatMap((name) =>
    Object.keys(DAMAGES).map((damage) => [name, damage] as const),
  ),
)('a %s %s ends each command that opens it with one sentence', async (name, damage) => {
  const folder = copyOf(whole, mkdtempSync(join(tmpdir(), 'dossier-broken-')));
  DAMAGES[damage]?.(join(folder.path, name));
  for (const command of ['serve', INGEST, 'ledger verify']) {
    const env = { DOSSIER_DATA: folder.path, DOSSIER_PORT: '0' };
    expect([command, await runDossier(command.split(' '), env)]).toEqual([
      command,
      {
        status: 1,
        stdout: '',
        stderr: `dossier: ${join(folder.path, name)} is damaged. Run dossier doctor for details; restore a backup.\n`,
      },
    ]);
  }
  const { stdout } = await runDossier(['doctor'], { DOSSIER_DATA: folder.path });
  expect(stdout).toMatch(new RegExp(`^wrong  files   ${name} is damaged: .* dossier restore DIR$`, 'm'));
  rmSync(folder.path, { recursive: true });
});
