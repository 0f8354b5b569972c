import { expect, it } from 'vitest';
import { isAbbreviated } from '../../src/search/texts/abbreviated.js';

it.each([
  ['tech', 'technologies'],
  ['mfg', 'manufacturing'],
  ['intl', 'international'],
  ['hldgs', 'holdings'],
  ['govt', 'government'],
  ['found', 'foundation'],
  ['rd', 'road'],
  ['engy', 'energy'],
])('%s is short for %s', (short, whole) => {
  expect(isAbbreviated(short, whole)).toBe(true);
});

it.each([
  ['a word misspelt', 'cnter', 'center'],
  ['a letter left out', 'bak', 'bank'],
  ['vowels within', 'cnter', 'counter'],
  ['another first letter', 'tr', 'electric'],
  ['a long word', 'constr', 'construction'],
  ['a letter', 'n', 'north'],
  ['a number', '1s', '1sthand'],
])('%s is no abbreviation: %s for %s', (_, short, whole) => {
  expect(isAbbreviated(short, whole)).toBe(false);
});
