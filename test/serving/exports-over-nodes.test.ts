import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExportItem } from '../../src/contract/export.js';
import { dropDatabase, hasPostgres, newDatabase, optionsFor } from '../support/postgres/server.js';
import { newSampleFolder } from '../support/sample.js';
import { startOn, type TestService } from '../support/service.js';

describe.skipIf(!hasPostgres)('exports over the nodes of a cluster', () => {
  const running = new Set<TestService>();
  const place = mkdtempSync(join(tmpdir(), 'dossier-shared-'));
  let database: string;
  let key: string;
  /** Stays for all tests; `one` is another in those that stop it. */
  let other: TestService;
  let one: TestService;

  beforeAll(async () => {
    database = await newDatabase();
    one = await start('one');
    other = await start('other');
    key = await one.newKey({ scopes: ['read', 'usage'] });
  });
  afterAll(async () => {
    for (const service of [...running]) await stop(service);
    await dropDatabase(database);
  });

  async function start(node: string): Promise<TestService> {
    const postgres = { ...(await optionsFor(database)), node };
    const folder = await newSampleFolder('dossier-node-');
    const service = await startOn(folder, {
      postgres,
      workers: node === 'other' ? 2 : 1,
      exportsPlace: { kind: 'folder', path: place },
    });
    running.add(service);
    return service;
  }
  async function stop(service: TestService): Promise<void> {
    running.delete(service);
    await service.close();
  }
  const ask = (service: TestService, path: string, init: RequestInit = {}) =>
    fetch(`${service.url}/api/v1/exports${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...init.headers },
    });
  async function create(service: TestService, state = 'CO'): Promise<ExportItem> {
    const body = JSON.stringify({ kind: 'entities', filter: { state } });
    const response = await ask(service, '', { method: 'POST', body });
    expect(response.status).toBe(202);
    return ((await response.json()) as { data: ExportItem }).data;
  }
  async function look(service: TestService, id: string): Promise<ExportItem> {
    return ((await (await ask(service, `/${id}`)).json()) as { data: ExportItem }).data;
  }
  async function ended(service: TestService, id: string): Promise<ExportItem> {
    for (;;) {
      const item = await look(service, id);
      if (item.finishedAt !== null) return item;
      await sleep(50);
    }
  }
  /** Of the lease under which exports are written, as the metrics of a node tell it. */
  async function tokens(service: TestService): Promise<readonly number[]> {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return Array.from(
      text.matchAll(/^dossier_lease_token\{lease="exports",owner="[^"]+"\} (\d+)$/gm),
      ([, token]) => Number(token),
    );
  }
  const objects = () =>
    readdirSync(join(place, 'exports'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));

  test('every node serves the files, whole and in ranges, also when the node that wrote them is gone', async () => {
    const { id } = await create(one);
    const done = await ended(other, id);
    const rows = done.rows ?? 0;
    expect([done.state, rows > 0, done.charged]).toEqual(['done', true, true]);
    const bytes: Buffer[] = [];
    for (const service of [one, other]) {
      const part = Buffer.from(await (await ask(service, `/${id}/parts/1`)).arrayBuffer());
      expect(createHash('sha256').update(part).digest('hex')).toBe(done.parts[0]?.sha256);
      bytes.push(part);
    }
    expect(bytes[0]?.equals(bytes[1] as Buffer)).toBe(true);
    expect(
      gunzipSync(bytes[0] as Buffer)
        .toString()
        .trim()
        .split('\n'),
    ).toHaveLength(rows);
    await stop(one);
    const third = await start('third');
    const ranges = await Promise.all(
      ['bytes=0-9', 'bytes=10-19', 'bytes=20-'].map((range) =>
        ask(third, `/${id}/parts/1`, { headers: { range } }),
      ),
    );
    expect(ranges.map(({ status }) => status)).toEqual([206, 206, 206]);
    const pieces = await Promise.all(ranges.map(async (range) => Buffer.from(await range.arrayBuffer())));
    expect(Buffer.concat(pieces).equals(bytes[1] as Buffer)).toBe(true);
    const manifest = (await (await ask(third, `/${id}/manifest.json`)).json()) as { rows: number };
    expect(manifest.rows).toBe(rows);
    one = third;
  });

  test('an export that one asked for is written by the other if the first is gone', async () => {
    const { id } = await create(one);
    await expect.poll(() => tokens(one)).not.toEqual([]);
    const [before = 0] = await tokens(one);
    await stop(one);
    const done = await ended(other, id);
    expect((await tokens(other))[0]).toBeGreaterThanOrEqual(before);
    expect([done.state, done.charged]).toEqual(['done', true]);
    expect((await ask(other, `/${id}/parts/1`)).status).toBe(200);
    expect(await other.app.store.ledger.verify()).toEqual([]);
    one = await start('fourth');
  });

  test('while the shared place is away the export waits, and is charged once when it is back', async () => {
    renameSync(place, `${place}.away`);
    writeFileSync(place, 'no folder');
    const { id } = await create(one);
    await sleep(3_000);
    expect(await look(other, id)).toMatchObject({ finishedAt: null, charged: false });
    rmSync(place);
    renameSync(`${place}.away`, place);
    const done = await ended(other, id);
    expect([done.state, done.charged]).toEqual(['done', true]);
  });

  test('a damaged or missing object is never served, and deleted exports leave none', async () => {
    const before = objects();
    const { id } = await create(one, 'CT');
    const { parts } = await ended(one, id);
    const object = objects().find((path) => path.includes(parts[0]?.sha256 ?? 'none')) ?? '';
    const whole = readFileSync(object);
    writeFileSync(object, Buffer.concat([whole.subarray(0, 20), Buffer.alloc(whole.length - 20)]));
    const fifth = await start('fifth');
    expect((await ask(fifth, `/${id}/parts/1`)).status).toBe(404);
    rmSync(object);
    expect((await ask(fifth, `/${id}/parts/1`)).status).toBe(404);
    mkdirSync(join(place, 'v'), { recursive: true });
    writeFileSync(join(place, 'v', 'a-version'), 'of the data');
    expect((await ask(fifth, `/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect(objects()).toEqual(before);
    expect(readdirSync(join(place, 'v'))).toEqual(['a-version']);
  });
});
