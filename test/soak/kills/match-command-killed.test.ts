import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildIndexes } from '../../../src/indexing/build.js';
import { relink } from '../../../src/linking/relink.js';
import { claimFolder } from '../../../src/store/folder/data-folder.js';
import { budget } from '../../support/effort.js';
import { runDossier, spawnDossier } from '../../support/processes/process.js';
import { fill } from '../../support/service.js';
import { openStore } from '../../support/store.js';

const WORDS = 'amber brindle cobalt dusky ember fallow gossamer heron indigo juniper kestrel lantern'.split(
  ' ',
);
const nameOf = (index: number) => `${WORDS[index % 12]} quill${index} works`;

test('dossier match goes on after kill -9, and writes what an unbroken run writes', async () => {
  const work = mkdtempSync(join(tmpdir(), 'dossier-match-killed-'));
  const env = { DOSSIER_DATA: await registerOf400(work) };
  const rows = Array.from(
    { length: budget(6_000, 2_500) },
    (_, index) => `${nameOf((index * 7) % 500)},CO,${index}`,
  );
  const list = join(work, 'long.csv');
  writeFileSync(list, `name,state,n\n${rows.join('\n')}\n`);
  const args = (out: string) => [
    'match',
    list,
    '--name',
    'name',
    '--state',
    'state',
    '--out',
    join(work, out),
  ];
  const unbroken = await runDossier(args('whole.csv'), env);
  expect(unbroken.status).toBe(0);
  const broken = join(work, 'broken.csv');
  const progress = `${broken}.progress`;
  const rowsNoted = () =>
    existsSync(progress)
      ? (JSON.parse(readFileSync(progress, 'utf8')) as { written: { rows: number } }).written.rows
      : 0;
  const leasts = [1, 1_000];
  for (let kills = 0; kills < leasts.length; ) {
    const min = leasts[kills] ?? 0;
    const child = spawnDossier(args('broken.csv'), env);
    const closed = once(child, 'close');
    while (child.exitCode === null && rowsNoted() < min) await new Promise((next) => setTimeout(next, 5));
    child.kill('SIGKILL');
    const [, signal] = await closed;
    kills += 1;
    if (signal === 'SIGKILL' && !existsSync(broken)) continue;
    // It was faster than a busy machine looked at it.
    for (const path of [broken, progress, `${broken}.part`]) rmSync(path, { force: true });
    kills = 0;
  }
  writeFileSync(`${broken}.part`, `${readFileSync(`${broken}.part`, 'utf8')}half a row`);
  const last = await runDossier(args('broken.csv'), env);
  expect(last.status).toBe(0);
  expect(last.stderr).toMatch(/Resuming after row/);
  expect(readFileSync(broken, 'utf8')).toBe(readFileSync(join(work, 'whole.csv'), 'utf8'));
  expect(existsSync(progress) || existsSync(`${broken}.part`)).toBe(false);
});

/** The path of a data folder in `work` with 400 records, linked and indexed. */
async function registerOf400(work: string): Promise<string> {
  const folder = claimFolder(join(work, 'data'), 'data');
  const store = await openStore(folder.path, { schema: 'create' });
  const drafts = Array.from({ length: 400 }, (_, index) => ({
    key: `${index}`,
    name: `${nameOf(index)} LLC`.toUpperCase(),
    principalAddress: `${index} Example St, Salida, CO 81201`,
  }));
  await fill(store.catalog, { entities: { us_co_business_entities: drafts } });
  await relink(store.catalog, store.links, Date.now);
  await buildIndexes(store.catalog, folder.index, Date.now);
  await store.close();
  return folder.path;
}
