import { expect, test } from 'vitest';
import { RateWindow } from '../../../src/gateway/rate-window.js';

const MINUTE = 60_000;
const NOON = 29_000_000 * MINUTE;
const newWindow = () => new RateWindow(new SharedArrayBuffer(RateWindow.BYTES));

test('windows over the same memory count together', () => {
  const memory = new SharedArrayBuffer(RateWindow.BYTES);
  const [one, other] = [new RateWindow(memory), new RateWindow(memory)];
  const taken = [one, other, one, other].map((window) => window.take(3, NOON));
  expect(taken.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0]);
  expect(taken.map(({ exceeded }) => exceeded)).toEqual([false, false, false, true]);
});

test('a request that began before the turn of the minute and is counted after it does not start the minute again', () => {
  const window = newWindow();
  window.take(2, NOON + MINUTE);
  expect(window.take(2, NOON + MINUTE - 1)).toMatchObject({ remaining: 0, exceeded: false, secondsLeft: 61 });
  expect(window.take(2, NOON + MINUTE)).toMatchObject({ remaining: 0, exceeded: true });
});

test('a clock that was set back does not lock an account out', () => {
  const window = newWindow();
  window.take(1, NOON + 60 * MINUTE);
  expect(window.take(1, NOON).exceeded).toBe(false);
});

test('a limit may be greater than a minute can hold', () => {
  const window = newWindow();
  expect(window.take(Number.MAX_SAFE_INTEGER, NOON).remaining).toBe(Number.MAX_SAFE_INTEGER - 1);
});
