import { expect, test } from 'vitest';
import { guessOf } from '../../src/operations/support/readings.js';

test.each(['ZZZQ', 'BRK.C', 'brk-c', 'brk c', 'VTSAX'])(
  '%s may be a ticker, and is read as nothing else',
  (text) => {
    expect(guessOf(null, text)).toBe('none');
    expect(guessOf('some', text)).toBe('none');
  },
);

test.each(['pepsi co', 'gap lp', 'zzzqq', 'Tesler'])('%s is no ticker, and may be misspelt', (text) => {
  expect(guessOf(null, text)).toBe('careful');
  expect(guessOf('some', text)).toBe('any');
  expect(guessOf('all', text)).toBe('none');
});
