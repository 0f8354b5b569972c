import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportItem } from '../../src/contract/export.js';
import { runExport } from '../../src/export/run.js';
import { ExportFiles } from '../../src/export/service/files.js';
import { buildIndexes } from '../../src/indexing/build.js';
import { claimFolder, type DataFolder } from '../../src/store/folder/data-folder.js';
import { fill, startOn, type TestService } from '../support/service.js';
import { openStore } from '../support/store.js';

const COLORADO = 'us_co_business_entities';
const LEASE = 'exports';
const RECORDS = 30_000;
const DAY_MS = 86_400_000;

async function folderOf(tag: string, records: number): Promise<DataFolder> {
  const folder = claimFolder(mkdtempSync(join(tmpdir(), 'dossier-runner-')), 'data');
  const store = await openStore(folder.path, { schema: 'migrate' });
  const draft = (at: number) => ({ key: String(records - at), name: `${tag} ${records - at} LLC` });
  await fill(store.catalog, {
    entities: { [COLORADO]: Array.from({ length: records }, (_, at) => draft(at)) },
  });
  await buildIndexes(store.catalog, folder.index, Date.now);
  await store.close();
  return folder;
}

let service: TestService;
let other: DataFolder;
let later = 0;
beforeAll(async () => {
  other = await folderOf('Birch', 50);
  service = await startOn(await folderOf('Aspen', RECORDS), { workers: 2, now: () => Date.now() + later });
});
afterAll(async () => {
  await service.close();
  rmSync(other.path, { recursive: true });
});

/** Over a connection of its own, so that either thread may answer. */
async function ask(path: string, method = 'GET', body?: unknown): Promise<Response> {
  return await fetch(`${service.url}/api/v1/exports${path}`, {
    method,
    headers: {
      authorization: `Bearer ${service.key}`,
      connection: 'close',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function create(body: unknown): Promise<ExportItem> {
  const response = await ask('', 'POST', body);
  expect(response.status).toBe(202);
  return ((await response.json()) as { data: ExportItem }).data;
}

const shown = async (id: string) => ((await (await ask(`/${id}`)).json()) as { data: ExportItem }).data;
const reached = (id: string, state: string) =>
  expect.poll(async () => (await shown(id)).state, { interval: 10 }).toBe(state);

async function rowsOf(id: string): Promise<{ readonly id: string; readonly name: string }[]> {
  const part = Buffer.from(await (await ask(`/${id}/parts/1`)).arrayBuffer());
  const lines = gunzipSync(part).toString().trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as { id: string; name: string });
}

/** The id while it is planned or complete, id and token while it is written. */
const foldersOf = (id: string) =>
  readdirSync(join(service.folder.path, 'exports')).filter((name) => name.startsWith(id));

/** Takes the lease from whoever holds it. */
async function takeLease(): Promise<number> {
  const { leases } = service.app.store.state;
  for (;;) {
    const held = await leases.find(LEASE);
    if (held) await leases.release(LEASE, held.token);
    const token = await leases.take(LEASE, 'the test', 300_000);
    if (token !== null) return token;
  }
}

/** No export is begun until it is released. The service renews its lease every five seconds, and hears of it then. */
async function holdLease(): Promise<number> {
  const token = await takeLease();
  await sleep(6_000);
  return token;
}

/** An export that the service has begun when the lease is taken from it, under this token; another one if it was faster. */
async function takeFromService(): Promise<{ readonly made: ExportItem; readonly ours: number }> {
  const { leases, exports } = service.app.store.state;
  for (;;) {
    const token = await holdLease();
    const made = await create({ kind: 'entities', format: 'csv' });
    await sleep(1_500);
    expect((await shown(made.id)).state).toBe('queued');
    await leases.release(LEASE, token);
    // Its rows are selected then.
    const isWritten = async () =>
      foldersOf(made.id).some((name) => name !== made.id) || (await shown(made.id)).state === 'done';
    await expect.poll(isWritten, { interval: 10 }).toBe(true);
    const ours = await takeLease();
    if (await exports.noteRows(made.id, ours, 0)) return { made, ours };
    await leases.release(LEASE, ours);
    await reached(made.id, 'done');
  }
}

test('with two workers either answers all that is asked of exports', async () => {
  const made = await create({ kind: 'entities', filter: { name: 'aspen 7' } });
  await reached(made.id, 'done');
  for (let round = 0; round < 8; round += 1) {
    const { rows, rowsDone } = await shown(made.id);
    expect(rowsDone).toBe(rows);
    expect(await rowsOf(made.id)).toHaveLength(rows ?? 0);
    const reported = await create({ kind: 'changes', filter: { kind: 'baseline' } });
    await reached(reported.id, 'done');
    expect((await shown(reported.id)).rows).toBe(1);
  }
});

test('a worker whose lease was lost stops: it neither completes the export nor spoils the files of the next owner', async () => {
  const { state } = service.app.store;
  const { made, ours } = await takeFromService();
  const before = await service.creditsLeft();
  const files = new ExportFiles(service.folder.path);
  const folder = files.takeOver(made.id, ours);
  const manifest = await runExport(folder, service.app.store);
  await sleep(2_500);
  expect([(await shown(made.id)).state, await service.creditsLeft()]).toEqual(['running', before]);
  expect(foldersOf(made.id)).toEqual([`${made.id}.${ours}`]);
  // The service goes on with what the lost owner left, and charges it once.
  await state.leases.release(LEASE, ours);
  await reached(made.id, 'done');
  expect((await shown(made.id)).parts).toEqual(manifest.parts);
  expect(await service.creditsLeft()).toBe(before - ((await shown(made.id)).credits ?? 0) + 1);
});

test('an export has the rows of the data that is served when it is its turn', async () => {
  const token = await holdLease();
  const request = await create({ kind: 'entities' });
  await service.app.switchTo({ version: null, data: other.path });
  try {
    expect((await shown(request.id)).state).toBe('queued');
    await service.app.store.state.leases.release(LEASE, token);
    await reached(request.id, 'done');
    expect((await rowsOf(request.id)).map(({ name }) => name.split(' ')[0])).toEqual(Array(50).fill('Birch'));
  } finally {
    await service.app.switchTo({ version: null, data: service.folder.path });
  }
});

test('files are kept for seven days, and then both they and the export are gone', async () => {
  const made = await create({ kind: 'links' });
  await reached(made.id, 'done');
  const folder = join(service.folder.path, 'exports', made.id);
  const { finishedAt, expiresAt } = await shown(made.id);
  expect(Date.parse(expiresAt ?? '') - Date.parse(finishedAt ?? '')).toBe(7 * DAY_MS);
  later = 7 * DAY_MS - 60_000;
  await sleep(2_500);
  expect(existsSync(folder)).toBe(true);
  later = 7 * DAY_MS + 61_000;
  await expect.poll(async () => (await ask(`/${made.id}`)).status).toBe(404);
  expect(existsSync(folder)).toBe(false);
});
