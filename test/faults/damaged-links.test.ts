import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { end, startServing } from '../support/processes/process.js';
import { copyOf, type Folder, sampleWith } from './support.js';

let sample: Folder;
beforeAll(async () => {
  sample = await sampleWith(1_000_000);
});
afterAll(() => rmSync(sample.path, { recursive: true }));

const PAGE_BYTES = 4_096;
const newFolder = () => copyOf(sample, mkdtempSync(join(tmpdir(), 'dossier-links-')));

/** Overwrites the beginning of every page but the first. */
function damage(path: string): void {
  const file = openSync(path, 'r+');
  const noise = Buffer.alloc(300, 0xab);
  for (let at = PAGE_BYTES; at < statSync(path).size; at += PAGE_BYTES) writeSync(file, noise, 0, 300, at);
  closeSync(file);
}

test.each([1, 2])(
  'records and searches are served without links whose file is damaged before the start (%i workers)',
  async (workers) => {
    const folder = newFolder();
    damage(join(folder.path, 'links.db'));
    const { child, started, stderr } = await startServing(folder.path, ['--workers', String(workers)]);
    const headers = { authorization: `Bearer ${folder.key}`, connection: 'close' };
    const get = async (path: string) => {
      const response = await fetch(`${started.url}/api/v1${path}`, { headers });
      return {
        status: response.status,
        cost: response.headers.get('x-credits-cost'),
        ...(await response.json()),
      };
    };
    for (let time = 0; time < 6; time += 1) {
      const record = await get('/entity/CO:20221555001');
      expect([record.status, record.meta.linksUnavailable]).toEqual([200, true]);
      const whole = await get('/entity/CO:20221555001?include=all');
      expect([whole.status, whole.cost, whole.meta.enrichment.sam.outcome]).toEqual([
        200,
        '1',
        'unavailable',
      ]);
      const found = await get('/search?name=willow');
      expect([found.status, found.data.length > 0]).toEqual([200, true]);
      expect((await get('/entity/CO:20221555001/evidence')).status).toBe(503);
    }
    expect(stderr()).toContain('Some of links.db cannot be read');
    expect(child.exitCode).toBeNull();
    expect(await end(child, 'SIGTERM')).toBe(0);
    rmSync(folder.path, { recursive: true });
  },
);

test('a service goes on though its links are deleted while it starts its workers', async () => {
  const folder = newFolder();
  const { child, started } = await startServing(folder.path, ['--workers', '2']);
  for (const name of ['links.db', 'links.db-wal', 'links.db-shm'])
    rmSync(join(folder.path, name), { force: true });
  const headers = { authorization: `Bearer ${folder.key}`, connection: 'close' };
  for (let time = 0; time < 20; time += 1) {
    const { status } = await fetch(`${started.url}/api/v1/entity/CO:20221555001?include=all`, { headers });
    expect(status).toBe(200);
  }
  expect(child.exitCode).toBeNull();
  expect(await end(child, 'SIGTERM')).toBe(0);
  rmSync(folder.path, { recursive: true });
});
