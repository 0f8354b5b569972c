import { expect, test } from 'vitest';
import { withoutExchange } from '../../../src/domain/sec/exchange-ticker.js';

test.each([
  ['NYSE:T', 'T', ['nyse']],
  ['NASDAQ: AAPL', 'AAPL', ['nasdaq']],
  ['NYSE: BRK.B', 'BRK.B', ['nyse']],
  ['(nyse: t)', 't', ['nyse']],
  ['OTC Pink: XYZ', 'XYZ', ['otc', 'pink']],
  ['T:US', 'T', ['us']],
  ['AAPL US Equity', 'AAPL', ['us', 'equity']],
  ['AT&T Inc. (NYSE: T)', 'AT&T Inc.', ['nyse', 't']],
])('%s is %s', (text, ticker, removed) => {
  expect(withoutExchange(text)).toEqual({ text: ticker, removed });
});

test.each([
  'Nasdaq Inc',
  'NYSE Group, Inc.',
  'OTC Markets Group',
  'Toys R Us',
  'T',
  'ACME: THE COMPANY',
  'US',
  'NYSE:',
  ':T',
])('%s is unchanged', (text) => {
  expect(withoutExchange(text)).toEqual({ text, removed: [] });
});
