import { expect, it } from 'vitest';
import { keyOfNumber, numberKey } from '../../src/domain/identifiers.js';

it.each([
  ['06-0646973', '060646973'],
  [' l26000299540 ', 'L26000299540'],
  ['0000320193', '320193'],
  ['12 345.6/7', '1234567'],
])('%s is compared as %s is', (one, other) => {
  expect(keyOfNumber(one)?.plain).toBe(keyOfNumber(other)?.plain);
});

it('tells spellings apart behind what they share, and keeps letters, stars and zeros within', () => {
  expect(numberKey('0-07')).toBe('7 0-07');
  expect(numberKey('a*10')).toBe('A*10 A*10');
  expect(numberKey('0')).toBe('0 0');
  expect(numberKey(' - ')).toBe('');
});
