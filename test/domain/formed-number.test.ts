import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formedNumber, isNumber } from '../../src/domain/numbers.js';

test.each([
  ['0000320193-24-000123', 'accession', '0000320193-24-000123'],
  ['000032019324000123', 'accession', '0000320193-24-000123'],
  ['001-36743', 'file-number', '001-36743'],
  ['333-123456-01', 'file-number', '333-123456-01'],
  ['12-3456789', 'ein', '12-3456789'],
  ['0000320193', 'cik', '0000320193'],
  ['cik 320193', 'cik', '0000320193'],
  ['CIK#:0000320193', 'cik', '0000320193'],
  ['ue9qjd4kk1l6', 'uei', 'UE9QJD4KK1L6'],
  ['HWUPKR0MPOU8FGXBT394', 'lei', 'HWUPKR0MPOU8FGXBT394'],
  ['LEI: hwupkr0mpou8fgxbt394', 'lei', 'HWUPKR0MPOU8FGXBT394'],
  ['5ute1', 'cage', '5UTE1'],
  ['CAGE code A1B2C', 'cage', 'A1B2C'],
  ['FDIC cert 00628', 'fdic', '628'],
  ['FDIC #628', 'fdic', '628'],
  ['NPI 1922348218', 'npi', '1922348218'],
  ['USDOT 0021800', 'usdot', '21800'],
  ['US DOT number 21800', 'usdot', '21800'],
  ['EIN 123456789', 'ein', '12-3456789'],
])('%s is the %s %s', (text, scheme, value) => {
  expect(formedNumber(` ${text} `)).toEqual({ scheme, value });
  expect(isNumber(text)).toBe(true);
});

test.each([
  ['1-800-Flowers'],
  ['7-Eleven'],
  ['3M'],
  ['1-800-356-9377'],
  ['21st Century'],
  ['A1B2'],
  ['00-0000000'],
  ['HWUPKR0MPOU8FGXBT395'],
  ['CIK Holdings'],
  ['WILLOWHARBOR'],
  ['FDIC Insured Holdings'],
  ['Cage 21'],
  ['NPI 1922348219'],
])('%s can be a name', (text) => {
  expect(formedNumber(text)).toBeUndefined();
  expect(isNumber(text)).toBe(false);
});

test.each([['217'], ['320193'], ['80202'], ['20221555001']])(
  '%s can be a name, but no misspelt one',
  (text) => {
    expect(formedNumber(text)).toBeUndefined();
    expect(isNumber(text)).toBe(true);
  },
);

test('a text with a blank between two words is a name', () => {
  const word = fc.stringMatching(/^[A-Za-z]{1,12}$/);
  fc.assert(
    fc.property(
      word.filter((one) => !/^cik$/i.test(one)),
      fc.stringMatching(/^[A-Za-z\d]{1,20}$/),
      (one, other) => {
        expect(formedNumber(`${one} ${other}`)).toBeUndefined();
      },
    ),
  );
});
