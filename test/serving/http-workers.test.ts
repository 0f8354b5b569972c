import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { MessageChannel } from 'node:worker_threads';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inMemoryState } from '../../src/gateway/in-memory-state.js';
import { descriptorOf } from '../../src/platform/internals/socket-handle.js';
import { HttpWorkers } from '../../src/serving/workers/http-workers.js';
import type { MainApi } from '../../src/serving/workers/protocol.js';
import { claimFolder } from '../../src/store/folder/data-folder.js';
import { type Folder, sampleWith } from '../faults/support.js';
import { forgetThreads, threads, watchThreads } from '../support/processes/threads.js';

let folder: Folder;
let socket: Server;
beforeEach(async () => {
  folder = await sampleWith(1);
  socket = createServer();
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve));
  watchThreads();
});
afterEach(async () => {
  forgetThreads();
  await new Promise((resolve) => socket.close(resolve));
  rmSync(folder.path, { recursive: true });
});

const living = () => threads.filter(({ threadId }) => threadId >= 0).length;
const unused = () => Promise.reject(new Error('Nobody asks for this.'));

/** Workers whose starts go as `served`, which each of them asks for, does. */
function workersWith(count: number, served: MainApi['served'], logged: string[] = []) {
  const service: MainApi = {
    ...inMemoryState(),
    ...{ lookup: unused, search: unused, exposition: unused, rollBackIndex: unused },
    ...{ loads: unused, startLoad: unused, stopLoad: unused, findings: unused },
    ...{
      readSlowly: unused,
      callState: unused,
      planExport: unused,
      countExport: unused,
    },
    served,
  };
  const settings = {
    folder: claimFolder(folder.path, 'sample'),
    ...{
      logLevel: 'silent',
      trustProxy: [],
      corsOrigins: [],
      etagSalt: 's',
      ledgerSendsAll: false,
      ledgerGraceMs: 0,
      evidenceKey: null,
      maxRelated: 100,
      exportDays: 7,
      live: false,
      web: { access: 'off' as const, localOnly: false, contact: null },
      webhooks: { allowed: [], maxWatches: 0 },
      workers: count + 1,
      connections: { max: 10, counts: new SharedArrayBuffer(4 * (count + 1)) },
    },
  };
  const ledger = { connect: () => new MessageChannel().port1 };
  const log = pino({ level: 'error' }, { write: (line) => void logged.push(line) });
  return new HttpWorkers({ settings, service, ledger, log });
}

test('where one worker cannot start and another has not yet, a close leaves no thread behind', async () => {
  let request = 0;
  const logged: string[] = [];
  const serve = () => {
    request += 1;
    return request === 1 ? Promise.reject(new Error('no disk')) : new Promise<never>(() => undefined);
  };
  const workers = workersWith(2, serve, logged);
  const starting = workers.start(descriptorOf(socket));
  await expect.poll(() => logged.join()).toContain('no disk');
  await workers.close();
  await starting;
  expect(living()).toBe(0);
});

test('a worker whose first starts fail is started again, and ends no start of the service', async () => {
  let request = 0;
  const logged: string[] = [];
  const serve = async () => {
    request += 1;
    if (request < 3) throw new Error('EMFILE: too many open files');
    return { version: null, data: folder.path };
  };
  const workers = workersWith(1, serve, logged);
  await workers.start(descriptorOf(socket));
  await expect.poll(async () => (await workers.metrics()).flat().length).toBeGreaterThan(0);
  expect(logged).toHaveLength(2);
  expect(request).toBe(3);
  await workers.close();
  expect(living()).toBe(0);
});

test('a worker that cannot take up a build ends and is replaced', async () => {
  const logged: string[] = [];
  let request = 0;
  let replaced = () => {};
  const again = new Promise<void>((resolve) => {
    replaced = resolve;
  });
  const workers = workersWith(
    1,
    async () => {
      request += 1;
      if (request === 2) replaced();
      return { version: null, data: folder.path };
    },
    logged,
  );
  await workers.start(descriptorOf(socket));
  const manifest = { builtAt: 1, entities: 'none', filings: 'none' };
  const index = { manifest: manifest as never, files: new Map() };
  await workers.use({ version: null, data: folder.path, index });
  await again;
  expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
    { worker: 2, msg: expect.stringContaining('is being replaced') },
  ]);
  await workers.close();
  expect([threads.length, living()]).toEqual([2, 0]);
});
