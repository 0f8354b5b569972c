import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openApp } from '../../src/app.js';
import { OperatingDesk } from '../../src/serving/operating/operating-desk.js';
import { WebhooksOwner } from '../../src/serving/webhooks/webhooks-owner.js';
import { claimFolder, type DataFolder } from '../../src/store/folder/data-folder.js';
import { forgetThreads, threads, watchThreads } from '../support/processes/threads.js';
import { openStore } from '../support/store.js';

let folder: DataFolder;
beforeEach(async () => {
  folder = claimFolder(mkdtempSync(join(tmpdir(), 'dossier-start-')), 'data');
  await (await openStore(folder.path, { schema: 'migrate' })).close();
  watchThreads();
});
afterEach(() => {
  vi.restoreAllMocks();
  forgetThreads();
  rmSync(folder.path, { recursive: true });
});

const options = () => ({ folder, log: pino({ level: 'silent' }), now: Date.now });
const living = () => threads.filter(({ threadId }) => threadId >= 0).length;

test('a start that fails after threads were started ends them', async () => {
  writeFileSync(join(folder.path, 'live.db'), 'no database, but long enough to be taken for one'.repeat(100));
  const live = { perMinute: 1, socrataToken: null, contact: null };
  await expect(openApp({ ...options(), live })).rejects.toThrow('file is not a database');
  expect(threads.length).toBeGreaterThan(0);
  expect(living()).toBe(0);
});

test('a service that is closed while it starts to listen ends, and leaves no thread behind', async () => {
  const app = await openApp({ ...options(), workers: 3 });
  const listening = app.listen({ host: '127.0.0.1', port: 0 });
  await Promise.all([app.close(), listening.catch(() => undefined)]);
  expect(app.server.node.listening).toBe(false);
  expect(living()).toBe(0);
});

/** It is closed, and says that it is not. */
function failsToClose(part: { close(): Promise<void> }, why: string): void {
  const { close } = part;
  vi.spyOn(part, 'close').mockImplementation(async function (this: unknown) {
    await close.call(this);
    throw new Error(why);
  });
}

test('a part that cannot be closed keeps no other open, and the close says so', async () => {
  const { started, close } = await openApp(options());
  await started;
  failsToClose(OperatingDesk.prototype, 'no desk');
  await expect(close()).rejects.toThrow('no desk');
  expect(threads.length).toBeGreaterThan(0);
  expect(living()).toBe(0);
});

test('where several parts cannot be closed all of them are named', async () => {
  const { close } = await openApp(options());
  failsToClose(OperatingDesk.prototype, 'no desk');
  failsToClose(WebhooksOwner.prototype, 'no webhooks');
  await expect(close()).rejects.toThrow('Error: no desk Error: no webhooks');
  expect(living()).toBe(0);
});
