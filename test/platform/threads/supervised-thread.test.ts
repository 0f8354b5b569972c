import { EventEmitter, once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SupervisedThread } from '../../../src/platform/threads/supervised-thread.js';

/** Held by its port, as the service's threads are: it never ends by itself but when told so. */
const HELD = `
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', () => parentPort.close());
`;

const works = async () => undefined;
const fails = () => Promise.reject(new Error('no disk'));
const lasts = () => new Promise<void>(() => undefined);

let threads: Worker[];
let keepers: SupervisedThread[];
let happenings: EventEmitter;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  threads = [];
  keepers = [];
  happenings = new EventEmitter();
});
afterEach(async () => {
  // A keeper that is not stopped would start another thread half a second later, beside those of the next test.
  const stopped = keepers.map((keeper) => keeper.stop(0));
  await Promise.all(threads.map((worker) => worker.terminate()));
  await Promise.all(stopped);
  vi.useRealTimers();
});

/** How each start goes, the last one ever after. */
function keep(...starts: (() => Promise<void>)[]): SupervisedThread {
  const keeper = new SupervisedThread({
    start: () => {
      const worker = new Worker(HELD, { eval: true });
      threads.push(worker);
      const ended = once(worker, 'exit').then(() => Promise.reject(new Error('too early')));
      const start = starts[Math.min(threads.length, starts.length) - 1];
      return { worker, working: Promise.race([once(worker, 'online').then(start), ended]) };
    },
    onStart: () => happenings.emit('next', 'works'),
    onLoss: (why) => happenings.emit('next', why),
  });
  keepers.push(keeper);
  return keeper;
}

const next = async (): Promise<unknown> => (await once(happenings, 'next'))[0];
/** A thread's number is taken back when it has ended. */
const living = () => threads.filter((worker) => worker.threadId >= 0).length;

/** What came of the start after exactly so long. */
async function startAfter(pauseMs: number): Promise<unknown> {
  const known = threads.length;
  vi.advanceTimersByTime(pauseMs - 1);
  expect(threads).toHaveLength(known);
  const outcome = next();
  vi.advanceTimersByTime(1);
  expect(threads).toHaveLength(known + 1);
  return outcome;
}

async function end(worker: Worker | undefined): Promise<void> {
  const loss = next();
  await worker?.terminate();
  expect(await loss).toBe('it ended');
}

test('a first start that fails leaves no thread behind, and is not tried again', async () => {
  const kept = keep(fails);
  await expect(kept.started).rejects.toThrow('no disk');
  expect([threads.length, living(), vi.getTimerCount()]).toEqual([1, 0, 0]);
  await kept.stop(1_000);
});

test('later starts that fail leave no thread behind either; the pause doubles until one works', async () => {
  const kept = keep(works, fails, fails, works);
  await kept.started;
  await end(threads[0]);
  expect([await startAfter(500), living()]).toEqual(['Error: no disk', 0]);
  expect([await startAfter(1_000), living()]).toEqual(['Error: no disk', 0]);
  expect([await startAfter(2_000), living()]).toEqual(['works', 1]);
  await end(threads[3]);
  expect([await startAfter(500), living()]).toEqual(['works', 1]);
});

test('a thread that is stopped while it starts ends at once, and whoever waits for the start is told', async () => {
  const kept = keep(lasts);
  const [worker] = threads;
  if (worker) await once(worker, 'online');
  const stopped = kept.stop(60_000);
  vi.advanceTimersByTime(0);
  await stopped;
  await expect(kept.started).rejects.toThrow();
  expect([living(), vi.getTimerCount()]).toEqual([0, 0]);
});

test('a thread that works is given its time to end, and no more', async () => {
  for (const isReported of [true, false]) {
    const kept = keep(works);
    await kept.started;
    const stopped = kept.stop(5_000);
    if (isReported) threads.at(-1)?.postMessage('end');
    else vi.advanceTimersByTime(5_000);
    await stopped;
    expect([living(), vi.getTimerCount()]).toEqual([0, 0]);
  }
});
