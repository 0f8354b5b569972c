import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toApiError } from '../../../src/gateway/errors.js';
import { openServingStore } from '../../../src/store/engine/engine.js';
import { Database } from '../../../src/store/sqlite/file/driver.js';
import { callsTo, SchemaMismatchError, StateUnavailableError } from '../../../src/store/store.js';
import { forgetThreads, threads, watchThreads } from '../../support/processes/threads.js';
import { openState, openStore } from '../../support/store.js';

const losses: string[] = [];
let folder: string;
let path: string;
beforeEach(async () => {
  watchThreads();
  folder = mkdtempSync(join(tmpdir(), 'dossier-state-'));
  path = join(folder, 'state.db');
  await (await openStore(folder, { schema: 'migrate' })).close();
});
afterEach(() => {
  forgetThreads();
  losses.length = 0;
});
const open = () =>
  openServingStore(folder, { onNewLedger: () => {}, onProblem: (problem) => losses.push(problem) });

test('a thread keeps leases as the file does, from the first moment on', async () => {
  const owner = await open();
  const beside = openState({ path, schema: 'current' });
  expect(await owner.state.leases.take('work', 'a', 60_000)).toBe(1);
  expect(await beside.leases.take('work', 'b', 60_000)).toBeNull();
  expect(await beside.leases.find('work')).toEqual(await owner.state.leases.find('work'));
  await expect(owner.state.leases.take('work', 'a', 0)).rejects.toThrow(RangeError);
  await beside.close();
  await owner.close();
  expect(losses).toEqual([]);
  await expect(owner.state.leases.find('work')).rejects.toThrow(StateUnavailableError);
});

test('a thread that ends is replaced, and what it answered stays', async () => {
  const owner = await open();
  const token = await owner.state.leases.take('work', 'a', 60_000);
  const again = new Promise((done) => process.once('worker', done));
  // The thread waits for the file, and so answers none of them before its end.
  const beside = new Database(path);
  beside.exec('BEGIN IMMEDIATE');
  const waiting = Promise.allSettled(
    Array.from({ length: 50 }, (_, at) => owner.state.leases.take(`other ${at}`, 'a', 60_000)),
  );
  await threads[0]?.terminate();
  beside.close();
  const refused = (await waiting).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every((error) => error instanceof StateUnavailableError)).toBe(true);
  expect(toApiError(refused[0])).toMatchObject({ code: 'unavailable', more: { retryAfterSeconds: 5 } });
  await again;
  expect(losses).toHaveLength(1);
  await expect.poll(() => owner.state.leases.renew('work', token ?? 0, 60_000).catch(() => null)).toBe(true);
  await owner.close();
});

test('a state that is removed under the service is refused until it is put back', async () => {
  const owner = await open();
  await owner.state.leases.take('work', 'a', 60_000);
  renameSync(path, `${path}.aside`);
  await expect(owner.state.leases.find('work')).rejects.toThrow(StateUnavailableError);
  renameSync(`${path}.aside`, path);
  expect(await owner.state.leases.find('work')).toMatchObject({ owner: 'a' });
  await owner.close();
});

test('a file of an older version ends the start, with the sentence that says so', async () => {
  rmSync(path);
  await expect(open()).rejects.toThrow(SchemaMismatchError);
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1]);
});

test('only functions of the state are called by their names', async () => {
  const state = openState({ path, schema: 'current' });
  const call = callsTo(state);
  expect(await call('leases', 'take', ['work', 'a', 60_000])).toBe(1);
  for (const [subject, name] of [
    ['leases', 'constructor'],
    ['leases', 'drop'],
    ['close', 'call'],
    ['constructor', 'name'],
  ]) {
    await expect(call(subject as 'leases', name as string, [])).rejects.toThrow(/no function/);
  }
  await state.close();
});
