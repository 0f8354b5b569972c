import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProgram } from '../../../src/cli/program.js';
import { follow } from '../../../src/cli/serve/follow.js';
import { lockFile } from '../../../src/store/engine/engine.js';
import { markPath } from '../../../src/store/folder/folder-mark.js';
import { slotPath, slotsLock, writeSlots } from '../../../src/store/folder/slots.js';
import { forgetThreads, threads, watchThreads } from '../../support/processes/threads.js';
import { openStore } from '../../support/store.js';

const CONTENT = { version: 1, id: 'one' };
const NOBODY = 'postgres://nobody@127.0.0.1:1/none';

let folder: string;
/** It holds a version already, so nothing has to be fetched. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-follow-'));
  const slot = slotPath(folder, 'a', CONTENT);
  mkdirSync(slot, { recursive: true });
  await (await openStore(slot, { schema: 'migrate' })).close();
  writeSlots(folder, { active: 'a', whole: { a: CONTENT, b: null } });
  watchThreads();
});
afterEach(() => {
  forgetThreads();
  rmSync(folder, { recursive: true });
});

function context() {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const env = {
    ...{ DOSSIER_DATA: folder, DOSSIER_PORT: '0', DOSSIER_LOG_LEVEL: 'silent' },
    ...{ DOSSIER_POSTGRES: NOBODY, DOSSIER_PUBLICATIONS: `file://${folder}` },
  };
  return { env, stdout: nowhere, stderr: nowhere, now: Date.now, untilStopped: () => Promise.resolve() };
}

/** No thread keeps the process, and another one may follow into the folder. */
function expectNothingLeft(): void {
  expect(threads.length).toBeGreaterThan(0);
  expect(threads.filter(({ threadId }) => threadId >= 0)).toEqual([]);
  const lock = lockFile(slotsLock(folder));
  expect(lock).toBeDefined();
  lock?.release();
}

test('a folder that cannot be marked is followed no further', async () => {
  const place = { kind: 'folder' as const, path: folder };
  const postgres = { url: NOBODY, passwordFile: null, durability: 'local' as const, node: 'test' };
  const cluster = { node: 'test', postgres, publications: place };
  const following = follow(folder, cluster, place, context(), pino({ level: 'silent' }));
  rmSync(markPath(folder));
  mkdirSync(markPath(folder));
  await expect(following).rejects.toThrow('EISDIR');
  expectNothingLeft();
});

test('a start that fails before anything is open ends what follows', async () => {
  mkdirSync(join(folder, 'index', 'current.json'), { recursive: true });
  const program = await createProgram(context());
  await expect(program.parseAsync(['serve', '--json'], { from: 'user' })).rejects.toThrow('EISDIR');
  expectNothingLeft();
});
