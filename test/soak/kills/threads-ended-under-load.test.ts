import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildIndexes } from '../../../src/indexing/build.js';
import { rollBackIndex } from '../../../src/indexing/files/roll-back.js';
import { asker, hammer } from '../../faults/support.js';
import { type ThreadEnder, threadEnder } from '../../support/processes/end-thread.js';
import { forgetThreads, threads, watchThreads } from '../../support/processes/threads.js';
import { type Content, fill, startService, type TestService } from '../../support/service.js';
import { openStore } from '../../support/store.js';

const WORKERS = 3;
const CONNECTIONS = 24;
const ENDS = 5;

const COLORADO = (...names: string[]): Content => ({
  entities: { us_co_business_entities: names.map((name, at) => ({ key: String(at + 1), name })) },
});

let service: TestService;
// The thread that loads indexes is started first, then that of the ledger and the state, those of the workers last.
let ender: ThreadEnder;
beforeEach(async () => {
  watchThreads();
  service = await startService(COLORADO('ASPEN'), { workers: WORKERS });
  ender = threadEnder();
});
afterEach(async () => {
  ender.close();
  forgetThreads();
  await service.close();
});

async function charges(): Promise<number> {
  const { ledger } = service.app.store;
  expect(await ledger.verify()).toEqual([]);
  const rows = await ledger.usage(service.accountId, 0, Number.MAX_SAFE_INTEGER);
  return rows.reduce((total, row) => total + row.requests, 0);
}

/** Ends a thread in the middle of a load, and goes on until requests were answered after another took its place. */
async function endUnderLoad(end: () => Promise<unknown>) {
  const known = threads.length;
  const ask = asker(service.url, service.key, CONNECTIONS);
  let enough = 100;
  let isEnded = false;
  let isReplaced = false;
  const so = await hammer(ask, CONNECTIONS, (counts) => {
    if ((counts.get(200) ?? 0) < enough) return false;
    if (isReplaced) return true;
    if (!isEnded) void end();
    isEnded = true;
    isReplaced = threads.length > known;
    if (isReplaced) enough = (counts.get(200) ?? 0) + 100;
    return false;
  });
  ask.end();
  return so;
}

test.each([
  ['a worker', -1, (worker: Worker) => ender.end(worker)],
  ['the ledger', 1, (worker: Worker) => worker.terminate()],
] as const)(
  'the thread of %s ended under load, again and again: no answer unpaid, surplus charges at most those in submission',
  async (_, first, end) => {
    for (let time = 0; time < ENDS; time += 1) {
      const before = await charges();
      const victim = threads.at(time === 0 ? first : -1) as Worker;
      const so = await endUnderLoad(() => end(victim));
      const answers = so.get(200) ?? 0;
      const charged = (await charges()) - before;
      expect([...so.keys()].every((status) => status === null || [200, 503].includes(status))).toBe(true);
      expect(charged).toBeGreaterThanOrEqual(answers);
      expect(charged).toBeLessThanOrEqual(answers + CONNECTIONS);
    }
    expect(threads.length).toBeGreaterThanOrEqual(WORKERS - 1 + 2 + ENDS);
  },
);

test('builds are swapped under load without an answer that fails or mixes two builds', async () => {
  const store = await openStore(service.folder.path, { schema: 'current' });
  await fill(store.catalog, COLORADO('ASPEN', 'ASPEN TOO'));
  await buildIndexes(store.catalog, service.folder.index, Date.now);
  await store.close();
  const seen = new Map<string, number>();
  const look = async () => {
    const { status, data, meta } = await service.get<unknown[]>('/api/v1/search?name=aspen');
    const answer = `${status}: ${data.length} of ${String(meta.totalCount)}`;
    seen.set(answer, (seen.get(answer) ?? 0) + 1);
  };
  let isOver = false;
  const clients = Array.from({ length: 12 }, async () => {
    while (!isOver) await look();
  });
  for (let swap = 0; swap < 6; swap += 1) {
    const wanted = swap % 2 === 0 ? '200: 2 of 2' : '200: 1 of 1';
    const sofar = seen.get(wanted) ?? 0;
    while ((seen.get(wanted) ?? 0) < sofar + 50) await look();
    await rollBackIndex(service.folder.index);
  }
  isOver = true;
  await Promise.all(clients);
  expect([...seen.keys()].sort()).toEqual(['200: 1 of 1', '200: 2 of 2']);
});

test('a new build is served after the thread that loads indexes ended', async () => {
  const [loader] = threads;
  await loader?.terminate();
  const store = await openStore(service.folder.path, { schema: 'current' });
  await fill(store.catalog, COLORADO('ASPEN', 'ASPEN TOO'));
  await buildIndexes(store.catalog, service.folder.index, Date.now);
  await store.close();
  const totals = new Set<unknown>();
  while (!totals.has(2)) totals.add((await service.get('/api/v1/search?name=aspen')).meta.totalCount);
  // The old build or the new one: on a busy machine the new one may be there before the first is asked.
  expect([...totals].filter((total) => total !== 1)).toEqual([2]);
});

test('workers serve on the port of the main thread, and end with it', async () => {
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  expect(threads.length).toBeGreaterThanOrEqual(WORKERS - 1 + 2);
  // The thread that loads indexes ends by itself when it is idle.
  const running = threads.filter(({ threadId }) => threadId !== -1);
  const ends = running.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
  await service.app.close();
  await Promise.all(ends);
  await expect(fetch(`${service.url}/readyz`)).rejects.toThrow();
  service = { ...service, close: async () => undefined };
});
