import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { processors } from '../src/platform/processors.js';

test('where nobody says less, all processors may be used', () => {
  expect(processors(() => 'max 100000\n')).toBe(availableParallelism());
  expect(processors(() => '99900000 100000\n')).toBe(availableParallelism());
});

test('a quota of a container is counted in whole processors, one at least', () => {
  expect(processors(() => '100000 100000\n')).toBe(1);
  expect(processors(() => '50000 100000\n')).toBe(1);
});

test('a file that is not there or says something else changes nothing', () => {
  expect(processors(() => '')).toBe(availableParallelism());
  expect(
    processors(() => {
      throw new Error('ENOENT');
    }),
  ).toBe(availableParallelism());
});
