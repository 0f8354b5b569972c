import { expect, test } from 'vitest';
import { zipCode, zipCodeOfCell } from '../../src/domain/places/zip-code.js';

test.each([
  ['81201', '81201'],
  [' 81201-1234 ', '81201-1234'],
  ['812011234', '81201-1234'],
  ['81201 1234', '81201-1234'],
  ['8120', undefined],
  ['812011', undefined],
  ['81201-', undefined],
  ['SW1A 1AA', undefined],
  ['K1A 0B1', undefined],
  ['', undefined],
])('the ZIP code %j', (text, code) => {
  expect(zipCode(text)).toBe(code);
});

test.each([
  ['2110', '02110'],
  ['601', '00601'],
  ['2110-1234', '02110-1234'],
  ['21101234', '02110-1234'],
  ['81201', '81201'],
  ['81', undefined],
  ['812011', undefined],
])('the cell %j of a spreadsheet that dropped leading zeros', (text, code) => {
  expect(zipCodeOfCell(text)).toBe(code);
});
