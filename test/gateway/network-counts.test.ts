import { expect, test } from 'vitest';
import { NetworkCounts } from '../../src/gateway/network-counts.js';

test('at the turn of the minute late requests of the old one neither begin a count nor are left out', () => {
  const counts = new NetworkCounts();
  const [late, next] = [119_999, 120_000];
  for (let time = 0; time < 2; time += 1) expect(counts.add('a', 3, late)).toBe(true);
  const turn = [next, late, next, late, next].map((at) => counts.add('a', 3, at));
  expect(turn).toEqual([true, true, true, false, false]);
  expect(counts.add('a', 1, 60_000 * 3)).toBe(true);
});

test('a clock that was set back begins a count again', () => {
  const counts = new NetworkCounts();
  const added = [600_000, 600_000, 60_000].map((at) => counts.add('a', 1, at));
  expect(added).toEqual([true, false, true]);
});
