import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReadQueue } from '../../../src/store/sqlite/serving/reads-owner.js';
import { ReadsBusyError } from '../../../src/store/store.js';

const MOST = 200;
const WAIT_MOST_MS = 10_000;
const READ_MS = 200;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const newQueue = () => new ReadQueue(MOST, WAIT_MOST_MS);
const takesItsTime = () => new Promise<string>((resolve) => setTimeout(() => resolve('read'), READ_MS));

/** What became of reads, in the order in which it did. */
function asker(queue: ReadQueue) {
  const answered: string[] = [];
  const refused: string[] = [];
  const begun: string[] = [];
  const ask = (accountId: string, count = 1) => {
    for (let time = 0; time < count; time += 1) {
      const read = () => {
        begun.push(accountId);
        return takesItsTime();
      };
      queue.run(accountId, read).then(
        () => answered.push(accountId),
        (error: unknown) => {
          expect(error).toBeInstanceOf(ReadsBusyError);
          refused.push(accountId);
        },
      );
    }
  };
  return { ask, answered, refused, begun };
}

test.each([
  ['a little', 190],
  ['twice', 100],
])(
  'asked %s more than can be read, every read that is made is answered, without a pause',
  async (_, everyMs) => {
    const { ask, answered, begun } = asker(newQueue());
    const seconds = 60;
    for (let ms = 0; ms < seconds * 1_000; ms += everyMs) {
      ask('a');
      await vi.advanceTimersByTimeAsync(everyMs);
    }
    expect(answered.length).toBeGreaterThanOrEqual((seconds * 1_000) / READ_MS - 1);
    expect(begun.length - answered.length).toBeLessThanOrEqual(1);
  },
);

test('whose turn does not come in time is told so then, and is not read', async () => {
  const { ask, answered, refused, begun } = asker(newQueue());
  ask('a', 100);
  await vi.advanceTimersByTimeAsync(WAIT_MOST_MS - 1);
  expect(refused).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(answered.length + refused.length).toBeGreaterThanOrEqual(99);
  await vi.advanceTimersByTimeAsync(WAIT_MOST_MS);
  expect(answered.length).toBe(begun.length);
  expect(answered.length + refused.length).toBe(100);
});

test('accounts take turns: who asks for a hundred keeps another waiting for one', async () => {
  const { ask, begun } = asker(newQueue());
  ask('many', 100);
  ask('one', 2);
  await vi.advanceTimersByTimeAsync(5 * READ_MS);
  expect(begun.slice(0, 5)).toEqual(['many', 'many', 'one', 'many', 'one']);
});

test('where too many wait, who has the most waiting loses the last of them', async () => {
  const { ask, answered, refused } = asker(newQueue());
  ask('many', 250);
  ask('one', 2);
  await vi.advanceTimersByTimeAsync(0);
  expect(refused).toHaveLength(52);
  expect(new Set(refused)).toEqual(new Set(['many']));
  await vi.advanceTimersByTimeAsync(5 * READ_MS);
  expect(answered.filter((accountId) => accountId === 'one')).toHaveLength(2);
});

test('a read that fails is no hindrance for the next', async () => {
  const queue = newQueue();
  const failing = queue.run('a', () => Promise.reject(new RangeError('no')));
  const next = queue.run('a', async () => 'read');
  await expect(failing).rejects.toThrow(RangeError);
  expect(await next).toBe('read');
});

test('what waits when it is cleared is refused; what is read is answered', async () => {
  const queue = newQueue();
  const { ask, answered, refused } = asker(queue);
  const timers = vi.getTimerCount();
  ask('a', 3);
  queue.clear('over');
  // At once, for other timers of this process may be set meanwhile: only the read that is made has one.
  expect(vi.getTimerCount()).toBe(timers + 1);
  await vi.advanceTimersByTimeAsync(READ_MS);
  expect([answered.length, refused.length]).toEqual([1, 2]);
});
