import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitAwake } from '../../src/serving/wait-awake.js';
import type { ChargeRequest, ChargeResult, Ledger } from '../../src/store/store.js';

let commits: { end: () => void; fail: () => void }[];
/** What the event loop does in its next turn, without sleeping before it. */
let looks: (() => void)[];
let now: number;
beforeEach(() => {
  [commits, looks, now] = [[], [], 0];
  vi.stubGlobal('setImmediate', (look: () => void) => looks.push(look));
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Answers when the test says so. */
const slow = {
  charge: () =>
    new Promise<readonly ChargeResult[]>((resolve, reject) => {
      commits.push({ end: () => resolve([]), fail: () => reject(new Error('The disk is full.')) });
    }),
} as unknown as Ledger;

const charges = (count: number) => Array.from({ length: count }, () => ({}) as ChargeRequest);
const isAwake = () => looks.length > 0;

function turns(count: number): void {
  for (let turn = 0; turn < count; turn++) {
    for (const look of looks.splice(0)) look();
  }
}

test('the event loop turns until a commit of many charges has come', async () => {
  const charging = waitAwake(slow, 0).charge(charges(8));
  turns(100);
  expect(isAwake()).toBe(true);
  commits[0]?.end();
  expect(await charging).toEqual([]);
  turns(1);
  expect(isAwake()).toBe(false);
});

test('a commit that fails rejects the charges, and the loop may sleep', async () => {
  const charging = waitAwake(slow, 0).charge(charges(8));
  commits[0]?.fail();
  await expect(charging).rejects.toThrow('The disk is full.');
  turns(1);
  expect(isAwake()).toBe(false);
});

test('for a slow disk nobody stays awake longer than two milliseconds', () => {
  void waitAwake(slow, 0).charge(charges(8));
  now = 1.9;
  turns(100);
  expect(isAwake()).toBe(true);
  now = 2;
  turns(1);
  expect(isAwake()).toBe(false);
});

test('nobody stays awake for a few charges', () => {
  void waitAwake(slow, 0).charge(charges(7));
  expect(isAwake()).toBe(false);
});

test('nobody stays awake where the ledger would have no processor of its own', () => {
  expect(waitAwake(slow, 1_000_000)).toBe(slow);
});
