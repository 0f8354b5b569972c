import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { buildIndexes } from '../../../src/indexing/build.js';
import { claimFolder } from '../../../src/store/folder/data-folder.js';
import { budget } from '../../support/effort.js';
import { end, runDossier, spawnDossier } from '../../support/processes/process.js';
import { fill } from '../../support/service.js';
import { openStore } from '../../support/store.js';

const newFolder = () => join(mkdtempSync(join(tmpdir(), 'dossier-exported-')), 'out');

test('an export that is killed again and again goes on, and has the bytes of one that was not', async () => {
  const folder = claimFolder(mkdtempSync(join(tmpdir(), 'dossier-killed-')), 'data');
  const store = await openStore(folder.path, { schema: 'create' });
  const words = ['Aspen', 'Willow', 'Granite', 'Harbor', 'Falcon', 'Maple'];
  const draft = (at: number) => ({
    key: String(20_000_000_000 + at),
    name: `${words[at % 6]} ${(at * 7919) % 100_003} ${words[(at >> 3) % 6]} LLC`,
    principalAddress: `${(at * 104_729) % 9_973} Example St, Denver, CO 8${(at * 31) % 10_000}`,
  });
  const entities = { us_co_business_entities: Array.from({ length: 60_000 }, (_, at) => draft(at)) };
  await fill(store.catalog, { entities });
  await buildIndexes(store.catalog, folder.index, Date.now);
  await store.close();
  const args = (format: string, out: string) => [
    'export',
    'entities',
    '--format',
    format,
    '--part-mb',
    '1',
    '--out',
    out,
  ];
  const env = { DOSSIER_DATA: folder.path };
  let kills = 0;
  for (const format of ['ndjson', 'parquet'].slice(0, budget(2, 1))) {
    const broken = newFolder();
    const first = spawnDossier(args(format, broken), env);
    while (!existsSync(join(broken, 'plan.json'))) await sleep(2);
    await end(first, 'SIGKILL');
    const whole = newFolder();
    cpSync(broken, whole, { recursive: true });
    expect((await runDossier(args(format, whole), env)).status).toBe(0);
    for (let round = 0; !existsSync(join(broken, 'manifest.json')); round++) {
      const run = spawnDossier(args(format, broken), env);
      const before = readdirSync(broken).length;
      // Some rounds are let run until they wrote something, or none would ever come to an end.
      for (
        let waited = 0;
        run.exitCode === null && readdirSync(broken).length === before && waited < 20_000;
        waited += 5
      ) {
        await sleep(5);
      }
      if (round < budget(20, 4)) {
        await sleep(Math.random() * 150);
        kills += run.exitCode === null ? 1 : 0;
        await end(run, 'SIGKILL');
      } else {
        let said = '';
        run.stderr?.on('data', (text) => {
          said += String(text);
        });
        await new Promise((resolve) => run.once('close', resolve));
        expect(said).toMatch(/^Resuming the export in \S+: [\d,]+ of 60,000 rows are in complete parts\.$/m);
      }
    }
    const content = (path: string) =>
      readdirSync(path)
        .sort()
        .map((name) => [name, readFileSync(join(path, name), 'base64')]);
    expect(content(broken)).toEqual(content(whole));
  }
  expect(kills).toBeGreaterThanOrEqual(budget(3, 1));
});
