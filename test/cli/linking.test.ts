import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimFolder } from '../../src/data-folder.js';
import { lockFile } from '../../src/store/sqlite/file-lock.js';
import { openStore } from '../../src/store/sqlite/open.js';
import { COLORADO, loadDataset, loadEntities } from '../indexing/delta-support.js';
import { spawnDossier } from '../support/process.js';

const FIRM = {
  name: 'SUMMIT LANTERN WORKS LLC',
  identifiers: [{ scheme: 'ein', value: '840000001' } as const],
};
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-linking-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a process that is to link waits for one that links, and then makes what is left', {
  timeout: 60_000,
}, async () => {
  await load();
  const other = lockFile(join(folder, 'linking.lock'));
  const child = spawnDossier(['resolve', '--json'], { DOSSIER_DATA: folder });
  let said = '';
  await new Promise<void>((waits, fails) => {
    child.once('close', () => fails(new Error(`It ended: ${said}`)));
    child.stderr?.on('data', (chunk) => {
      said += String(chunk);
      if (said.includes('Another process makes links; waiting for it.')) waits();
    });
  });
  expect(await linked()).toEqual([]);
  other?.release();
  expect(await new Promise((ended) => child.once('close', ended))).toBe(0);
  expect(await linked()).toEqual(['ein:840000001']);
});

async function load(): Promise<void> {
  claimFolder(folder, 'data');
  const store = await openStore(folder, { schema: 'migrate' });
  await loadEntities(store, COLORADO, [{ key: '1', ...FIRM }]);
  const names = [{ text: FIRM.name, kind: 'current' as const }];
  const party = { key: 'ein:840000001', names, identifiers: FIRM.identifiers };
  await loadDataset(store, 'us_irs_exempt_organizations', [{ key: '1', document: {}, parties: [party] }]);
  await store.close();
}

async function linked(): Promise<readonly string[]> {
  const store = await openStore(folder, { schema: 'current' });
  const links = await store.links.ofEntity('CO:1');
  await store.close();
  return links.map(({ party }) => party);
}
