import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toApiError } from '../../../src/gateway/errors.js';
import { openStore } from '../../../src/store/sqlite/open.js';
import { ReadsOwner } from '../../../src/store/sqlite/serving/reads-owner.js';
import { type ContractQuery, ReadsBusyError, type Store, slowReadsOver } from '../../../src/store/store.js';
import { forgetThreads, threads, watchThreads } from '../../support/processes/threads.js';
import { fill } from '../../support/service.js';

const QUERY: ContractQuery = {
  ...{ recipient: 'acme', agency: null, minAmount: null, maxAmount: null, naics: null, from: null, to: null },
  ...{ sort: 'date', limit: 10, offset: 0 },
};

let folder: string;
let store: Store;
const losses: string[] = [];
beforeEach(async () => {
  watchThreads();
  folder = mkdtempSync(join(tmpdir(), 'dossier-reads-'));
  store = await openStore(folder, { schema: 'migrate' });
  const award = {
    awardId: 'A1',
    amount: 5,
    agency: 'NAVY',
    startDate: '2020-01-15',
    recipientName: 'ACME INC',
  };
  const parties = [{ key: 'uei:A', names: [{ text: 'ACME INC', kind: 'current' as const }] }];
  await fill(store.catalog, {
    datasets: { us_usaspending_contracts: [{ key: 'C1', date: '2020-01-15', document: award, parties }] },
  });
});
afterEach(async () => {
  forgetThreads();
  losses.length = 0;
  await store.close();
  rmSync(folder, { recursive: true });
});

const open = (maxWaitMs?: number) =>
  new ReadsOwner({
    folder,
    onLoss: (why) => losses.push(why),
    ...(maxWaitMs !== undefined && { maxWaitMs }),
  });

/** The reads of the folder that the service began with. */
const readsOf = (owner: ReadsOwner) =>
  slowReadsOver((from, name, values) => owner.read(from, name, values), { version: null, data: folder });

test('a thread of its own answers as the store does, from the first moment on', async () => {
  const owner = open();
  const page = await readsOf(owner).searchContracts(QUERY, 'acc');
  expect(page).toEqual(await store.catalog.records.searchContracts(QUERY));
  expect(page.totalCount).toBe(1);
  expect(await readsOf(owner).usage('acc_none', 0, 1)).toEqual([]);
  await owner.close();
  expect(losses).toEqual([]);
});

test('what waits for a thread that ends is refused, and another takes its place', async () => {
  const owner = open();
  await readsOf(owner).searchContracts(QUERY, 'acc');
  const again = new Promise((resolve) => process.once('worker', resolve));
  const waiting = Promise.allSettled(
    Array.from({ length: 50 }, () => readsOf(owner).searchContracts(QUERY, 'acc')),
  );
  await threads[0]?.terminate();
  const refused = (await waiting).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.every((error) => error instanceof ReadsBusyError)).toBe(true);
  await again;
  expect(losses).toHaveLength(1);
  expect((await readsOf(owner).searchContracts(QUERY, 'acc')).totalCount).toBe(1);
  await owner.close();
});

test('whose turn does not come in time is told to come again, free of charge', async () => {
  const owner = open(0);
  // The last of so many waits longer than the millisecond that is the shortest time.
  const [first, ...others] = await Promise.allSettled(
    Array.from({ length: 100 }, () => readsOf(owner).searchContracts(QUERY, 'acc')),
  );
  expect(first).toMatchObject({ status: 'fulfilled', value: { totalCount: 1 } });
  const error = others.find((one) => one.status === 'rejected')?.reason;
  expect(error).toBeInstanceOf(ReadsBusyError);
  expect(toApiError(error)).toMatchObject({ code: 'unavailable', more: { retryAfterSeconds: 5 } });
  await owner.close();
});

test('more than may wait are refused at once, the others are answered', async () => {
  const owner = open();
  const settled = await Promise.allSettled(
    Array.from({ length: 250 }, () => readsOf(owner).searchContracts(QUERY, 'acc')),
  );
  const refused = settled.filter((one) => one.status === 'rejected');
  expect(refused).toHaveLength(50);
  expect(refused.every((one) => one.reason instanceof ReadsBusyError)).toBe(true);
  await owner.close();
});

test('after its end every read is refused', async () => {
  const owner = open();
  await owner.close();
  await expect(readsOf(owner).searchContracts(QUERY, 'acc')).rejects.toBeInstanceOf(ReadsBusyError);
});

test('a folder that cannot be read is told once for a read, leaves no thread behind, and is tried again', async () => {
  const late = mkdtempSync(join(tmpdir(), 'dossier-reads-'));
  const owner = new ReadsOwner({ folder: late, onLoss: (why) => losses.push(why) });
  const { searchContracts } = slowReadsOver((from, name, values) => owner.read(from, name, values), {
    version: null,
    data: late,
  });
  await expect(searchContracts(QUERY, 'acc')).rejects.toBeInstanceOf(ReadsBusyError);
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1]);
  expect(losses).toHaveLength(1);
  await (await openStore(late, { schema: 'migrate' })).close();
  expect((await searchContracts(QUERY, 'acc')).totalCount).toBe(0);
  await owner.close();
  rmSync(late, { recursive: true });
});

test('reads of another folder are its own, until nobody reads it any more', async () => {
  const owner = open();
  const other = { version: 7, data: mkdtempSync(join(tmpdir(), 'dossier-reads-')) };
  await (await openStore(other.data, { schema: 'migrate' })).close();
  const fromOther = slowReadsOver((from, name, values) => owner.read(from, name, values), other);
  expect((await fromOther.searchContracts(QUERY, 'acc')).totalCount).toBe(0);
  expect((await readsOf(owner).searchContracts(QUERY, 'acc')).totalCount).toBe(1);
  await owner.leave(other);
  rmSync(other.data, { recursive: true });
  await expect(fromOther.searchContracts(QUERY, 'acc')).rejects.toThrow();
  expect((await readsOf(owner).searchContracts(QUERY, 'acc')).totalCount).toBe(1);
  await owner.close();
});
