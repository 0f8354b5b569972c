import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ExportManifest } from '../../src/contract/export.js';
import { runProgram } from '../support/processes/program.js';
import { folderWithSample, newSampleFolder } from '../support/sample.js';
import { startOn } from '../support/service.js';

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
  });

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
  });

  test('names the option that is wrong, and touches no folder that holds something else', async () => {
    const out = newFolder();
    const said = async (...args: string[]) =>
      (await runProgram(['export', ...args, '--sample'], { DOSSIER_DATA: data })).error;
    expect(await said('entities', '--state', 'Colorada', '--out', out)).toBe(
      '--state: must be a USPS code or state name, such as CO or Colorado; got "Colorada".',
    );
    expect(await said('entities', '--fields', 'id,nam', '--out', out)).toMatch(
      /^--fields: must be a field of entities; got "nam"; fields are id, name, /,
    );
    expect(await said('changes', '--changed-fields', 'name', '--kind', 'added', '--out', out)).toMatch(
      /^--kind: must be one of baseline, created/,
    );
    expect(await said('changes', '--cursor', '000000000000-0', '--out', newFolder())).toMatch(
      /^The cursor belongs to another feed: .*--cursor/,
    );
    expect(existsSync(out)).toBe(false);
    const other = mkdtempSync(join(tmpdir(), 'dossier-other-'));
    writeFileSync(join(other, 'notes.txt'), 'mine');
    expect(await said('links', '--out', other)).toBe(`${other} is not empty: it contains notes.txt.`);
    const { out: complete } = await exported('links');
    expect(await said('links', '--out', complete)).toBe(
      `${complete} contains a complete export; specify another folder.`,
    );
  });
});
