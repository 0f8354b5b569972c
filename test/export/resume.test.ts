import { hash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXPORT_FORMATS, type NewExport } from '../../src/contract/export.js';
import { JobFolder } from '../../src/export/job-folder.js';
import { readOrder } from '../../src/export/order.js';
import { indexOf, planExport } from '../../src/export/plan.js';
import { runExport } from '../../src/export/run.js';
import { buildIndexes } from '../../src/indexing/build.js';
import { readBuild, viewsOf } from '../../src/indexing/files/index-loader.js';
import type { IndexPair } from '../../src/indexing/files/index-pair.js';
import type { Store } from '../../src/store/store.js';
import { budget } from '../support/effort.js';
import { fill } from '../support/service.js';
import { openStore } from '../support/store.js';

/** Three pages at least, the last of which is not full. */
const RECORDS = budget(23_000, 11_500);
const AS_OF = Date.parse('2026-11-23T12:00:00Z');

let store: Store;
let indexes: IndexPair;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-resume-'));
  store = await openStore(folder, { schema: 'create' });
  const draft = (at: number) => ({
    key: String(20_000_000_000 + at),
    name: `Aspen ${at} LLC`,
    status: 'Exists',
  });
  const entities = { us_co_business_entities: Array.from({ length: RECORDS }, (_, at) => draft(at)) };
  await fill(store.catalog, { entities });
  const index = join(folder, 'index');
  indexes = viewsOf(await readBuild(index, await buildIndexes(store.catalog, index, Date.now)));
});
afterAll(() => store.close());

async function planned(request: NewExport, partBytes: number): Promise<JobFolder> {
  const folder = new JobFolder(join(mkdtempSync(join(tmpdir(), 'dossier-export-')), 'job'));
  await planExport(
    folder,
    { order: readOrder(request), asOf: AS_OF, partBytes, data: null },
    store,
    indexOf(indexes),
  );
  return folder;
}

function copyOf(folder: JobFolder): JobFolder {
  const path = join(mkdtempSync(join(tmpdir(), 'dossier-export-')), 'job');
  cpSync(folder.path, path, { recursive: true });
  return new JobFolder(path);
}

function contentOf({ path }: JobFolder): Record<string, string> {
  return Object.fromEntries(
    readdirSync(path).map((name) => [name, readFileSync(join(path, name)).toString('base64')]),
  );
}

/** Throws in the middle of a page; what a killed process leaves, but for the draft that it was writing. */
async function runUntil(folder: JobFolder, rows: number): Promise<void> {
  const stop = (written: number) => {
    if (written >= rows) throw new Error('ended');
  };
  await expect(runExport(folder, store, stop)).rejects.toThrow('ended');
}

describe('an export', () => {
  test.each(EXPORT_FORMATS)('that was interrupted goes on and has the same bytes: %s', async (format) => {
    // A part holds a page, or all of them: Parquet is whole at the end of a row group only.
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: RECORDS }), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(1, 60_000, 2 ** 30),
        async (ends, partBytes) => {
          const whole = await planned({ kind: 'entities', format, fields: ['id', 'name'] }, partBytes);
          const broken = copyOf(whole);
          const manifest = await runExport(whole, store);
          for (const end of ends) {
            if (broken.done().reduce((sum, { rows }) => sum + rows, 0) < end) await runUntil(broken, end);
          }
          expect(await runExport(broken, store)).toEqual(manifest);
          expect(contentOf(broken)).toEqual(contentOf(whole));
          expect(manifest.rows).toBe(RECORDS);
        },
      ),
      { numRuns: budget(20, 5) },
    );
  });

  test('has the rows that the search counts, each once, in parts that are whole by themselves', async () => {
    const folder = await planned({ kind: 'entities', filter: { name: 'aspen' } }, 1);
    const { rows, parts } = await runExport(folder, store);
    const ids = parts.flatMap(({ name, rows }) => {
      const lines = gunzipSync(readFileSync(folder.fileOf(name)))
        .toString()
        .trimEnd()
        .split('\n');
      expect(lines.length).toBe(rows);
      return lines.map((line) => (JSON.parse(line) as { id: string; name: string }).name);
    });
    expect([rows, new Set(ids).size]).toEqual([folder.manifest()?.rows, rows]);
    expect(rows).toBe(RECORDS);
  });

  test('leaves its parts and what describes them, with the SHA-256 of each', async () => {
    const folder = await planned({ kind: 'entities', format: 'csv' }, 1);
    const { parts } = await runExport(folder, store);
    expect(parts.length).toBe(Math.ceil(RECORDS / 5_000));
    for (const { name, sha256, bytes } of parts) {
      const held = readFileSync(folder.fileOf(name));
      expect([hash('sha256', held, 'hex'), held.length]).toEqual([sha256, bytes]);
    }
    expect(readdirSync(folder.path).sort()).toEqual(['manifest.json', ...parts.map(({ name }) => name)]);
  });
});
