import { mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toApiError } from '../../../src/gateway/errors.js';
import { StateOwner } from '../../../src/store/sqlite/serving/state-owner.js';
import { callsTo, SchemaMismatchError, StateUnavailableError } from '../../../src/store/store.js';
import { forgetThreads, threads, watchThreads } from '../../support/processes/threads.js';
import { openState } from '../../support/store.js';

const losses: string[] = [];
let path: string;
beforeEach(async () => {
  watchThreads();
  path = join(mkdtempSync(join(tmpdir(), 'dossier-state-')), 'state.db');
  await openState({ path, schema: 'create' }).close();
});
afterEach(() => {
  forgetThreads();
  losses.length = 0;
});
const open = () => new StateOwner({ path, onLoss: (why) => losses.push(why) });

test('a thread of its own keeps leases as the file does, from the first moment on', async () => {
  const owner = open();
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
  const owner = open();
  const token = await owner.state.leases.take('work', 'a', 60_000);
  const again = new Promise((done) => process.once('worker', done));
  const waiting = Promise.allSettled(
    Array.from({ length: 50 }, (_, at) => owner.state.leases.take(`other ${at}`, 'a', 60_000)),
  );
  await threads[0]?.terminate();
  const refused = (await waiting).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every((error) => error instanceof StateUnavailableError)).toBe(true);
  expect(toApiError(refused[0])).toMatchObject({ code: 'unavailable', more: { retryAfterSeconds: 5 } });
  await again;
  expect(losses).toHaveLength(1);
  expect(await owner.state.leases.renew('work', token ?? 0, 60_000)).toBe(true);
  await owner.close();
});

test('a state that is removed under the service is refused until it is put back', async () => {
  const owner = open();
  await owner.state.leases.take('work', 'a', 60_000);
  renameSync(path, `${path}.aside`);
  await expect(owner.state.leases.find('work')).rejects.toThrow(StateUnavailableError);
  renameSync(`${path}.aside`, path);
  expect(await owner.state.leases.find('work')).toMatchObject({ owner: 'a' });
  await owner.close();
});

test('a file of an older version ends the start, with the sentence that says so', async () => {
  path = join(mkdtempSync(join(tmpdir(), 'dossier-state-')), 'state.db');
  const owner = open();
  await expect(owner.started).rejects.toThrow(SchemaMismatchError);
  await owner.close();
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
