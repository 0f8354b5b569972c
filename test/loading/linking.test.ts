import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RelinkWatch } from '../../src/linking/decisions/progress.js';
import { relink } from '../../src/linking/relink.js';
import { linkingLine, readingLine, timeLeft } from '../../src/loading/update-links.js';
import { claimFolder } from '../../src/store/folder/data-folder.js';
import { COLORADO, loadDataset, loadEntities } from '../indexing/delta-support.js';
import { spawnDossier } from '../support/processes/process.js';
import { lockFile, openStore } from '../support/store.js';

const FIRM = {
  name: 'SUMMIT LANTERN WORKS LLC',
  identifiers: [{ scheme: 'ein', value: '840000001' } as const],
};
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-linking-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a process that is to link waits for one that links, and then makes what is left', async () => {
  await load();
  const other = lockFile(join(folder, 'linking.lock'));
  const child = spawnDossier(['resolve', '--json'], { DOSSIER_DATA: folder });
  let said = '';
  await new Promise<void>((waits, fails) => {
    child.once('close', () => fails(new Error(`It ended: ${said}`)));
    child.stderr?.on('data', (chunk) => {
      said += String(chunk);
      if (said.includes('Another process is linking records; waiting for it.')) waits();
    });
  });
  expect(await linked()).toEqual([]);
  other?.release();
  expect(await new Promise((ended) => child.once('close', ended))).toBe(0);
  expect(await linked()).toEqual(['ein:840000001']);
});

test('progress says how much there is', () => {
  expect(readingLine('candidates', 168_000, 300_000)).toBe(
    'link candidates: 168,000 of 300,000 entities read (56 %)',
  );
  expect(readingLine('sharing', 0, 0)).toBe('shared agents and addresses: 0 of 0 entities read (100 %)');
  const widest = { dataset: 'us_irs_exempt_organizations', parties: 12_345_678, judged: 12_345_678 };
  const line = linkingLine(widest, { at: 10, of: 11, parties: 12_345_678 });
  expect(line).toContain(
    'us_irs_exempt_organizations (10 of 11): 12,345,678 parties (100 %), 12,345,678 judged',
  );
  for (const said of [line, readingLine('candidates', 99_999_999, 99_999_999)])
    expect(said.length).toBeLessThanOrEqual(96);
});

test('progress says how much time is left, once a part of the work has a speed', () => {
  let now = 0;
  const left = timeLeft(() => now);
  expect(left('us_irs_eo_bmf', 0, 300)).toBe('');
  now = 10_000;
  expect(left('us_irs_eo_bmf', 100, 300)).toBe(', 20 s left');
  now = 40_000;
  expect(left('us_irs_eo_bmf', 200, 1_000)).toBe(', 2 min 40 s left');
  expect(left('us_irs_eo_bmf', 200)).toBe('');
  expect(left('us_sam_entities', 1, 50)).toBe('');
});

test('a relink tells of each loaded data set which it is, and of entities how many there are', async () => {
  await load();
  const store = await openStore(folder, { schema: 'current' });
  const reported: unknown[] = [];
  const watch: RelinkWatch = {
    linked: ({ dataset }, among) => reported.push([dataset, among]),
    read: (what, entities, atMost) => reported.push([what, entities, atMost]),
  };
  await relink(store.catalog, store.links, Date.now, { watch, folder });
  await store.close();
  expect(reported).toContainEqual(['us_irs_exempt_organizations', { at: 1, of: 1, parties: 1 }]);
  expect(reported).toContainEqual(['candidates', 1, 1]);
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
