import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openApp } from '../../src/app.js';
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
