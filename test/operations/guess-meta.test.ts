import { expect, test } from 'vitest';
import { mayGuess } from '../../src/operations/guess-meta.js';

test.each(['ZZZQ', 'BRK.C', 'brk-c', 'brk c', 'VTSAX'])(
  '%s may be a ticker, and becomes nothing else',
  (text) => {
    expect(mayGuess(text)).toBe(false);
  },
);

test.each(['pepsi co', 'gap lp', 'zzzqq', 'Tesler'])('%s is no ticker, and may be misspelt', (text) => {
  expect(mayGuess(text)).toBe(true);
});
