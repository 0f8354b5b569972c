import { randomBytes } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../../src/store/sqlite/file/driver.js';
import { end, startServing } from '../support/processes/process.js';
import { copyOf, type Folder, sampleWith } from './support.js';

let sample: Folder;
beforeAll(async () => {
  sample = await sampleWith(1_000_000);
});
afterAll(() => rmSync(sample.path, { recursive: true }));

const DAMAGED = 'CO:20221555001';

/** Overwrites the page of a table that holds a text. Returns how many pages were overwritten. */
function damage(path: string, table: string, text: string): number {
  const database = new Database(path);
  const bytes = database.pragma('page_size', { simple: true }) as number;
  const leaves = database
    .prepare<[string], number>(`SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf'`)
    .pluck()
    .all(table);
  database.close();
  const file = openSync(path, 'r+');
  const page = Buffer.alloc(bytes);
  let overwritten = 0;
  for (const number of leaves) {
    readSync(file, page, 0, bytes, (number - 1) * bytes);
    if (!page.includes(text)) continue;
    writeSync(file, randomBytes(bytes), 0, bytes, (number - 1) * bytes);
    overwritten += 1;
  }
  closeSync(file);
  return overwritten;
}

/** A record that can still be read. */
function otherId(path: string): string {
  const database = new Database(join(path, 'catalog.db'), { readonly: true });
  const id = database
    .prepare<[], string>('SELECT id FROM entities WHERE number = (SELECT max(number) FROM entities)')
    .pluck()
    .get();
  database.close();
  return id ?? '';
}

test.each([1, 3])(
  'a damaged page of the catalog fails its own requests only (%i workers)',
  async (workers) => {
    const folder = copyOf(sample, mkdtempSync(join(tmpdir(), 'dossier-damaged-')));
    expect(damage(join(folder.path, 'catalog.db'), 'entities', DAMAGED)).toBe(1);
    const whole = otherId(folder.path);
    const { child, started, stderr } = await startServing(folder.path, ['--workers', String(workers)]);
    const headers = { authorization: `Bearer ${folder.key}`, connection: 'close' };
    const statusOf = async (id: string) =>
      (await fetch(`${started.url}/api/v1/entity/${id}`, { headers })).status;
    for (let time = 0; time < 20; time++) {
      expect(await statusOf(DAMAGED)).toBe(500);
      expect(await statusOf(whole)).toBe(200);
    }
    const metrics = await (await fetch(`${started.url}/metrics`)).text();
    expect(
      Number(/^dossier_store_read_faults_total\{file="catalog.db"\} (\d+)$/m.exec(metrics)?.[1]),
    ).toBeGreaterThan(0);
    expect(stderr()).toContain('Some of catalog.db cannot be read');
    expect(stderr()).not.toContain('is replaced');
    expect(child.exitCode).toBeNull();
    expect(await end(child, 'SIGTERM')).toBe(0);
    rmSync(folder.path, { recursive: true });
  },
);
