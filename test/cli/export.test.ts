import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ExportManifest } from '../../src/contract/export.js';
import { buildIndexes } from '../../src/indexing/build.js';
import { claimFolder } from '../../src/store/folder/data-folder.js';
import { budget } from '../support/effort.js';
import { end, runDossier, spawnDossier } from '../support/process.js';
import { runProgram } from '../support/program.js';
import { folderWithSample, newSampleFolder } from '../support/sample.js';
import { fill, startOn } from '../support/service.js';
import { openStore } from '../support/store.js';

const newFolder = () => join(mkdtempSync(join(tmpdir(), 'dossier-exported-')), 'out');

function linesOf(folder: string): Record<string, unknown>[] {
  const { parts } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as ExportManifest;
  return parts.flatMap(({ name }) =>
    gunzipSync(readFileSync(join(folder, name)))
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  );
}

describe('dossier export', () => {
  let data: string;
  const exported = async (...args: string[]) => {
    const out = newFolder();
    const { stdout, error } = await runProgram(['export', ...args, '--out', out, '--sample', '--json'], {
      DOSSIER_DATA: data,
    });
    expect(error).toBeNull();
    return { out, manifest: JSON.parse(stdout) as ExportManifest };
  };
  beforeAll(async () => {
    data = await folderWithSample('dossier-export-data-');
  });

  test('writes each entity as GET /entity shows it', async () => {
    const { out, manifest } = await exported('entities');
    const rows = linesOf(out);
    expect(manifest.rows).toBe(rows.length);
    const service = await startOn(await newSampleFolder('dossier-export-shown-'));
    try {
      for (const { source, lastUpdated, ...row } of rows) {
        const { data: shown, meta } = await service.get<Record<string, unknown>>(`/api/v1/entity/${row.id}`);
        expect(row).toEqual(shown);
        expect(lastUpdated).toBe(meta.lastUpdated);
        expect(manifest.sources.find(({ id }) => id === source)?.title).toBe(meta.dataset);
      }
    } finally {
      await service.close();
    }
  }, 60_000);

  test('takes the filters of the searches, and says how many rows there are', async () => {
    const all = await exported(
      'entities',
      '--state',
      'CO',
      '--formed-after',
      '2020-01-01',
      '--fields',
      'id,formedDate',
    );
    const rows = linesOf(all.out);
    expect(rows.length).toBeGreaterThan(0);
    expect(
      rows.every(({ id, formedDate }) => /^CO:/.test(String(id)) && String(formedDate) >= '2020-01-01'),
    ).toBe(true);
    expect(rows.every((row) => Object.keys(row).join() === 'id,formedDate')).toBe(true);
    const filings = linesOf((await exported('filings', '--q', 'tesla', '--forms', '10-K')).out);
    expect(filings.length).toBeGreaterThan(0);
    expect(filings.every(({ formType }) => /^10-K/.test(String(formType)))).toBe(true);
    const links = linesOf((await exported('links', '--attached', 'true')).out);
    expect(links.length).toBeGreaterThan(0);
    expect(links.every(({ attached }) => attached === true)).toBe(true);
    const changes = linesOf((await exported('changes', '--kind', 'baseline', '--fields', 'seq,id,kind')).out);
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.every((row) => Object.keys(row).join() === 'seq,id,kind' && row.kind === 'baseline')).toBe(
      true,
    );
  }, 60_000);

  test('names the option that is wrong, and touches no folder that holds something else', async () => {
    const out = newFolder();
    const said = async (...args: string[]) =>
      (await runProgram(['export', ...args, '--sample'], { DOSSIER_DATA: data })).error;
    expect(await said('entities', '--state', 'Colorado', '--out', out)).toBe(
      '--state: must be a USPS code such as CO; got "Colorado".',
    );
    expect(await said('entities', '--fields', 'id,nam', '--out', out)).toMatch(
      /^--fields: is no field of entities: "nam"; there are id, name, /,
    );
    expect(await said('changes', '--changed-fields', 'name', '--kind', 'added', '--out', out)).toMatch(
      /^--kind: must be one of baseline, created/,
    );
    expect(await said('changes', '--cursor', '000000000000-0', '--out', newFolder())).toMatch(
      /^The cursor is one of another feed: .* Leave --cursor out/,
    );
    expect(existsSync(out)).toBe(false);
    const other = mkdtempSync(join(tmpdir(), 'dossier-other-'));
    writeFileSync(join(other, 'notes.txt'), 'mine');
    expect(await said('links', '--out', other)).toBe(`${other} is not empty: it holds notes.txt.`);
    const { out: complete } = await exported('links');
    expect(await said('links', '--out', complete)).toBe(
      `${complete} holds a complete export; name another folder.`,
    );
  }, 60_000);
});

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
        expect(said).toMatch(
          /^Going on with the export in \S+: [\d,]+ of 60,000 rows are in whole parts\.$/m,
        );
      }
    }
    const content = (path: string) =>
      readdirSync(path)
        .sort()
        .map((name) => [name, readFileSync(join(path, name), 'base64')]);
    expect(content(broken)).toEqual(content(whole));
  }
  expect(kills).toBeGreaterThanOrEqual(budget(3, 1));
}, 240_000);
