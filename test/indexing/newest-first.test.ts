import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newestFirst } from '../../src/indexing/filings/filing-collector.js';
import { budget } from '../support/effort.js';

test('days come latest first, of equal ones the last first, also before 1970', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -800_000, max: 3_000_000 }), { maxLength: 40 }), (days) => {
      const expected = days.map((_, place) => place).sort((a, b) => (days[b] ?? 0) - (days[a] ?? 0) || b - a);
      expect([...newestFirst(Int32Array.from(days))]).toEqual(expected);
    }),
    { numRuns: budget(50) },
  );
});

test('many filings of few days come in turned order within a day', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -2, max: 2 }), { maxLength: 200 }), (days) => {
      const expected = days.map((_, place) => place).sort((a, b) => (days[b] ?? 0) - (days[a] ?? 0) || b - a);
      expect([...newestFirst(Int32Array.from(days))]).toEqual(expected);
    }),
  );
});
