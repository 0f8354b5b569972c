import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SourceItem } from '../../../src/contract/service/source.js';
import { buildIndexes } from '../../../src/indexing/build.js';
import { lockFile, openStore } from '../../../src/store/engine/engine.js';
import { claimFolder, confirmFolder } from '../../../src/store/folder/data-folder.js';
import { newRun } from '../../store/catalog/fixtures.js';
import { end, runDossier, spawnDossier, startServing } from '../../support/processes/process.js';
import { FILING, startLobbyingApi, TOKEN } from '../../support/servers/lobbying-api.js';

const SOURCE = 'us_lda_filings';
const DAY_MS = 86_400_000;

let path: string;
beforeEach(async () => {
  path = mkdtempSync(join(tmpdir(), 'dossier-serve-schedule-'));
});
afterEach(() => rmSync(path, { recursive: true }));

/** A folder in use, whose one source was loaded so many days ago. */
async function loadedBefore(daysAgo: number): Promise<void> {
  const folder = claimFolder(path, 'data');
  const store = await openStore(path, { schema: 'create' });
  const startedAt = Date.now() - daysAgo * DAY_MS;
  const runId = await store.catalog.loads.start({
    ...newRun(SOURCE, startedAt),
    inputs: ['https://lda.gov/'],
  });
  const none = { rows: 0, bytes: 0, records: 0, added: 0, changed: 0, unchanged: 0, gone: 0 };
  const ending = {
    outcome: 'done',
    finishedAt: startedAt,
    complete: true,
    warnings: [],
    error: null,
  } as const;
  await store.catalog.loads.finish(runId, { ...none, ...ending });
  await buildIndexes(store.catalog, folder.index, Date.now);
  await store.close();
  confirmFolder(folder);
}

async function stateOf(url: string): Promise<SourceItem | undefined> {
  const response = await fetch(`${url}/api/v1/sources`);
  const { data } = (await response.json()) as { data: readonly SourceItem[] };
  return data.find(({ id }) => id === SOURCE);
}

test('a service with --schedule loads what is due beside, and shows the run', async () => {
  await loadedBefore(8);
  const api = await startLobbyingApi(Date.now);
  api.filings = [FILING];
  const settings = { DOSSIER_LDA_URL: api.base, DOSSIER_LDA_KEY: TOKEN };
  const { child, started, stderr } = await startServing(path, ['--schedule'], settings);
  await expect.poll(stderr).toContain(`${SOURCE}: 1 record read.`);
  expect(stderr()).toContain(`Loading due sources in the background: ${SOURCE}.`);
  await expect
    .poll(() => stateOf(started.url))
    .toMatchObject({ records: 1, lastRun: { outcome: 'done', added: 1 } });
  // What was loaded just now is not due again.
  const request = api.requested.length;
  expect((await runDossier(['schedule', '--once', '--json'], { DOSSIER_DATA: path })).stdout).toBe('[]\n');
  expect(await end(child, 'SIGTERM')).toBe(0);
  expect(api.requested).toHaveLength(request);
  api.close();
});

test('a service that is stopped ends the load beside it, and the next start begins that again', async () => {
  await loadedBefore(8);
  const { server, base } = await startSilent();
  const settings = { DOSSIER_LDA_URL: base };
  const { child, started, stderr } = await startServing(path, ['--schedule'], settings);
  await once(server, 'request');
  const locks = ['schedule.lock', `fetched/${SOURCE}.lock`].map((name) => join(path, name));
  expect(locks.map((lock) => lockFile(lock))).toEqual([undefined, undefined]);
  expect((await fetch(`${started.url}/readyz`)).status).toBe(200);
  expect(await end(child, 'SIGTERM')).toBe(0);
  expect(stderr()).not.toContain('could not be loaded');
  for (const lock of locks.map((path) => lockFile(path))) {
    expect(lock).toBeDefined();
    lock?.release();
  }

  const again = await startServing(path, ['--schedule'], settings);
  await once(server, 'request');
  await end(again.child, 'SIGTERM');
  server.closeAllConnections();
  server.close();
});

test.each(['schedule', 'schedule --once'])(
  '%s ends at the first signal, though a publisher does not answer',
  async (command) => {
    await loadedBefore(8);
    const { server, base } = await startSilent();
    const child = spawnDossier(command.split(' '), { DOSSIER_DATA: path, DOSSIER_LDA_URL: base });
    await once(server, 'request');
    await end(child, 'SIGTERM');
    expect(child.signalCode).toBe('SIGTERM');
    server.closeAllConnections();
    server.close();
  },
);

test('schedule waits for what is due next, and ends at the first signal', async () => {
  await loadedBefore(8);
  const api = await startLobbyingApi(Date.now);
  api.filings = [FILING];
  const settings = { DOSSIER_DATA: path, DOSSIER_LDA_URL: api.base, DOSSIER_LDA_KEY: TOKEN };
  const child = spawnDossier(['schedule', '--json'], settings);
  let reported = '';
  child.stdout?.on('data', (chunk) => {
    reported += String(chunk);
  });
  await expect
    .poll(() => reported)
    .toBe(`${JSON.stringify([{ source: SOURCE, records: 1, error: null }])}\n`);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(child.exitCode).toBeNull();
  await end(child, 'SIGTERM');
  expect(child.signalCode).toBe('SIGTERM');
  api.close();
});

test('the sample is not loaded by schedule', async () => {
  const { status, stderr } = await runDossier(['serve', '--schedule'], { DOSSIER_DATA: path });
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('First load a source: dossier ingest SOURCE'),
  ]);
});

/** A publisher that takes requests and answers none. */
async function startSilent(): Promise<{ readonly server: Server; readonly base: string }> {
  const server = createServer(() => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/` };
}
