import { expect, test } from 'vitest';
import { tickerTexts } from '../../../src/domain/sec/ticker-texts.js';

test.each([
  ['BRK-B', ['brk b', 'brkb']],
  ['BRK.B', ['brk b', 'brkb']],
  ['AAPL', ['aapl']],
])('%s is found by %j', (ticker, texts) => {
  expect(tickerTexts(ticker)).toEqual(texts);
});
